import { HEARTBEAT_MS } from '#contract/constants.ts'
import { workTypes } from '#contract/ops.ts'
import type { LateDecision } from '#contract/views/lateWork.ts'
import type { Queries } from '../connect.ts'
import type * as s from '../schema/index.ts'
import { IS_SAVE } from './log.ts'
import { bodyHash, IS_NAMESAKE } from './quarantine.ts'

type Verdict = (typeof s.ops.$inferSelect)['verdict']

const WORK = `(${workTypes.map((type) => `'${type}'`).join(', ')})`

/** SQL: an op `m` that may be the answer of its key, in the words of the index `ops_late_key`. */
const LATE = "m.verdict <> 'on_time' AND (m.result <> 'rejected' OR m.reason = 'no_submissions_left')"

/** A click counts for nothing once the candidate's own finish has dropped it. */
const CLICKS_ARE_KEPT = `EXISTS (
  SELECT 1 FROM attempts a WHERE a.id = x.attempt_id AND coalesce(a.finish_kind, 'timeout') = 'timeout')`

/** A click in time counts unless such a finish is in time itself. */
const CLICKS_COUNT = `EXISTS (SELECT 1 FROM attempts a WHERE a.id = x.attempt_id
  AND (coalesce(a.finish_kind, 'timeout') = 'timeout' OR a.finish_verdict = 'on_time_claimed'))`

/** The newest of a key `x` by how it counts. */
const newestOf = (
  verdict: Verdict,
): string => `CASE WHEN ${CLICKS_ARE_KEPT} THEN (SELECT m.seq FROM ops m INDEXED BY ops_late_key
  WHERE m.attempt_id = x.attempt_id AND m.key = x.key AND m.verdict = '${verdict}' AND ${LATE} ORDER BY m.seq DESC LIMIT 1)
  ELSE (SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = x.attempt_id AND o.key = x.key
  AND o.verdict = '${verdict}' AND ${IS_SAVE} ORDER BY o.seq DESC LIMIT 1) END`

/** The last place at which its author wrote over a key `x` in time. */
const WRITTEN_OVER = `coalesce((SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = x.attempt_id AND o.key = x.key
  AND o.verdict = 'on_time' AND ${IS_SAVE} ORDER BY o.seq DESC LIMIT 1), 0)`

/**
 * The pieces of late work in the logs of the attempts that `of` names by their `id`, found key by key: of drafts and
 * choices the newest that is claimed and a newer one that came too late, where their author wrote nothing over them in time,
 * for the older ones count no more; every submission that counts by itself, one beyond the limit being as good as a draft;
 * and all that somebody decided about, so that it can be decided otherwise.
 */
const inLogs = (of: string): string => `logged (attempt_id, seq) AS MATERIALIZED (
    SELECT o.attempt_id, o.seq FROM ${of} i CROSS JOIN answers x ON x.attempt_id = i.id
    CROSS JOIN ops o ON o.attempt_id = x.attempt_id AND o.seq = x.saved_seq WHERE o.verdict <> 'on_time'
    UNION
    SELECT o.attempt_id, o.seq FROM ${of} i CROSS JOIN answers x ON x.attempt_id = i.id
    CROSS JOIN ops o ON o.attempt_id = x.attempt_id AND o.seq = ${newestOf('on_time_claimed')}
    WHERE o.seq > ${WRITTEN_OVER}
    UNION
    SELECT o.attempt_id, o.seq FROM ${of} i CROSS JOIN answers x ON x.attempt_id = i.id
    CROSS JOIN ops o ON o.attempt_id = x.attempt_id AND o.seq = ${newestOf('late')}
    WHERE o.seq > coalesce(${newestOf('on_time_claimed')}, 0) AND o.seq > ${WRITTEN_OVER}
    UNION
    SELECT o.attempt_id, o.seq FROM ${of} i CROSS JOIN submissions w ON w.attempt_id = i.id AND w.kind = 'submit'
    CROSS JOIN ops o ON o.attempt_id = w.attempt_id AND o.op_id = w.op_id WHERE o.verdict <> 'on_time'
    UNION
    SELECT o.attempt_id, o.seq FROM ${of} i CROSS JOIN late_decisions d ON d.attempt_id = i.id
    CROSS JOIN ops o ON o.attempt_id = d.attempt_id AND o.op_id = d.op_id
    WHERE o.verdict <> 'on_time' AND o.type IN ${WORK})`

