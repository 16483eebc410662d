import type { AttemptRecord } from './db/schema.ts'

type Facts = Pick<AttemptRecord, 'acked_seq' | 'quarantined_seq' | 'lease_lost' | 'tail_seq'>

/** Up to where the server holds what this device wrote: in the log and, where this device lost the test, beside it. */
export const heldSeq = ({ acked_seq, quarantined_seq, lease_lost }: Facts): number =>
  Math.max(acked_seq, lease_lost ? (quarantined_seq ?? 0) : 0)

/** How much of it the server does not hold. */
export const pendingCount = (attempt: Facts): number => Math.max(0, attempt.tail_seq - heldSeq(attempt))

/** The same with what a takeover put aside: all of the test that stands on this device alone. */
export const unsentCount = (attempt: Facts & Pick<AttemptRecord, 'aside_waiting'>): number =>
  pendingCount(attempt) + (attempt.aside_waiting ?? 0)

/** Another device went on before the end that this one wrote came into the log: the test is not over by it. */
export const isEndLost = ({
  lease_lost,
  state,
  finished_at,
}: Pick<AttemptRecord, 'lease_lost' | 'state' | 'finished_at'>): boolean =>
  lease_lost && state === 'running' && finished_at !== null

/** Over on this device or by the word of the server: no page goes on with it. */
export const isOverHere = ({ finished_at, state }: Pick<AttemptRecord, 'finished_at' | 'state'>): boolean =>
  finished_at !== null || state === 'finished' || state === 'final'
