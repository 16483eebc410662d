import type { Queries } from '../connect.ts'

/** The work beside the log: ops of leases that lost their right. */

export interface QuarantinedOp {
  attempt_id: number
  lease_id: string
  seq: number
  hash: string
  op_id: string
  type: string
  key: string
  /** JSON */
  op: string
  received_at: number
}

/** Keeps an op of a lease that lost its right; the same one again changes nothing. */
export const insertQuarantined = (q: Queries, op: QuarantinedOp) =>
  q.raw.run(
    `INSERT INTO quarantine (attempt_id, lease_id, seq, hash, op_id, type, key, op, bytes, received_at)
     VALUES (?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT (attempt_id, lease_id, seq, hash) DO NOTHING`,
    op.attempt_id,
    op.lease_id,
    op.seq,
    op.hash,
    op.op_id,
    op.type,
    op.key,
    op.op,
    Buffer.byteLength(op.op),
    op.received_at,
  )

/** The place on its device of an op beside the log, and whether staff decided about it; undefined if not there. */
export const findQuarantinePosition = (q: Queries, attemptId: number, opId: string) =>
  q.raw.get<{ epoch: number; seq: number; is_decided: number }>(
    `SELECT l.epoch, q.seq, EXISTS (SELECT 1 FROM late_decisions d WHERE d.attempt_id = q.attempt_id
       AND d.op_id = q.op_id) AS is_decided
     FROM quarantine q JOIN leases l ON l.lease_id = q.lease_id
     WHERE q.attempt_id = ? AND q.op_id = ? ORDER BY l.epoch DESC, q.seq DESC LIMIT 1`,
    attemptId,
    opId,
  )

/** How many ops beside the log go by one id, told up to one more than the most that may. */
export const countNamed = async (
  q: Queries,
  attemptId: number,
  opId: string,
  most: number,
): Promise<number> =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM (SELECT 1 FROM quarantine WHERE attempt_id = ? AND op_id = ? LIMIT ? + 1)',
      attemptId,
      opId,
      most,
    )
  )?.n ?? 0

/** The number and size of the ops in an attempt's quarantine. */
export const sumQuarantine = async (q: Queries, attemptId: number) =>
  (await q.raw.get<{ ops: number; bytes: number }>(
    'SELECT count(*) AS ops, coalesce(sum(bytes), 0) AS bytes FROM quarantine WHERE attempt_id = ?',
    attemptId,
  )) ?? { ops: 0, bytes: 0 }

export const setAdopted = (
  q: Queries,
  attemptId: number,
  { op_id, body_hash }: { op_id: string; body_hash: string },
  at: number,
) =>
  q.raw.run(
    `UPDATE quarantine SET adopted_at = ? WHERE attempt_id = ? AND op_id = ? AND json_extract(op, '$.body_hash') = ?`,
    at,
    attemptId,
    op_id,
    body_hash,
  )

const sameId = 'FROM quarantine f WHERE f.attempt_id = o.attempt_id AND f.op_id = o.op_id'
/** In the words of the index `quarantine_op`, which holds also where somebody spoilt the op itself. */
export const bodyHash = (of: 'f' | 'o'): string =>
  `(CASE WHEN json_valid(${of}.op) THEN ${of}.op ->> '$.body_hash' END)`

/**
 * SQL that tells of an op `o` beside the log that it goes by the id of another one with something else in it. Decisions go
 * by the id: what came first has it, and the other one is no work, or whoever accepts the one would get the other. They are
 * compared with the first alone, and read only where the index holds two bodies.
 */
export const IS_NAMESAKE = `(((SELECT ${bodyHash('f')} ${sameId} ORDER BY ${bodyHash('f')} LIMIT 1)
    <> (SELECT ${bodyHash('f')} ${sameId} ORDER BY ${bodyHash('f')} DESC LIMIT 1)
    AND (SELECT ${bodyHash('f')} ${sameId} ORDER BY f.rowid LIMIT 1) <> ${bodyHash('o')})
  OR EXISTS (SELECT 1 FROM ops w WHERE w.attempt_id = o.attempt_id AND w.op_id = o.op_id
    AND w.body_hash <> ${bodyHash('o')}))`

export const isNamesake = async (
  q: Queries,
  { attempt_id, lease_id, seq, hash }: Pick<QuarantinedOp, 'attempt_id' | 'lease_id' | 'seq' | 'hash'>,
): Promise<boolean> =>
  (await q.raw.get(
    `SELECT 1 FROM quarantine o WHERE attempt_id = ? AND lease_id = ? AND seq = ? AND hash = ? AND ${IS_NAMESAKE}`,
    attempt_id,
    lease_id,
    seq,
    hash,
  )) !== undefined
