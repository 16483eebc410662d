import { describe, expect, it } from 'vitest'
import { backOff } from '#machines/sync/backoff.ts'
import { nextTickAt } from '#machines/sync/core.ts'
import { initialState, type SyncEvent, type SyncState } from '#machines/sync/state.ts'
import { answer, head, NOW, nonceOf, play, random, refusal, sending, types } from './support.ts'

/**
 * The effects of each row of the retry table beyond the sending again: sizes, waits, modes, and what it leaves alone.
 */

const sent = (effects: ReturnType<typeof play>['effects']) => effects.find((e) => e.type === 'send')
const failed = (state: SyncState, why: 'network' | 'timeout'): SyncEvent => ({
  type: 'failed',
  now: NOW + 100,
  nonce: nonceOf(state),
  why,
})
const answered = (state: SyncState, seq: number, more = {}, now = NOW + 50): SyncEvent => ({
  type: 'answered',
  now,
  nonce: nonceOf(state),
  answer: answer(seq, more),
  ownHash: head(seq).hash,
})
type Unleased = Extract<SyncEvent, { type: 'unleased' }>
const foreign = (state: SyncState, isTooLarge = false): SyncEvent => ({
  type: 'foreign',
  now: NOW + 100,
  nonce: nonceOf(state),
  isTooLarge,
})

describe('after a page load', () => {
  it('everything without an ack is sent at once', () => {
    const stored = { tail: head(7), acked: head(4), waitingSince: NOW }
    const { effects } = play(initialState(stored, NOW), { type: 'tick', now: NOW })
    expect(sent(effects)).toMatchObject({ fromSeq: 5, maxOps: 100 })
  })

  it('with nothing waiting the server is greeted with a heartbeat', () => {
    const stored = { tail: head(4), acked: head(4), waitingSince: null }
    const { effects } = play(initialState(stored, NOW), { type: 'tick', now: NOW })
    expect(sent(effects)).toMatchObject({ fromSeq: 5, maxOps: 0 })
  })
})

describe('one batch at a time', () => {
  const others: [string, SyncEvent][] = [
    ['a wake', { type: 'wake', now: NOW + 1_000 }],
    ['a tick', { type: 'tick', now: NOW + 1_000 }],
    ['a new op', { type: 'appended', now: NOW + 1_000, ...head(4) }],
  ]
  it.each(others)('%s sends nothing beside it', (_, event) => {
    expect(play(sending(3), event).effects).toEqual([])
  })

  const older: [string, SyncEvent][] = [
    ['failure', { type: 'failed', now: NOW + 50, nonce: 'older', why: 'timeout' }],
    ['refusal', { ...refusal(sending(3), 401, 'unauthorized'), nonce: 'older' } as SyncEvent],
    ['foreign answer', { type: 'foreign', now: NOW + 50, nonce: 'older', isTooLarge: true }],
    ['size', { type: 'cut', nonce: 'older', toSeq: 1, bytes: 400_000 }],
  ]
  it.each(older)('the %s of an older request changes nothing', (_, event) => {
    const before = sending(3)
    const clock = 'now' in event ? event.now : before.clock
    expect(play(before, event)).toEqual({ state: { ...before, clock }, effects: [] })
  })

  it('an op that came while it was on its way follows its answer at once', () => {
    const before = play(sending(3), { type: 'appended', now: NOW + 10, ...head(4) }).state
    const { effects } = play(before, answered(before, 3))
    expect(sent(effects)).toMatchObject({ fromSeq: 4, maxOps: 100 })
  })
})

