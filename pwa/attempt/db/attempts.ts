import type { DeviceStorage } from '#machines/sync/state.ts'
import { type AttemptRecord, type LocalDatabase, localDatabase } from './schema.ts'

/** The records of the tests on this device. */

export const findAttempt = (db: LocalDatabase, attemptId: string): Promise<AttemptRecord | undefined> =>
  db.attempts.get(attemptId)

export const listAttempts = (db: LocalDatabase): Promise<AttemptRecord[]> => db.attempts.toArray()

/** Those of this browser's database as it is open now. */
export const attemptsHere = (): Promise<AttemptRecord[]> => listAttempts(localDatabase())

export const changeAttempt = (
  db: LocalDatabase,
  attemptId: string,
  change: Partial<AttemptRecord>,
): Promise<number> => db.attempts.update(attemptId, change)

/** The state the sender starts from. */
export const storedState = (attempt: AttemptRecord): DeviceStorage => ({
  tail: { seq: attempt.tail_seq, hash: attempt.tail_hash },
  acked: { seq: attempt.acked_seq, hash: attempt.acked_hash },
  leaseLost: attempt.lease_lost,
  isForked: isGivingUp(attempt),
  quarantinedSeq: attempt.quarantined_seq,
  waitingSince: attempt.tail_seq > attempt.acked_seq ? Date.now() : null,
})

/** Whether its lease was being given up for a new one when something broke off. */
export const isGivingUp = ({ lease_id, giving_up }: AttemptRecord): boolean => giving_up === lease_id

export type LeaseOf = Pick<AttemptRecord, 'attempt_id' | 'lease_id'>

/** Notes what the server said of a lease; of one that this device took meanwhile it says nothing. */
const noteOfLease = (
  db: LocalDatabase,
  { attempt_id, lease_id }: LeaseOf,
  change: Partial<AttemptRecord>,
): Promise<number> =>
  db.attempts
    .where('attempt_id')
    .equals(attempt_id)
    .and((attempt) => attempt.lease_id === lease_id)
    .modify(change)

/** @param seq up to where the server keeps the lease's ops beside the log, where that is known */
export const markLost = (db: LocalDatabase, lease: LeaseOf, seq?: number) =>
  noteOfLease(db, lease, { lease_lost: true, ...(seq !== undefined && { quarantined_seq: seq }) })

export const markQuarantined = (db: LocalDatabase, lease: LeaseOf, seq: number) =>
  noteOfLease(db, lease, { quarantined_seq: seq })