/** Each of them with what was decided. */
const FROM_LOG = `logged g CROSS JOIN ops o ON o.attempt_id = g.attempt_id AND o.seq = g.seq
  LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id`

/** It became the answer at some time: known from an index, without reading over the op. */
const IS_ADOPTED = `EXISTS (SELECT 1 FROM quarantine a WHERE a.attempt_id = o.attempt_id AND a.key = o.key
  AND a.adopted_at IS NOT NULL AND a.rowid = o.rowid)`

/**
 * The pieces beside the logs of the attempts that `of` names: every submission, of the rest the newest of its key and kind on
 * each device, and all that somebody decided about. A piece that a device gave up with its lease stands in the log again, once
 * it has written its key there under one of the next ones that it had without a break; a submission, once it is one there. One
 * change under several leases is one piece: a row that became the answer stands for it, else the newest. SQLite takes the
 * columns from the row of a max(). No op is read here, nor a column behind it: grouping would carry all of it along.
 * @param which of them
 */
const asideLogs = (of: string, which = 'true'): string => `aside (id) AS MATERIALIZED (
  SELECT id FROM (SELECT o.rowid AS id, max(o.rowid + CASE WHEN ${IS_ADOPTED} THEN 1 << 53 ELSE 0 END)
  FROM ${of} i CROSS JOIN quarantine o ON o.attempt_id = i.id
  WHERE ${which} AND o.type IN ${WORK} AND NOT ${IS_NAMESAKE} AND (EXISTS (
    SELECT 1 FROM late_decisions d WHERE d.attempt_id = o.attempt_id AND d.op_id = o.op_id) OR (o.type = 'submit' OR NOT EXISTS (
    SELECT 1 FROM quarantine n WHERE n.attempt_id = o.attempt_id AND n.lease_id = o.lease_id AND n.key = o.key
    AND n.type = o.type AND n.seq >= o.seq AND (n.seq > o.seq OR n.hash > o.hash)))
  AND NOT EXISTS (SELECT 1 FROM quarantine n WHERE n.attempt_id = o.attempt_id AND n.lease_id = o.lease_id AND n.key = o.key
    AND n.type = CASE o.type WHEN 'mcq_select' THEN 'mcq_save' WHEN 'draft' THEN 'submit' END AND n.seq > o.seq)
  AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.lease_id = o.lease_id AND l.given_up AND CASE o.type
    WHEN 'submit' THEN EXISTS (SELECT 1 FROM submissions w CROSS JOIN ops p ON p.attempt_id = w.attempt_id AND p.op_id = w.op_id
      WHERE w.attempt_id = o.attempt_id AND w.kind = 'submit' AND p.key = o.key AND p.body_hash = ${bodyHash('o')})
    ELSE EXISTS (SELECT 1 FROM first_writings w
      WHERE w.attempt_id = o.attempt_id AND w.key = o.key AND w.epoch > l.epoch
        AND w.epoch <= coalesce((SELECT t.epoch FROM leases t INDEXED BY leases_kept WHERE t.attempt_id = o.attempt_id
          AND t.epoch > l.epoch AND t.given_up = 0 ORDER BY t.epoch LIMIT 1), 0)) END))
  GROUP BY o.attempt_id, o.op_id))`

/** Each of them with what was decided. */
const FROM_ASIDE = `aside g CROSS JOIN quarantine o ON o.rowid = g.id
  LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id`

/**
 * Since when it is the answer: null if it never was, or if somebody has written over it since. A newer piece that the
 * same device wrote over it is no other answer.
 */
const ADOPTED_AT = `CASE WHEN o.type = 'submit' OR EXISTS (
    SELECT 1 FROM answers x WHERE x.attempt_id = o.attempt_id AND x.key = o.key
    AND (o.op_id IN (x.saved_from, x.selected_from) OR (x.verdict <> 'on_time' AND o.op_id = x.verified_from)))
  OR EXISTS (SELECT 1 FROM quarantine n WHERE n.attempt_id = o.attempt_id AND n.lease_id = o.lease_id
    AND n.key = o.key AND n.type IN ${WORK} AND n.seq > o.seq AND n.adopted_at IS NOT NULL)
  THEN o.adopted_at END`

