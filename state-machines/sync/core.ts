import { BATCH_MAX_OPS, BUSY_HEARTBEAT_MS, HEARTBEAT_MS } from '#contract/constants.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { Random } from './backoff.ts'
import { contacted, countRewind, fail, halve, hasWork, toFork } from './moves.ts'
import { foreign, refuse, unkept, unleased } from './refusals.ts'
import type { SyncEffect, SyncEvent, SyncState } from './state.ts'

/**
 * The sync core: what the sender does next, as a pure function of its state and an event. Clock, randomness, storage
 * and network are outside, so that a hundred thousand exams can be played through in a minute.
 */

export interface Stepped {
  state: SyncState
  effects: SyncEffect[]
}

/** New ops wait this long for company. */
const GATHER_MS = 250
const TIMEOUT_MS = 10_000
/** Every 4 KB of body adds a second to the timeout. */
const BYTES_PER_SECOND = 4_096
/** An unacked op older than this while the server answers means that the sender stands still. */
const STALL_MS = 60_000
/** Nobody writes on a device that lost the test. */
const LOST_HEARTBEAT_MS = 5 * 60_000
/** A send that neither answers nor fails this long behind its timeout is given up. */
const LOST_SEND_MS = 5_000

export function step(before: SyncState, event: SyncEvent, random: Random): Stepped {
  const effects: SyncEffect[] = []
  const state = { ...before }
  if ('now' in event) followClock(state, event.now)
  switch (event.type) {
    case 'appended':
      if (event.seq > state.tail.seq) state.tail = { seq: event.seq, hash: event.hash }
      if (event.seq <= state.acked.seq) break
      state.waitingSince ??= event.now
      // It goes with the new lease.
      if (state.mode === 'forked') break
      state.wantedAt = Math.min(state.wantedAt ?? Infinity, event.now + GATHER_MS)
      break
    case 'wake':
      // A lease that is being asked for is not asked for a second time.
      if (state.mode === 'forked' && state.wantedAt === null) break
      state.notBefore = Math.min(state.notBefore, event.now)
      state.wantedAt = event.now
      if (state.mode === 'captive' || state.mode === 'unauthorized')
        state.mode = state.leaseWanted ? 'forked' : 'open'
      break
    case 'tick':
      watch(state, event.now, effects)
      break
    case 'cut':
      if (state.inFlight?.nonce === event.nonce)
        state.inFlight = {
          ...state.inFlight,
          toSeq: event.toSeq,
          timeoutMs: TIMEOUT_MS + Math.ceil(event.bytes / BYTES_PER_SECOND) * 1000,
        }
      return { state, effects }
    case 'answered':
      if (state.inFlight?.nonce !== event.nonce) break
      state.inFlight = null
      acknowledge(state, event.answer, event.ownHash, event.now, effects, random)
      break
    case 'refused':
      if (state.inFlight?.nonce !== event.nonce) break
      refuse(state, event, effects, random)
      break
    case 'foreign':
      if (state.inFlight?.nonce !== event.nonce) break
      foreign(state, event, random)
      break
    case 'failed':
      if (state.inFlight?.nonce !== event.nonce) break
      // A heartbeat that times out says nothing of sizes.
      if (event.why === 'timeout' && state.inFlight.toSeq >= state.inFlight.fromSeq)
        halve(state, state.inFlight)
      state.inFlight = null
      fail(state, event.now, null, random)
      break
    case 'unkept':
      if (state.inFlight?.nonce !== event.nonce) break
      state.inFlight = null
      unkept(state, event, random)
      break
    case 'unleased':
      unleased(state, event, random)
      break
    case 'leased':
      contacted(state, event.now)
      state.mode = 'open'
      state.leaseWanted = false
      state.tail = event.tail
      state.acked = event.acked
      state.quarantinedSeq = event.acked.seq
      state.inFlight = null
      state.rewinds = 0
      state.wantedAt = event.now
      state.waitingSince = event.tail.seq > event.acked.seq ? event.now : null
      break
  }
  if ('now' in event) sendIfDue(state, event.now, effects, random)
  return { state, effects }
}

/** A clock that was set back takes every time of the state with it: what was due in a second stays due in a second. */
function followClock(state: SyncState, now: number): void {
  const back = Math.min(0, now - state.clock)
  state.clock = now
  if (back === 0) return
  const moved = (time: number | null): number | null => (time === null ? null : time + back)
  state.notBefore += back
  state.wantedAt = moved(state.wantedAt)
  state.waitingSince = moved(state.waitingSince)
  state.lastContactAt = moved(state.lastContactAt)
  state.offlineSince = moved(state.offlineSince)
  if (state.inFlight) state.inFlight = { ...state.inFlight, sentAt: state.inFlight.sentAt + back }
}

