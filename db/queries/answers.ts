import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

type Verdict = (typeof s.answers.$inferSelect)['verdict']

export interface LoggedChoice {
  key: string
  seq: number
  body: Buffer
  body_deflated: number
  made_at: number
  verdict: Verdict
  /** The op beside the log it comes from; null for one of the log. */
  from: string | null
}

/**
 * All choices that were saved, the newest first: those of the log, those a lost device had saved and that became answers,
 * and those that were only selected and that staff accepted. What staff accepted needs no decision any more.
 */
export const listSavedChoices = ({ raw }: Queries, attemptId: number) =>
  raw.all<LoggedChoice>(
    `SELECT o.key, o.seq, o.body, o.body_deflated, o.made_at, o.received_at AS at,
       CASE WHEN d.decision = 'accepted' THEN 'on_time' ELSE o.verdict END AS verdict, NULL AS "from"
     FROM ops o LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
     WHERE o.attempt_id = @attemptId AND o.result <> 'rejected' AND o.body IS NOT NULL
       AND (o.type = 'mcq_save' OR (o.type = 'mcq_select' AND d.decision = 'accepted'))
     UNION ALL
     SELECT q.key, -q.seq, CAST(json_extract(q.op, '$.body') AS BLOB), 0, json_extract(q.op, '$.est_server_ms'),
       q.adopted_at, 'on_time', q.op_id
     FROM quarantine q LEFT JOIN late_decisions d ON d.attempt_id = q.attempt_id AND d.op_id = q.op_id
     WHERE q.attempt_id = @attemptId AND q.adopted_at IS NOT NULL
       AND (q.type = 'mcq_save' OR (q.type = 'mcq_select' AND d.decision = 'accepted'))
     ORDER BY at DESC, seq DESC`,
    { attemptId },
  )

/** Writes how a question is answered as things stand. */
export const setChoice = (
  { raw }: Queries,
  attemptId: number,
  key: string,
  to: Pick<
    typeof s.answers.$inferSelect,
    | 'saved'
    | 'saved_seq'
    | 'saved_from'
    | 'made_at'
    | 'verdict'
    | 'verified'
    | 'selected'
    | 'selected_at'
    | 'selected_from'
  >,
) =>
  raw.run(
    `UPDATE answers SET saved = ?, saved_seq = ?, saved_from = ?, made_at = ?, verdict = ?, verified = ?, selected = ?,
       selected_at = ?, selected_from = ?
     WHERE attempt_id = ? AND key = ?`,
    to.saved,
    to.saved_seq,
    to.saved_from,
    to.made_at,
    to.verdict,
    to.verified,
    to.selected,
    to.selected_at,
    to.selected_from,
    attemptId,
    key,
  )

/** Makes another op of the log the answer of its key; what counts verified, and what was selected, stay. */
export const setSaved = (
  { raw }: Queries,
  attemptId: number,
  key: string,
  to: Pick<typeof s.answers.$inferSelect, 'saved' | 'saved_seq' | 'saved_at' | 'made_at' | 'verdict'>,
) =>
  raw.run(
    `UPDATE answers SET saved = ?, saved_seq = ?, saved_at = ?, made_at = ?, verdict = ?, saved_from = NULL
     WHERE attempt_id = ? AND key = ?`,
    to.saved,
    to.saved_seq,
    to.saved_at,
    to.made_at,
    to.verdict,
    attemptId,
    key,
  )

/** Sets how an answer counts, where it is still this op's. */
export const setAnswerVerdict = (
  { raw }: Queries,
  attemptId: number,
  op: { seq: number; key: string },
  verdict: Verdict,
) =>
  raw.run(
    'UPDATE answers SET verdict = ? WHERE attempt_id = ? AND key = ? AND saved_seq = ?',
    verdict,
    attemptId,
    op.key,
    op.seq,
  )

export const listAnswers = ({ orm }: Queries, attemptId: number) =>
  orm.select().from(s.answers).where(eq(s.answers.attempt_id, attemptId)).orderBy(asc(s.answers.key))

export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number]

export const findAnswer = async ({ orm }: Queries, attemptId: number, key: string) =>
  (
    await orm
      .select()
      .from(s.answers)
      .where(and(eq(s.answers.attempt_id, attemptId), eq(s.answers.key, key)))
      .limit(1)
  )[0]