/** A change that came so soon after it was made came from a device in reach. */
export const SOON_SENT_MS = 10_000
/** So long after something became the answer a device in reach has been told of it: a beat went by, and a little. */
export const TOLD_AFTER_MS = HEARTBEAT_MS + SOON_SENT_MS

/**
 * It was the answer until a device that had been told of it wrote over it: its author's newer text stands there, and
 * nobody has to choose. The first writing over it shows that: by a page, which shows what it is told, under a later
 * lease, well after the piece became the answer, and in reach all the time: the first change since then that came late,
 * if there is one, came behind that writing. Everything after it goes on from there.
 */
const SUPERSEDED = `(o.adopted_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM answers x WHERE x.attempt_id = o.attempt_id AND x.key = o.key
    AND x.saved_from IS NULL AND x.selected_from IS NULL)
  AND EXISTS (SELECT 1 FROM leases l JOIN leases t ON t.attempt_id = l.attempt_id AND t.epoch = l.epoch + 1
    JOIN ops w ON w.attempt_id = o.attempt_id AND w.seq = (SELECT f.seq FROM first_writings f
      WHERE f.attempt_id = o.attempt_id AND f.key = o.key AND f.epoch >= t.epoch ORDER BY f.epoch LIMIT 1)
    JOIN leases g ON g.lease_id = w.lease_id
    WHERE l.lease_id = o.lease_id AND g.device_id IS NOT NULL AND w.made_at >= o.adopted_at + ${TOLD_AFTER_MS}
    AND coalesce((SELECT u.seq FROM ops u INDEXED BY ops_slow WHERE u.attempt_id = o.attempt_id
      AND u.received_at >= o.adopted_at AND u.received_at - u.made_at > ${SOON_SENT_MS}
      ORDER BY u.received_at, u.seq LIMIT 1), w.seq + 1) > w.seq))`

const OPTIONS = "json_extract(json_extract(o.op, '$.body'), '$.selected_options')"

/** A choice is that which counts already, whether what was clicked since is saved or not: nobody has to choose. */
const SAME = `(o.type IN ('mcq_save', 'mcq_select') AND EXISTS (
    SELECT 1 FROM answers x WHERE x.attempt_id = o.attempt_id AND x.key = o.key AND x.verdict = 'on_time'
    AND x.saved = ${OPTIONS} AND (x.selected_at IS NULL OR x.selected = ${OPTIONS} OR NOT ${CLICKS_COUNT})))`

export interface LateRow {
  source: 'log' | 'aside'
  op_id: string
  lease_id: string
  type: 'draft' | 'submit' | 'mcq_save' | 'mcq_select'
  seq: number
  key: string
  /** In the log: the body, deflated or not. Beside it: the whole op as JSON. */
  body: Buffer | string | null
  body_deflated: number
  made_at: number | null
  announced_at: number | null
  received_at: number
  verdict: Verdict | null
  /** Since when it is the answer. */
  adopted_at: number | null
  /** It was the answer at some time. */
  was_adopted: number
  superseded: number
  /** A choice that says what counts already. */
  same: number
  /** The epoch of its lease, and whether that was given up. */
  epoch: number
  given_up: number
  decision: LateDecision | null
  note: string | null
  decided_at: number | null
  decided_by: string | null
}

const ofLease = `(SELECT l.epoch FROM leases l WHERE l.lease_id = o.lease_id) AS epoch,
  (SELECT l.given_up FROM leases l WHERE l.lease_id = o.lease_id) AS given_up`
const decider = `(SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = d.decided_by) AS decided_by`

const ofOne = 'one (id) AS (SELECT @attemptId)'

/** The ids of all of one attempt, oldest first. */
export const listLateIds = async (q: Queries, attemptId: number) =>
  (
    await q.raw.all<{ op_id: string }>(
      `WITH ${ofOne}, ${inLogs('one')}, ${asideLogs('one')}
       SELECT o.op_id, o.received_at, o.seq FROM ${FROM_LOG}
       UNION ALL SELECT o.op_id, o.received_at, o.seq FROM ${FROM_ASIDE} ORDER BY 2, 3`,
      { attemptId },
    )
  ).map(({ op_id }) => op_id)

const AMONG = 'o.op_id IN (SELECT value FROM json_each(@opIds))'