/** When the core wants a tick by itself. */
export function nextTickAt(state: SyncState): number {
  if (state.inFlight) return state.inFlight.sentAt + state.inFlight.timeoutMs + LOST_SEND_MS
  if (state.mode === 'closed' || state.mode === 'unauthorized') return Infinity
  if (state.mode === 'forked') return Math.max(state.notBefore, state.wantedAt ?? Infinity)
  if (state.mode === 'lease_lost' && !hasWork(state))
    return Math.max(state.notBefore, Math.min(state.wantedAt ?? Infinity, lostHeartbeatAt(state)))
  const wanted = hasWork(state) || state.wantedAt !== null ? (state.wantedAt ?? 0) : heartbeatAt(state)
  return Math.max(state.notBefore, Math.min(wanted, heartbeatAt(state)))
}

function heartbeatAt(state: SyncState): number {
  const every = hasWork(state) ? BUSY_HEARTBEAT_MS : HEARTBEAT_MS
  return (state.lastContactAt ?? -Infinity) + every
}

/** A device that lost the test still wants to hear that the server came back from a backup, and lacks its part. */
const lostHeartbeatAt = ({ lastContactAt }: SyncState): number =>
  (lastContactAt ?? -Infinity) + LOST_HEARTBEAT_MS

function sendIfDue(state: SyncState, now: number, effects: SyncEffect[], random: Random): void {
  if (state.inFlight || now < nextTickAt(state)) return
  if (state.mode === 'forked') {
    toFork(state, effects)
    return
  }
  const nonce = random.text()
  const fromSeq = (state.mode === 'lease_lost' ? state.quarantinedSeq : state.acked.seq) + 1
  const maxOps = hasWork(state) ? state.batchLimit : 0
  state.inFlight = { nonce, fromSeq, toSeq: fromSeq - 1, sentAt: now, timeoutMs: TIMEOUT_MS }
  state.wantedAt = null
  effects.push({ type: 'send', nonce, fromSeq, maxOps, timeoutMs: TIMEOUT_MS })
}

/** An answer is an ack only if its head is one of ours with our hash. */
function acknowledge(
  state: SyncState,
  answer: SyncAnswer,
  ownHash: string | null,
  now: number,
  effects: SyncEffect[],
  random: Random,
): void {
  contacted(state, now)
  if (ownHash !== answer.head_hash) {
    // The server holds ops this device does not know, or other ones: this log cannot go on.
    toFork(state, effects)
    return
  }
  // The batch is cut from storage: it may hold an op whose 'appended' has not been told yet.
  if (answer.head_seq > state.tail.seq) state.tail = { seq: answer.head_seq, hash: answer.head_hash }
  const moved = answer.head_seq !== state.acked.seq
  if (answer.head_seq < state.acked.seq) {
    state.acked = { seq: answer.head_seq, hash: answer.head_hash }
    effects.push({ type: 'rewound', toSeq: answer.head_seq })
    countRewind(state, effects)
  } else if (answer.head_seq > state.acked.seq) {
    state.rewinds = 0
    state.acked = { seq: answer.head_seq, hash: answer.head_hash }
    state.batchLimit = Math.min(BATCH_MAX_OPS, state.batchLimit * 2)
  }
  effects.push({ type: 'acked', answer })
  if (hasWork(state)) {
    // An answer that takes nothing over is no reason to ask again at once, and no end of the wait.
    if (moved || state.waitingSince === null) state.waitingSince = now
    state.wantedAt = moved ? now : (state.wantedAt ?? now + BUSY_HEARTBEAT_MS)
    if (state.rewinds > 0) fail(state, now, null, random, false)
  } else state.waitingSince = null
}

/** Gives up a send that was lost without a word, and a sender that stands still although the server answers. */
function watch(state: SyncState, now: number, effects: SyncEffect[]): void {
  const { inFlight, waitingSince, lastContactAt } = state
  if (inFlight && now >= inFlight.sentAt + inFlight.timeoutMs + LOST_SEND_MS) {
    effects.push({ type: 'abort', nonce: inFlight.nonce })
    state.inFlight = null
    state.offlineSince ??= now
    state.wantedAt = now
    return
  }
  const stalled =
    state.mode === 'open' &&
    waitingSince !== null &&
    now - waitingSince > STALL_MS &&
    lastContactAt !== null &&
    lastContactAt > waitingSince
  if (stalled) {
    if (inFlight) effects.push({ type: 'abort', nonce: inFlight.nonce })
    state.inFlight = null
    state.failures = 0
    state.notBefore = now
    state.wantedAt = now
    state.batchLimit = 1
    state.waitingSince = now
    effects.push({ type: 'stalled' })
  }
}
