import type { TestApp } from '../../factories/index.ts'

/** A finish or an end by the server leaves the notice of its pause as the last one. */
const PAUSES = `SELECT attempt_id, created_at AS start, coalesce((SELECT min(r.created_at) FROM notices r
  WHERE r.attempt_id = p.attempt_id AND r.kind = 'resume' AND r.id > p.id), 1e15) AS stop FROM notices p WHERE p.kind = 'pause'`

/**
 * The kinds of things that happened at all in a hall: changes, results, reasons, ends, and what is to be made sure of.
 */
export async function kindsOf(app: TestApp): Promise<string[]> {
  const rows = await app.rows<{ kind: string | null }>(
    `SELECT type AS kind FROM ops UNION SELECT result FROM ops UNION SELECT verdict FROM ops UNION SELECT reason FROM ops
     UNION SELECT 'ended by ' || coalesce(finish_kind, 'the server') FROM attempts WHERE finished_at IS NOT NULL
     UNION SELECT 'taken over' FROM leases WHERE epoch > 1 UNION SELECT 'kept beside the log' FROM quarantine
     UNION SELECT 'adopted' FROM quarantine WHERE adopted_at IS NOT NULL
     UNION SELECT 'paused' FROM attempts WHERE paused_ms > 0
     UNION SELECT 'given minutes' FROM attempts WHERE minutes_granted > 0
     UNION SELECT 'more with claimed work' FROM attempts WHERE score_claimed > score
     UNION SELECT 'less with claimed work' FROM attempts WHERE score_claimed < score
     UNION SELECT 'late behind a claim' FROM ops l JOIN ops c ON c.attempt_id = l.attempt_id AND c.key = l.key AND c.seq < l.seq
       WHERE c.verdict = 'on_time_claimed' AND l.verdict = 'late' AND l.result <> 'rejected' AND c.type = 'mcq_save'
     UNION SELECT 'made in a pause' FROM ops o JOIN (${PAUSES}) p ON p.attempt_id = o.attempt_id
       WHERE o.type IN ('mcq_select', 'mcq_save', 'draft', 'submit') AND o.made_at BETWEEN p.start + 40000 AND p.stop
     UNION SELECT 'written over since it was lost' FROM quarantine q JOIN leases l ON l.lease_id = q.lease_id
       JOIN leases n ON n.attempt_id = l.attempt_id AND n.epoch = l.epoch + 1
       JOIN ops o ON o.attempt_id = q.attempt_id AND o.key = q.key AND o.seq > n.granted_head_seq AND o.received_at < q.received_at
       WHERE q.adopted_at IS NULL AND o.verdict = 'on_time' AND o.result <> 'rejected' AND q.type IN ('mcq_save', 'draft', 'submit')`,
  )
  return rows.flatMap(({ kind }) => (kind === null ? [] : [kind]))
}