describe('the timeout', () => {
  it('is ten seconds, and a second more for every 4 KB', () => {
    const before = sending(3)
    expect(nextTickAt(before)).toBe(NOW + 10_000 + 5_000)
    const { state } = play(before, { type: 'cut', nonce: nonceOf(before), toSeq: 3, bytes: 8_193 })
    expect(nextTickAt(state)).toBe(NOW + 13_000 + 5_000)
  })

  it.each([
    ['where the limit cut the batch', 200, 100, [50, 25, 12, 6, 3, 1, 1]],
    ['where its bytes did', 60, 12, [6, 3, 1, 1, 1, 1, 1]],
    ['where no more waits', 4, 4, [2, 1, 1, 1, 1, 1, 1]],
  ])('halves what was sent, again and again, but never below one op: %s', (_, waiting, fits, expected) => {
    let state = sending(waiting)
    const sizes: number[] = []
    let maxOps = 100
    for (let i = 0; i < 7; i++) {
      const cut = {
        type: 'cut',
        nonce: nonceOf(state),
        toSeq: Math.min(maxOps, fits),
        bytes: 400_000,
      } as const
      const timedOut = play(state, cut).state
      const next = play(timedOut, {
        ...failed(timedOut, 'timeout'),
        now: nextTickAt(timedOut),
      } as SyncEvent).state
      const again = play(next, { type: 'tick', now: nextTickAt(next) })
      const send = sent(again.effects)
      maxOps = send?.type === 'send' ? send.maxOps : 0
      sizes.push(Math.min(maxOps, fits))
      state = again.state
    }
    expect(sizes).toEqual(expected)
  })

  it('says nothing of sizes where a heartbeat was sent', () => {
    const idle = sending(0)
    const beat = { ...idle, inFlight: idle.inFlight && { ...idle.inFlight, toSeq: 0 } }
    expect(play(beat, failed(beat, 'timeout')).state.batchLimit).toBe(100)
  })

  it('is not the fault of the size where the line is broken', () => {
    const before = sending(3)
    expect(play(before, failed(before, 'network')).state.batchLimit).toBe(100)
  })

  it('is forgotten step by step: the batch doubles with each ack, up to a hundred', () => {
    let state = sending(200, { batchLimit: 12 })
    const limits: number[] = []
    for (let seq = 10; seq <= 40; seq += 10) {
      state = play(state, answered(state, seq)).state
      limits.push(state.batchLimit)
    }
    expect(limits).toEqual([24, 48, 96, 100])
  })
})

describe('the wait between tries', () => {
  it.each([
    [1, 2_000],
    [3, 8_000],
    [5, 30_000],
    [500, 30_000],
  ])('after %i failures is anywhere up to %i ms', (failures, ceiling) => {
    const at = (number: number) => backOff(failures, { ...random, number: () => number }, null)
    expect(at(0)).toBe(0)
    expect(at(0.5)).toBe(ceiling / 2)
    expect(at(0.9999)).toBeLessThan(ceiling)
    expect(at(0.9999)).toBeGreaterThan(ceiling * 0.99)
  })

  it('is never shorter than the server asks, also beyond half a minute', () => {
    expect(backOff(1, random, 90_000)).toBe(90_000)
    expect(backOff(5, random, 10)).toBe(15_000)
  })

  it('begins anew after an answer', () => {
    const before = sending(3, { failures: 6, offlineSince: NOW - 60_000 })
    expect(play(before, answered(before, 3)).state).toMatchObject({ failures: 0, offlineSince: null })
  })
})

describe('somebody else answers', () => {
  it('is called captive until the server answers or a person tries again', () => {
    const before = sending(3)
    const captive = play(before, foreign(before)).state
    expect(captive).toMatchObject({ mode: 'captive', offlineSince: NOW + 100, acked: { seq: 0 } })
    expect(play(captive, { type: 'wake', now: NOW + 200 }).state.mode).toBe('open')
    const again = play(captive, { type: 'tick', now: nextTickAt(captive) }).state
    expect(again.mode).toBe('captive')
    const late = nextTickAt(captive) + 10
    expect(play(again, answered(again, 3, {}, late)).state).toMatchObject({ mode: 'open', acked: { seq: 3 } })
  })

  it('does not count as contact', () => {
    const before = sending(3)
    expect(play(before, foreign(before)).state.lastContactAt).toBeNull()
  })
})

