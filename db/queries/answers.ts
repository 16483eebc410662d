import { and, asc, eq } from 'drizzle-orm'
import type { LateDecision } from '#contract/views/lateWork.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { IS_SAVE } from './log.ts'

type Verdict = (typeof s.answers.$inferSelect)['verdict']

export interface ChoiceRow {
  key: string
  /** Its place in the log; beside it, the one on its device with a minus. */
  seq: number
  type: 'mcq_save' | 'mcq_select'
  body: Buffer
  body_deflated: number
  made_at: number
  /** When it came; beside the log, when it became the answer. */
  at: number
  /** As the log has it. */
  verdict: Verdict
  decision: LateDecision | null
  decided_at: number | null
  /** The op beside the log it comes from; null for one of the log. */
  from: string | null
}

/**
 * The choices of these questions that may be their answer. In the log: the newest save of each verdict, the newest click
 * past the end, and all that staff decided about. Beside it: the newest save of each lease that became the answer, and all
 * that staff accepted.
 */
export const listChoices = ({ raw }: Queries, attemptId: number, keys: readonly string[]) =>
  raw.all<ChoiceRow>(
    `WITH verdicts (verdict) AS (VALUES ('on_time'), ('on_time_claimed'), ('late')),
     logged (seq) AS MATERIALIZED (
       SELECT (SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = @attemptId AND o.key = k.value AND o.verdict = v.verdict
           AND ${IS_SAVE} ORDER BY o.seq DESC LIMIT 1)
       FROM json_each(@keys) k CROSS JOIN verdicts v
       UNION SELECT (SELECT o.seq FROM ops o INDEXED BY ops_late_key WHERE o.attempt_id = @attemptId AND o.key = k.value AND o.verdict = v.verdict
           AND o.verdict <> 'on_time' AND (o.result <> 'rejected' OR o.reason = 'no_submissions_left') ORDER BY o.seq DESC LIMIT 1)
       FROM json_each(@keys) k CROSS JOIN verdicts v
       UNION SELECT o.seq FROM late_decisions d CROSS JOIN ops o ON o.attempt_id = d.attempt_id AND o.op_id = d.op_id
       WHERE d.attempt_id = @attemptId AND o.key IN (SELECT value FROM json_each(@keys))),
     adopted (place, lease_id, key, type, seq, op_id) AS MATERIALIZED (
       SELECT q.rowid, q.lease_id, q.key, q.type, q.seq, q.op_id FROM json_each(@keys) k
       CROSS JOIN quarantine q ON q.attempt_id = @attemptId AND q.key = k.value AND q.adopted_at IS NOT NULL),
     beside (place) AS MATERIALIZED (
       SELECT place FROM (SELECT place, max(seq) AS newest FROM adopted WHERE type = 'mcq_save' GROUP BY lease_id, key)
       WHERE newest IS NOT NULL
       UNION SELECT a.place FROM late_decisions d CROSS JOIN adopted a ON a.op_id = d.op_id
       WHERE d.attempt_id = @attemptId AND d.decision = 'accepted')
     SELECT o.key AS key, o.seq AS seq, o.type AS type, o.body AS body, o.body_deflated AS body_deflated, o.made_at AS made_at,
       o.received_at AS at, o.verdict AS verdict, d.decision AS decision, d.decided_at AS decided_at, NULL AS "from"
     FROM logged n CROSS JOIN ops o ON o.attempt_id = @attemptId AND o.seq = n.seq
     LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
     WHERE o.body IS NOT NULL AND o.type IN ('mcq_save', 'mcq_select')
     UNION ALL
     SELECT q.key, -q.seq, q.type, CAST(json_extract(q.op, '$.body') AS BLOB), 0,
       min(json_extract(q.op, '$.est_server_ms'), q.received_at), q.adopted_at, 'on_time', d.decision, d.decided_at, q.op_id
     FROM beside b CROSS JOIN quarantine q ON q.rowid = b.place
     LEFT JOIN late_decisions d ON d.attempt_id = q.attempt_id AND d.op_id = q.op_id`,
    { attemptId, keys: JSON.stringify(keys) },
  )

/**
 * The newest click in time on each question, by the log, and each click of a lost device that became the answer: all that
 * the attempt has written is read for it. No index knows them, because a click is the most frequent change, and this is
 * asked after a decision alone.
 */
export const listClicksInTime = ({ raw }: Queries, attemptId: number) =>
  raw.all<Pick<ChoiceRow, 'key' | 'seq' | 'at' | 'body' | 'body_deflated' | 'from'>>(
    `SELECT key, max(seq) AS seq, received_at AS at, body, body_deflated, NULL AS "from" FROM ops
     WHERE attempt_id = @attemptId AND type = 'mcq_select' AND verdict = 'on_time' AND result <> 'rejected' GROUP BY key
     UNION ALL
     SELECT key, -seq, adopted_at, CAST(json_extract(op, '$.body') AS BLOB), 0, op_id FROM quarantine
     WHERE attempt_id = @attemptId AND type = 'mcq_select' AND adopted_at IS NOT NULL`,
    { attemptId },
  )

/** Writes how a question is answered as things stand. */
export const setChoice = (
  { raw }: Queries,
  attemptId: number,
  key: string,
  to: Omit<typeof s.answers.$inferSelect, 'attempt_id' | 'key'>,
) =>
  raw.run(
    `INSERT INTO answers (attempt_id, key, saved, saved_seq, saved_at, saved_from, made_at, verdict, verified, verified_at,
       verified_click, verified_from, selected, selected_at, selected_from)
     VALUES (@attemptId, @key, @saved, @saved_seq, @saved_at, @saved_from, @made_at, @verdict, @verified, @verified_at,
       @verified_click, @verified_from, @selected, @selected_at, @selected_from)
     ON CONFLICT (attempt_id, key) DO UPDATE SET saved = excluded.saved, saved_seq = excluded.saved_seq,
       saved_at = excluded.saved_at, saved_from = excluded.saved_from, made_at = excluded.made_at,
       verdict = excluded.verdict, verified = excluded.verified, verified_at = excluded.verified_at,
       verified_click = excluded.verified_click, verified_from = excluded.verified_from,
       selected = excluded.selected, selected_at = excluded.selected_at, selected_from = excluded.selected_from`,
    {
      attemptId,
      key,
      ...to,
      verified_click: to.verified_click === null ? null : Number(to.verified_click),
    },
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