/** These pieces of one attempt with what they say, oldest first. */
export const listLateWork = (q: Queries, attemptId: number, opIds: readonly string[]) =>
  q.raw.all<LateRow>(
    `WITH ${ofOne}, ${inLogs('one')}, ${asideLogs('one', AMONG)}
     SELECT 'log' AS source, o.op_id, o.lease_id, o.type, o.seq, o.key, o.body, o.body_deflated, o.made_at, o.announced_at,
       o.received_at, o.verdict, NULL AS adopted_at, 0 AS was_adopted, 0 AS superseded, 0 AS same, ${ofLease}, d.decision, d.note, d.decided_at, ${decider}
     FROM ${FROM_LOG} WHERE ${AMONG}
     UNION ALL
     SELECT 'aside', o.op_id, o.lease_id, o.type, o.seq, o.key, o.op, 0, NULL, NULL, o.received_at, NULL,
       ${ADOPTED_AT}, o.adopted_at IS NOT NULL, ${SUPERSEDED}, ${SAME}, ${ofLease},
       d.decision, d.note, d.decided_at, ${decider}
     FROM ${FROM_ASIDE} ORDER BY received_at, seq`,
    { attemptId, opIds: JSON.stringify(opIds) },
  )

export interface ClaimedBefore
  extends Pick<LateRow, 'type' | 'key' | 'seq' | 'body' | 'body_deflated' | 'made_at' | 'received_at'> {
  verdict: Verdict
}

/**
 * The claimed work that a piece which came too late found as the answer of its key, with how it counts by what was decided;
 * undefined where it found none.
 */
export const findClaimedBefore = (
  q: Queries,
  attemptId: number,
  { key, seq }: { key: string; seq: number },
) =>
  q.raw.get<ClaimedBefore>(
    `SELECT o.type, o.key, o.seq, o.body, o.body_deflated, o.made_at, o.received_at,
       CASE d.decision WHEN 'accepted' THEN 'on_time' WHEN 'rejected' THEN 'late' ELSE o.verdict END AS verdict
     FROM ops o LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
     WHERE o.attempt_id = @attemptId AND o.seq = (SELECT m.seq FROM ops m INDEXED BY ops_late_key
       WHERE m.attempt_id = @attemptId AND m.key = @key AND m.verdict = 'on_time_claimed' AND ${LATE} AND m.seq < @seq
       ORDER BY m.seq DESC LIMIT 1)
     AND o.seq > coalesce((SELECT o.seq FROM ops o INDEXED BY ops_saves WHERE o.attempt_id = @attemptId AND o.key = @key
       AND o.verdict = 'on_time' AND ${IS_SAVE} AND o.seq < @seq ORDER BY o.seq DESC LIMIT 1), 0)`,
    { attemptId, key, seq },
  )

/** Under which later leases a key of the log was written, and since when. */
export const listFirstWritings = (q: Queries, attemptId: number) =>
  q.raw.all<{ key: string; epoch: number; received_at: number }>(
    `SELECT f.key, f.epoch, w.received_at FROM first_writings f
     JOIN ops w ON w.attempt_id = f.attempt_id AND w.seq = f.seq WHERE f.attempt_id = ?`,
    attemptId,
  )

/** Which attempts a table has rows of, one step in its index each. */
const attemptsIn = (name: string, rows: string): string => `${name} (id) AS (
    SELECT (SELECT attempt_id FROM ${rows} ORDER BY attempt_id LIMIT 1)
    UNION ALL SELECT (SELECT attempt_id FROM ${rows} AND attempt_id > ${name}.id ORDER BY attempt_id LIMIT 1)
    FROM ${name} WHERE ${name}.id IS NOT NULL)`
const MANY = `${attemptsIn('log_ids', "ops WHERE verdict <> 'on_time'")}, ${attemptsIn('aside_ids', 'quarantine WHERE true')},
  with_any (id) AS (SELECT id FROM log_ids UNION SELECT id FROM aside_ids)`

/**
 * By attempt how much of its late work waits; where a drive decides claimed work by itself only the rest of it does.
 * @param any common tables, of which `with_any` names the attempts
 * @param is which of them
 */