describe('a mode that does not send', () => {
  const still: [SyncState['mode'], (state: SyncState) => SyncEvent][] = [
    ['unauthorized', (s) => refusal(s, 401, 'unauthorized')],
    ['closed', (s) => refusal(s, 410, 'upload_window_closed')],
    ['forked', (s) => refusal(s, 409, 'fork')],
  ]
  it.each(still)('%s: new ops are kept and wait', (mode, event) => {
    const before = sending(3)
    const { state } = play(before, event(before))
    const more = play(state, { type: 'appended', now: NOW + 200, ...head(4) })
    const later = play(more.state, { type: 'tick', now: NOW + 600_000 })
    expect(later.state).toMatchObject({ mode, tail: head(4), acked: head(0) })
    expect(types([...more.effects, ...later.effects])).not.toContain('send')
  })

  it('unauthorized: the opened link is a wake, and everything goes', () => {
    const before = sending(3)
    const { state } = play(before, refusal(before, 401, 'unauthorized'))
    const { effects } = play(state, { type: 'wake', now: NOW + 200 })
    expect(sent(effects)).toMatchObject({ fromSeq: 1 })
  })

  it.each([
    ['closed', 410, 'upload_window_closed'],
    ['forked', 409, 'fork'],
  ] as const)('%s: a wake changes nothing', (mode, status, code) => {
    const before = sending(3)
    const { state } = play(before, refusal(before, status, code))
    const woken = play(state, { type: 'wake', now: NOW + 200 })
    expect(woken.state.mode).toBe(mode)
    expect(woken.effects).toEqual([])
  })

  describe('forked, and no lease was granted', () => {
    const asking = () => {
      const before = sending(3)
      return play(before, refusal(before, 409, 'fork')).state
    }
    const none = (why: Unleased['why'], retryAfterMs: number | null = null): Unleased => ({
      type: 'unleased',
      now: NOW + 500,
      why,
      retryAfterMs,
    })

    it.each(['unreachable', 'busy', 'unkept'] as const)('%s: it is asked for again with back-off', (why) => {
      const first = play(asking(), none(why)).state
      expect(first.offlineSince).toBe(why === 'unreachable' ? NOW + 500 : null)
      expect(nextTickAt(first)).toBe(NOW + 1_500)
      expect(play(first, { type: 'appended', now: NOW + 600, ...head(4) }).effects).toEqual([])
      const again = play(first, { type: 'tick', now: NOW + 1_500 })
      expect(types(again.effects)).toEqual(['take_lease'])
      expect(nextTickAt(again.state)).toBe(Infinity)
      // Once at a time, whatever suggests another try.
      expect(play(again.state, { type: 'wake', now: NOW + 1_600 }).effects).toEqual([])
      const second = play(again.state, { ...none(why), now: NOW + 2_000 }).state
      expect(nextTickAt(second)).toBe(NOW + 4_000)
    })

    it('waits as long as the server asks', () => {
      expect(nextTickAt(play(asking(), none('unreachable', 20_000)).state)).toBe(NOW + 20_500)
    })

    it('is asked for at once where somebody tries now', () => {
      const { state } = play(asking(), none('unreachable', 20_000))
      const woken = play(state, { type: 'wake', now: NOW + 600 })
      expect(types(woken.effects)).toEqual(['take_lease'])
      expect(woken.state.mode).toBe('forked')
    })

    it('unauthorized: the link has to be opened again, and then the lease is asked for, not the older one used', () => {
      const { state } = play(asking(), none('unauthorized'))
      expect(state).toMatchObject({ mode: 'unauthorized', offlineSince: null })
      expect(nextTickAt(state)).toBe(Infinity)
      const woken = play(state, { type: 'wake', now: NOW + 600 })
      expect(types(woken.effects)).toEqual(['take_lease'])
      const { state: leased } = play(woken.state, {
        type: 'leased',
        now: NOW + 700,
        acked: head(3),
        tail: head(3),
      })
      expect(leased.mode).toBe('open')
      // Nothing is left to be asked for under the new lease.
      const before = { ...sending(3), leaseWanted: leased.leaseWanted }
      const out = play(before, refusal(before, 401, 'unauthorized')).state
      expect(types(play(out, { type: 'wake', now: NOW + 800 }).effects)).toEqual(['send'])
    })

    it('closed: nothing is asked for any more', () => {
      const { state } = play(asking(), none('closed'))
      expect(state).toMatchObject({ mode: 'closed', offlineSince: null })
      expect(nextTickAt(state)).toBe(Infinity)
    })
  })

  it('forked: the new lease sends what was appended again', () => {
    const before = sending(3, { rewinds: 3 })
    const { state } = play(before, refusal(before, 409, 'fork'))
    const at = { now: NOW + 500, acked: { seq: 9, hash: 'theirs' } }
    const leased = play(state, { type: 'leased', ...at, tail: { seq: 11, hash: 'ours' } })
    expect(leased.state).toMatchObject({
      mode: 'open',
      waitingSince: NOW + 500,
      tail: { seq: 11 },
      rewinds: 0,
    })
    expect(sent(leased.effects)).toMatchObject({ fromSeq: 10, maxOps: 100 })
    const empty = play(state, { type: 'leased', ...at, tail: at.acked })
    expect(sent(empty.effects)).toMatchObject({ maxOps: 0 })
    expect(empty.state.waitingSince).toBeNull()
  })
})

