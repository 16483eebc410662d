import type { Random } from './backoff.ts'
import { contacted, countRewind, fail, halve, hasWork, toFork } from './moves.ts'
import type { SyncEffect, SyncEvent, SyncState } from './state.ts'

/**
 * The consequences of an answer that takes nothing over: the server's, somebody else's, or the device's own storage's.
 */

/** Our own server refused the request. */
export function refuse(
  state: SyncState,
  event: Extract<SyncEvent, { type: 'refused' }>,
  effects: SyncEffect[],
  random: Random,
): void {
  const sent = state.inFlight
  state.inFlight = null
  const { status, code, details, now } = event
  if (status === 401) {
    state.mode = 'unauthorized'
    contacted(state, now)
  } else if (code === 'lease_lost') {
    // Ops that were acknowledged stand in the log; only those above are still to be kept beside it.
    state.quarantinedSeq = Math.max(state.quarantinedSeq, state.acked.seq)
    state.mode = 'lease_lost'
    contacted(state, now)
    const upTo = Number(details.quarantined_seq)
    if (details.nonce === event.nonce && upTo > state.quarantinedSeq) {
      state.quarantinedSeq = Math.min(upTo, state.tail.seq)
      effects.push({ type: 'quarantined', toSeq: state.quarantinedSeq })
      if (hasWork(state)) state.wantedAt = now
    } else if (hasWork(state)) fail(state, now, event.retryAfterMs, random)
  } else if (code === 'gap') {
    contacted(state, now)
    const head = Number(details.expected_seq) - 1
    if (!Number.isInteger(head) || head < 0 || head > state.tail.seq) toFork(state, effects)
    else {
      // The hash at that head is not known here; the next answer's check finds out whether it is ours.
      state.acked = { seq: head, hash: '' }
      state.wantedAt = now
      effects.push({ type: 'rewound', toSeq: head })
      countRewind(state, effects)
    }
  } else if (code === 'fork' || code === 'lease_unknown') {
    contacted(state, now)
    toFork(state, effects)
  } else if (status === 410) {
    state.mode = 'closed'
    contacted(state, now)
  } else if (status === 413) {
    contacted(state, now)
    if (sent && sent.toSeq === sent.fromSeq) effects.push({ type: 'strip_body', seq: sent.fromSeq })
    else halve(state, sent)
    state.wantedAt = now
  } else if (status === 400 || status === 422) {
    // Something in the batch cannot be read: smaller batches find out what, and the server is plainly in reach.
    contacted(state, now)
    halve(state, sent)
    fail(state, now, event.retryAfterMs, random, false)
  } else if (code === 'too_many_requests') {
    // Our own server asks for patience: it is in reach, and an absence must not hide behind it.
    state.offlineSince = null
    fail(state, now, event.retryAfterMs, random, false)
  } else {
    fail(state, now, event.retryAfterMs, random)
  }
}

/**
 * If another device has the test, the answer to a send says what becomes of this log; otherwise the lease is requested
 * again.
 */
export function unleased(
  state: SyncState,
  { now, why, retryAfterMs }: Extract<SyncEvent, { type: 'unleased' }>,
  random: Random,
): void {
  if (why === 'unreachable' || why === 'busy' || why === 'unkept') {
    // If the device's storage failed, the server is as far away as it was.
    if (why === 'busy') state.offlineSince = null
    fail(state, now, retryAfterMs, random, why === 'unreachable')
    return
  }
  contacted(state, now)
  state.mode = why === 'held' ? 'open' : why
  if (why !== 'held') return
  state.leaseWanted = false
  state.wantedAt = now
}

/**
 * An answer that this device cannot keep is no fault of the line: nothing is acknowledged and the same goes again, and
 * the server is as far away as it was, or in reach if it answered. Nor does the sender stand still.
 */
export function unkept(
  state: SyncState,
  { now, isAnswered }: Extract<SyncEvent, { type: 'unkept' }>,
  random: Random,
): void {
  const { failures } = state
  if (isAnswered) contacted(state, now)
  state.failures = failures
  if (state.waitingSince !== null) state.waitingSince = now
  fail(state, now, null, random, false)
}

/**
 * Somebody else answers in the server's place. Something between that takes no request of this size may take half of it; an
 * op is never stripped on its word, for by another line it goes whole.
 */
export function foreign(
  state: SyncState,
  { now, isTooLarge }: Extract<SyncEvent, { type: 'foreign' }>,
  random: Random,
): void {
  const sent = state.inFlight
  state.inFlight = null
  if (isTooLarge && sent && sent.toSeq > sent.fromSeq) {
    halve(state, sent)
    state.wantedAt = now
    return
  }
  state.mode = 'captive'
  fail(state, now, null, random)
}
