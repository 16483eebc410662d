import { BATCH_MAX_OPS, BUSY_HEARTBEAT_MS, HEARTBEAT_MS } from '#contract/constants.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import { backOff, type Random } from './backoff.ts'
import type { InFlight, SyncEffect, SyncEvent, SyncState } from './state.ts'

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
/** A send that neither answers nor fails this long behind its timeout is given up. */
const LOST_SEND_MS = 5_000
/** Telling us to rewind this often without progress is a fork in other words. */
const REWIND_LIMIT = 3

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
      if (event.why === 'timeout') halve(state)
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
  if (state.mode === 'lease_lost' && !hasWork(state)) return Infinity
  const wanted = hasWork(state) || state.wantedAt !== null ? (state.wantedAt ?? 0) : heartbeatAt(state)
  return Math.max(state.notBefore, Math.min(wanted, heartbeatAt(state)))
}

const hasWork = (state: SyncState): boolean =>
  state.mode === 'lease_lost' ? state.tail.seq > state.quarantinedSeq : state.tail.seq > state.acked.seq

function heartbeatAt(state: SyncState): number {
  const every = hasWork(state) ? BUSY_HEARTBEAT_MS : HEARTBEAT_MS
  return (state.lastContactAt ?? -Infinity) + every
}

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
  const epochChanged = answer.server_epoch !== state.serverEpoch
  state.serverEpoch = answer.server_epoch
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
    if (!epochChanged) countRewind(state, effects)
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

function refuse(
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
    // What was acknowledged stands in the log; only what is above it is still to be kept beside it.
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
  } else if (code === 'fork') {
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

function toFork(state: SyncState, effects: SyncEffect[]): void {
  state.mode = 'forked'
  state.leaseWanted = true
  state.wantedAt = null
  effects.push({ type: 'take_lease' })
}

/** Where another device has the test, sending says what becomes of this log; otherwise the lease is asked for again. */
function unleased(
  state: SyncState,
  { now, why, retryAfterMs }: Extract<SyncEvent, { type: 'unleased' }>,
  random: Random,
): void {
  if (why === 'unreachable' || why === 'busy' || why === 'unkept') {
    // Where the device's storage failed the server is as far away as it was.
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

function countRewind(state: SyncState, effects: SyncEffect[]): void {
  state.rewinds++
  if (state.rewinds > REWIND_LIMIT) toFork(state, effects)
}

function contacted(state: SyncState, now: number): void {
  state.lastContactAt = now
  state.offlineSince = null
  state.failures = 0
  state.notBefore = now
  if (state.mode === 'captive') state.mode = 'open'
}

function fail(state: SyncState, now: number, floorMs: number | null, random: Random, isOffline = true): void {
  state.failures++
  if (isOffline) state.offlineSince ??= now
  state.notBefore = now + backOff(state.failures, random, floorMs)
  state.wantedAt = state.notBefore
}

/**
 * What this device cannot keep is no fault of the line: nothing is acknowledged and the same goes again, and the server is as
 * far away as it was, or in reach where it answered. Nor does the sender stand still.
 */
function unkept(
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
function foreign(
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

/** @param sent the batch that was too large: it may have been cut by its bytes, below the limit */
function halve(state: SyncState, sent: InFlight | null = null): void {
  const isBatch = sent !== null && sent.toSeq >= sent.fromSeq
  const ops = isBatch ? Math.min(state.batchLimit, sent.toSeq - sent.fromSeq + 1) : state.batchLimit
  state.batchLimit = Math.max(1, Math.floor(ops / 2))
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