describe('a lost lease', () => {
  const lost = (state: SyncState, upTo: unknown) =>
    refusal(state, 403, 'lease_lost', { nonce: nonceOf(state), quarantined_seq: upTo })

  it('never calls more quarantined than the device wrote', () => {
    const before = sending(3)
    const { state, effects } = play(before, lost(before, 99))
    expect(effects).toEqual([{ type: 'quarantined', toSeq: 3 }])
    expect(state).toMatchObject({ quarantinedSeq: 3, acked: { seq: 0 } })
  })

  it.each([null, 0, 'x'])('with %s quarantined tries again after a wait, in the same mode', (upTo) => {
    const before = sending(3)
    const { state, effects } = play(before, lost(before, upTo))
    expect(effects).toEqual([])
    expect(state).toMatchObject({ mode: 'lease_lost', quarantinedSeq: 0 })
    const again = play(state, { type: 'tick', now: nextTickAt(state) })
    expect(sent(again.effects)).toMatchObject({ fromSeq: 1 })
    expect(nextTickAt(state)).toBeGreaterThan(NOW + 100)
  })

  it('does not end with a wake', () => {
    const before = sending(3)
    const { state } = play(before, lost(before, 3))
    expect(play(state, { type: 'wake', now: NOW + 900 }).state.mode).toBe('lease_lost')
  })
})

describe('a head that went back', () => {
  it.each([6, 99, 'x', undefined, -1])('gap that expects %s (tail at 4) is a fork', (expected_seq) => {
    const before = sending(4)
    const { state, effects } = play(before, refusal(before, 409, 'gap', { expected_seq }))
    expect(state.mode).toBe('forked')
    expect(types(effects)).toEqual(['take_lease'])
  })

  it('without a new server epoch is believed three times, the fourth time it is a fork', () => {
    let state = sending(5, { acked: head(4) })
    const modes: string[] = []
    for (let i = 0; i < 4; i++) {
      const acked = { ...state, acked: head(4) }
      const next = play(acked, answered(acked, 2, {}, NOW + 50)).state
      modes.push(next.mode)
      if (next.mode === 'open') {
        expect(next.inFlight).toBeNull()
        state = play(next, { type: 'tick', now: nextTickAt(next) }).state
      }
    }
    expect(modes).toEqual(['open', 'open', 'open', 'forked'])
  })

  it('is forgiven by progress', () => {
    const before = sending(5, { acked: head(2), rewinds: 3 })
    expect(play(before, answered(before, 5)).state.rewinds).toBe(0)
  })
})