const byAttempt = (any: string, is: string) => `WITH RECURSIVE ${any}, late AS MATERIALIZED (
    SELECT a.id, a.drive_id, v.late_policy = 'hold' AS is_held FROM with_any l
    CROSS JOIN attempts a ON a.id = l.id CROSS JOIN drives v ON v.id = a.drive_id
    WHERE ${is} AND v.deleted_at IS NULL),
  ${inLogs('late')}, ${asideLogs('late')},
  pieces AS (
    SELECT late.*, d.decision, d.decision IS NULL AND (o.verdict = 'late' OR is_held) AS waits
    FROM ${FROM_LOG} CROSS JOIN late ON late.id = o.attempt_id
    UNION ALL
    SELECT late.*, d.decision, d.decision IS NULL AND ${ADOPTED_AT} IS NULL AND NOT ${SUPERSEDED} AND NOT ${SAME}
    FROM ${FROM_ASIDE} CROSS JOIN late ON late.id = o.attempt_id),
  by_attempt AS (SELECT id, drive_id, sum(waits) AS waiting, count(*) FILTER (WHERE decision = 'accepted') AS accepted,
    count(*) FILTER (WHERE decision = 'rejected') AS rejected FROM pieces GROUP BY id, drive_id)`

/** Somebody has still to decide: this alone leaves few, where most is decided. */
const undecided = (
  rows: string,
): string => `EXISTS (SELECT 1 FROM ${rows} o WHERE o.attempt_id = a.id AND NOT EXISTS (
  SELECT 1 FROM late_decisions x WHERE x.attempt_id = o.attempt_id AND x.op_id = o.op_id))`

/** The attempts of a drive that have late work, and how much of it waits; those with most first. */
export const listLateAttempts = (q: Queries, driveId: number) =>
  q.raw.all<{ id: number; waiting: number }>(
    `${byAttempt(MANY, 'v.id = ?')} SELECT id, waiting FROM by_attempt ORDER BY waiting DESC, id`,
    driveId,
  )

/** How much of an attempt's late work waits for staff, and how much they accepted and rejected. */
export interface LatePieces {
  waiting: number
  accepted: number
  rejected: number
}

/** Undefined for an attempt that has no late work. */
export const findLateAttempt = (q: Queries, attemptId: number) =>
  q.raw.get<LatePieces>(
    `${byAttempt('with_any (id) AS (SELECT ?)', 'true')} SELECT waiting, accepted, rejected FROM by_attempt`,
    attemptId,
  )

/** Those of these attempts whose late work waits. */
export const listWaitingAmong = async (q: Queries, attemptIds: readonly number[]): Promise<number[]> =>
  (
    await q.raw.all<{ id: number }>(
      `${byAttempt('with_any (id) AS (SELECT value FROM json_each(?))', 'true')} SELECT id FROM by_attempt WHERE waiting > 0`,
      JSON.stringify(attemptIds),
    )
  ).map(({ id }) => id)

/** The ended attempts of a drive that have claimed work: what their score is hangs on what the drive does with it. */
export const listClaimedAttempts = async (q: Queries, driveId: number) =>
  (
    await q.raw.all<{ id: number }>(
      `SELECT a.id FROM attempts a WHERE a.drive_id = ? AND a.finished_at IS NOT NULL
       AND EXISTS (SELECT 1 FROM ops o WHERE o.attempt_id = a.id AND o.verdict <> 'on_time' AND o.verdict = 'on_time_claimed')`,
      driveId,
    )
  ).map(({ id }) => id)

/** Whose these attempts are. */
export const listLateNames = (q: Queries, attemptIds: readonly number[]) =>
  q.raw.all<{ id: number; token: string; first_name: string; last_name: string; email: string }>(
    `SELECT a.id, a.ref AS token, coalesce(a.first_name, c.first_name, '') AS first_name,
       coalesce(a.last_name, c.last_name, '') AS last_name, c.email
     FROM attempts a JOIN candidates c ON c.id = a.candidate_id WHERE a.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(attemptIds),
  )

/** An organization's drives and assessments with work that waits, and of how many candidates; those with most first. */
export const listLateDrives = (q: Queries, organizationId: number) =>
  q.raw.all<{ id: number; name: string; is_assessment: number; candidates: number }>(
    `${byAttempt(
      MANY,
      `v.organization_id = ? AND (${undecided("(SELECT * FROM ops WHERE verdict <> 'on_time')")} OR ${undecided('quarantine')})`,
    )}
     SELECT v.id, v.name, v.is_assessment, count(*) AS candidates FROM by_attempt w JOIN drives v ON v.id = w.drive_id
     WHERE w.waiting > 0 GROUP BY v.id ORDER BY candidates DESC, v.id DESC`,
    organizationId,
  )
