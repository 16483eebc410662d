import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { IS_SAVE } from './log.ts'

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
 * The newest saved choices for these questions, the newest first: from the log one of each verdict, and all that staff
 * decided about, also those that were only selected and that staff accepted; and those that a lost device had saved and
 * that became answers. A decision of staff goes before the verdict of the log.
 */
export const listSavedChoices = ({ raw }: Queries, attemptId: number, keys: readonly string[]) =>
  raw.all<LoggedChoice>(
    `WITH decided AS MATERIALIZED (
       SELECT o.seq, CASE d.decision WHEN 'accepted' THEN 'on_time' ELSE 'late' END AS verdict
       FROM late_decisions d CROSS JOIN ops o ON o.attempt_id = d.attempt_id AND o.op_id = d.op_id
       WHERE d.attempt_id = @attemptId
       AND (o.type = 'mcq_save' OR (o.type = 'mcq_select' AND d.decision = 'accepted'))),
     verdicts (verdict) AS (VALUES ('on_time'), ('on_time_claimed'), ('late')),
     newest AS MATERIALIZED (
       SELECT (SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = @attemptId AND o.key = k.value AND o.verdict = v.verdict
           AND ${IS_SAVE} AND o.seq NOT IN (SELECT d.seq FROM decided d)
           ORDER BY o.seq DESC LIMIT 1) AS seq, v.verdict
       FROM json_each(@keys) k CROSS JOIN verdicts v
       UNION ALL SELECT seq, verdict FROM decided)
     SELECT o.key AS key, o.seq AS seq, o.body AS body, o.body_deflated AS body_deflated, o.made_at AS made_at,
       o.received_at AS at, n.verdict AS verdict, NULL AS "from"
     FROM newest n CROSS JOIN ops o ON o.attempt_id = @attemptId AND o.seq = n.seq WHERE o.body IS NOT NULL
     UNION ALL
     SELECT q.key, -q.seq, CAST(json_extract(q.op, '$.body') AS BLOB), 0, json_extract(q.op, '$.est_server_ms'),
       q.adopted_at, 'on_time', q.op_id
     FROM quarantine q LEFT JOIN late_decisions d ON d.attempt_id = q.attempt_id AND d.op_id = q.op_id
     WHERE q.attempt_id = @attemptId AND q.adopted_at IS NOT NULL
       AND (q.type = 'mcq_save' OR (q.type = 'mcq_select' AND d.decision = 'accepted'))
     ORDER BY at DESC, seq DESC`,
    { attemptId, keys: JSON.stringify(keys) },
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
    | 'verified_at'
    | 'selected'
    | 'selected_at'
    | 'selected_from'
  >,
) =>
  raw.run(
    `UPDATE answers SET saved = ?, saved_seq = ?, saved_from = ?, made_at = ?, verdict = ?, verified = ?, verified_at = ?,
       selected = ?,
       selected_at = ?, selected_from = ?
     WHERE attempt_id = ? AND key = ?`,
    to.saved,
    to.saved_seq,
    to.saved_from,
    to.made_at,
    to.verdict,
    to.verified,
    to.verified_at,
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
