import type { Queries } from '../connect.ts'
import type * as s from '../schema/index.ts'
import { IS_SAVE } from './log.ts'

type Op = typeof s.ops.$inferSelect

/** A program that a candidate wrote, in the log or beside it. */
export interface ProgramRow extends Pick<Op, 'op_id' | 'key' | 'type' | 'made_at' | 'verdict'> {
  /** Its place in the log; null where it stands beside it. */
  seq: number | null
  /** In the log: the body, deflated or not. Beside it: the whole op as JSON. */
  body: Buffer | string
  body_deflated: number
  /** A submission beyond the limit: it counts as a draft. */
  is_refused: number
  decision: (typeof s.lateDecisions.$inferSelect)['decision'] | null
}

/**
 * The programs of these keys that may be judged as a last draft. In the log: the newest in time, the newest that is claimed,
 * and all that staff accepted. Beside it: the newest of each lease that became an answer, also one that staff refused, and
 * all that staff accepted.
 */
export const listPrograms = ({ raw }: Queries, attemptId: number, keys: readonly string[]) =>
  raw.all<ProgramRow>(
    `WITH verdicts (verdict) AS (VALUES ('on_time'), ('on_time_claimed')),
     chosen (seq) AS MATERIALIZED (
       SELECT (SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = @attemptId AND o.key = k.value AND o.verdict = v.verdict
         AND ${IS_SAVE} ORDER BY o.seq DESC LIMIT 1)
       FROM json_each(@keys) k CROSS JOIN verdicts v
       UNION SELECT o.seq FROM late_decisions d CROSS JOIN ops o ON o.attempt_id = d.attempt_id AND o.op_id = d.op_id
       WHERE d.attempt_id = @attemptId AND d.decision = 'accepted'),
     adopted (place, lease_id, key, seq, op_id) AS MATERIALIZED (
       SELECT q.rowid, q.lease_id, q.key, q.seq, q.op_id FROM json_each(@keys) k
       CROSS JOIN quarantine q ON q.attempt_id = @attemptId AND q.key = k.value AND q.adopted_at IS NOT NULL),
     aside (place) AS MATERIALIZED (
       SELECT place FROM (SELECT place, max(seq) AS newest FROM adopted GROUP BY lease_id, key) WHERE newest IS NOT NULL
       UNION SELECT a.place FROM late_decisions d CROSS JOIN adopted a ON a.op_id = d.op_id
       WHERE d.attempt_id = @attemptId AND d.decision = 'accepted')
     SELECT o.op_id AS op_id, o.key AS key, o.type AS type, o.made_at AS made_at, o.verdict AS verdict, o.seq AS seq,
       o.body AS body, o.body_deflated AS body_deflated, o.result = 'rejected' AS is_refused, d.decision AS decision
     FROM chosen c CROSS JOIN ops o ON o.attempt_id = @attemptId AND o.seq = c.seq
     LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
     WHERE o.body IS NOT NULL AND o.key IN (SELECT value FROM json_each(@keys))
     UNION ALL
     SELECT q.op_id, q.key, q.type, min(json_extract(q.op, '$.est_server_ms'), q.received_at), 'on_time', NULL,
       q.op, 0, 0, d.decision
     FROM aside a CROSS JOIN quarantine q ON q.rowid = a.place
     LEFT JOIN late_decisions d ON d.attempt_id = q.attempt_id AND d.op_id = q.op_id`,
    { attemptId, keys: JSON.stringify(keys) },
  )
