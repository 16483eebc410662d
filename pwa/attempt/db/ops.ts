import type { LeaseOf } from './attempts.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from './schema.ts'

/** The log of a test on this device, read by seq. */

/** @param after not in it · @param upTo in it */
const between = (db: LocalDatabase, attemptId: string, after: number, upTo = Number.MAX_SAFE_INTEGER) =>
  db.ops.where('[attempt_id+seq]').between([attemptId, after], [attemptId, upTo], false, true)

/** Ops behind a seq, in order. */
export const listOpsAfter = (
  db: LocalDatabase,
  attemptId: string,
  after: number,
  upTo?: number,
): Promise<OpRecord[]> => between(db, attemptId, after, upTo).toArray()

export const findOp = (db: LocalDatabase, attemptId: string, seq: number): Promise<OpRecord | undefined> =>
  db.ops.get([attemptId, seq])

/** The ops that rows of answers or submissions were made by, each in its row's place. */
export const opsOf = (
  db: LocalDatabase,
  attemptId: string,
  rows: readonly { seq: number }[],
): Promise<(OpRecord | undefined)[]> =>
  db.ops.bulkGet(rows.map(({ seq }) => [attemptId, seq] as [string, number]))

export const deleteOps = (db: LocalDatabase, attemptId: string, ops: readonly OpRecord[]): Promise<void> =>
  db.ops.bulkDelete(ops.map(({ seq }) => [attemptId, seq] as [string, number]))

/** Too large for the server: it goes without its body. */
export const markStripped = (db: LocalDatabase, { attempt_id, lease_id }: LeaseOf, seq: number) =>
  between(db, attempt_id, seq - 1, seq)
    .and((op) => op.lease_id === lease_id)
    .modify({ stripped: true })

/** The server's quarantine took these of a lost lease while they still stand in the log. */
export const markTaken = (db: LocalDatabase, attemptId: string, after: number, upTo: number) =>
  between(db, attemptId, after, upTo).modify({ quarantined_at: Date.now() })

/** This device's hash at a seq: an op's own, or what the lease was granted at. */
export async function ownHashAt(
  db: LocalDatabase,
  attempt: AttemptRecord,
  seq: number,
): Promise<string | null> {
  if (seq === attempt.granted_head_seq) return attempt.granted_head_hash
  // Agreed on before; its op may have gone with a deleted storage.
  if (seq === attempt.acked_seq) return attempt.acked_hash
  return (await findOp(db, attempt.attempt_id, seq))?.hash ?? null
}
