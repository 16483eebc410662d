import { backOff, type Random } from './backoff.ts'
import type { InFlight, SyncEffect, SyncState } from './state.ts'

/** The changes that the core makes to its state at more than one event. */

/** Telling us to rewind this often without progress is a fork in other words. */
const REWIND_LIMIT = 3

/** Whether anything waits: for the log or, where the lease is lost, for the place beside it. */
export const hasWork = (state: SyncState): boolean =>
  state.mode === 'lease_lost' ? state.tail.seq > state.quarantinedSeq : state.tail.seq > state.acked.seq

/** This log cannot go on: a new lease is asked for. */
export function toFork(state: SyncState, effects: SyncEffect[]): void {
  state.mode = 'forked'
  state.leaseWanted = true
  state.wantedAt = null
  effects.push({ type: 'take_lease' })
}

/** The server went back without a restore; too often, and it is a fork. */
export function countRewind(state: SyncState, effects: SyncEffect[]): void {
  state.rewinds++
  if (state.rewinds > REWIND_LIMIT) toFork(state, effects)
}

/** Our own server has answered. */
export function contacted(state: SyncState, now: number): void {
  state.lastContactAt = now
  state.offlineSince = null
  state.failures = 0
  state.notBefore = now
  if (state.mode === 'captive') state.mode = 'open'
}

/**
 * Nothing was taken over: it is tried again after a wait that grows.
 * @param floorMs the least wait, where the server named one
 * @param isOffline whether the server counts as out of reach
 */
export function fail(
  state: SyncState,
  now: number,
  floorMs: number | null,
  random: Random,
  isOffline = true,
): void {
  state.failures++
  if (isOffline) state.offlineSince ??= now
  state.notBefore = now + backOff(state.failures, random, floorMs)
  state.wantedAt = state.notBefore
}

/**
 * The next batch has half as many ops.
 * @param sent the batch that was too large: it may have been cut by its bytes, below the limit
 */
export function halve(state: SyncState, sent: InFlight | null = null): void {
  const isBatch = sent !== null && sent.toSeq >= sent.fromSeq
  const ops = isBatch ? Math.min(state.batchLimit, sent.toSeq - sent.fromSeq + 1) : state.batchLimit
  state.batchLimit = Math.max(1, Math.floor(ops / 2))
}