describe('an answer inside which', () => {
  it('an op was rejected is an ack like another: nothing blocks behind it', () => {
    const before = sending(3)
    const results = [1, 2, 3].map((seq) =>
      seq === 2
        ? { seq, op_id: 'o', result: 'rejected' as const, reason: 'bad_body' as const }
        : { seq, op_id: 'o', result: 'applied' as const },
    )
    const { state, effects } = play(before, answered(before, 3, { results }))
    expect(state.acked).toEqual(head(3))
    expect(types(effects)).toEqual(['acked'])
    expect(state.waitingSince).toBeNull()
  })

  it('nothing moved although ops wait is no reason to ask again at once, and the wait goes on', () => {
    const before = sending(3, { waitingSince: NOW - 40_000 })
    const { state, effects } = play(before, answered(before, 0))
    expect(types(effects)).toEqual(['acked'])
    expect(nextTickAt(state)).toBe(NOW + 50 + 10_000)
    expect(state.waitingSince).toBe(NOW - 40_000)
  })
})

describe('too large', () => {
  it('is tried again at once: half of it, then the single op without its body', () => {
    const before = sending(4)
    const halved = play(before, refusal(before, 413, 'too_large'))
    expect(sent(halved.effects)).toMatchObject({ fromSeq: 1, maxOps: 2 })
    const single = sending(1)
    const stripped = play(single, refusal(single, 413, 'too_large'))
    expect(types(stripped.effects)).toEqual(['strip_body', 'send'])
  })

  it('is halved as well where something between says so, and a single op waits whole for another line', () => {
    const before = sending(4)
    const halved = play(before, foreign(before, true))
    expect(sent(halved.effects)).toMatchObject({ fromSeq: 1, maxOps: 2 })
    expect(halved.state).toMatchObject({ mode: 'open', offlineSince: null })
    const single = sending(1)
    const waits = play(single, foreign(single, true))
    expect(waits.effects).toEqual([])
    expect(waits.state).toMatchObject({ mode: 'captive', acked: { seq: 0 }, offlineSince: NOW + 100 })
  })
})

describe('the watchdog', () => {
  const waiting = (change: Partial<SyncState>): SyncState => ({
    ...sending(2),
    inFlight: null,
    waitingSince: NOW,
    notBefore: NOW + 900_000,
    wantedAt: NOW + 900_000,
    ...change,
  })
  const tick: SyncEvent = { type: 'tick', now: NOW + 60_001 }

  it('begins anew with single ops, and gives up what is on its way', () => {
    const { state, effects } = play(
      { ...waiting({ lastContactAt: NOW + 1 }), inFlight: { ...inFlightAt(NOW + 59_000) } },
      tick,
    )
    expect(types(effects)).toEqual(['abort', 'stalled', 'send'])
    expect(state).toMatchObject({ batchLimit: 1, failures: 0 })
  })

  it.each([
    ['the server was out of reach', { lastContactAt: null }],
    ['there was no contact since the op was written', { lastContactAt: NOW - 1 }],
    ['nothing waits', { lastContactAt: NOW + 1, waitingSince: null }],
    ['somebody else answers', { lastContactAt: NOW + 1, mode: 'captive' as const }],
  ])('keeps still where %s', (_, change) => {
    expect(play(waiting(change), tick).effects).toEqual([])
  })

  it('keeps still for a minute', () => {
    const state = waiting({ lastContactAt: NOW + 1 })
    expect(play(state, { type: 'tick', now: NOW + 60_000 }).effects).toEqual([])
  })
})

const inFlightAt = (sentAt: number) => ({ nonce: 'n', fromSeq: 1, toSeq: 2, sentAt, timeoutMs: 10_000 })
