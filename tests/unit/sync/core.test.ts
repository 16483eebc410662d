import { describe, expect, it } from 'vitest'
import { nextTickAt } from '#machines/sync/core.ts'
import { initialState, type SyncEvent, type SyncState } from '#machines/sync/state.ts'
import { answer, head, NOW, nonceOf, play, refusal, sending, types } from './support.ts'

/** One row a case of the retry table: what the sender sees, and what it does. */

describe('an answer', () => {
  it('is an ack when its head is ours with our hash', () => {
    const before = sending(3)
    const { state, effects } = play(before, {
      type: 'answered',
      now: NOW + 50,
      nonce: nonceOf(before),
      answer: answer(3),
      ownHash: 'hash-3',
    })
    expect(state.acked).toEqual(head(3))
    expect(types(effects)).toEqual(['acked'])
    expect(state.offlineSince).toBeNull()
  })

  it('with another hash at its head is no ack: the log is forked', () => {
    const before = sending(3)
    const { state, effects } = play(before, {
      type: 'answered',
      now: NOW + 50,
      nonce: nonceOf(before),
      answer: answer(3),
      ownHash: 'another',
    })
    expect(state.acked.seq).toBe(0)
    expect(types(effects)).toEqual(['take_lease'])
  })

  it('whose head is an op of ours that was not told yet raises the tail instead of forking', () => {
    const before = sending(3)
    const { state, effects } = play(before, {
      type: 'answered',
      now: NOW + 50,
      nonce: nonceOf(before),
      answer: answer(4),
      ownHash: 'hash-4',
    })
    expect(types(effects)).toEqual(['acked'])
    expect(state.tail).toEqual(head(4))
    const told = play(state, { type: 'appended', now: NOW + 60, ...head(4) })
    expect(told.state.tail).toEqual(head(4))
    expect(told.state.waitingSince).toBeNull()
  })

  it('to an older request changes nothing', () => {
    const before = sending(3)
    const { state, effects } = play(before, {
      type: 'answered',
      now: NOW + 50,
      nonce: 'older',
      answer: answer(3),
      ownHash: 'hash-3',
    })
    expect(state.acked.seq).toBe(0)
    expect(effects).toEqual([])
  })

  it('that acknowledges a part sends the rest at once', () => {
    const before = sending(3)
    const { effects } = play(before, {
      type: 'answered',
      now: NOW + 50,
      nonce: nonceOf(before),
      answer: answer(2),
      ownHash: 'hash-2',
    })
    expect(effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 3 })
  })

  it('that the lease is unknown asks for it, also where another device had the test', () => {
    for (const mode of ['open', 'lease_lost'] as const) {
      const before = { ...sending(3), mode }
      const { state, effects } = play(before, refusal(before, 409, 'lease_unknown'))
      expect(types(effects)).toEqual(['take_lease'])
      expect(state).toMatchObject({ mode: 'forked', offlineSince: null, acked: { seq: 0 } })
    }
  })
})

describe('backs off and sends the same again after', () => {
  const cases: [string, (s: SyncState) => SyncEvent][] = [
    ['a network error', (s) => ({ type: 'failed', now: NOW + 100, nonce: nonceOf(s), why: 'network' })],
    ['a timeout', (s) => ({ type: 'failed', now: NOW + 100, nonce: nonceOf(s), why: 'timeout' })],
    ['408', (s) => refusal(s, 408, null)],
    ['425', (s) => refusal(s, 425, null)],
    ['429 of somebody else', (s) => refusal(s, 429, null)],
    ['500', (s) => refusal(s, 500, 'internal')],
    ['503', (s) => refusal(s, 503, 'unavailable')],
    [
      'HTML in the server’s place',
      (s) => ({ type: 'foreign', now: NOW + 100, nonce: nonceOf(s), isTooLarge: false }),
    ],
  ]
  it.each(cases)('%s', (_, event) => {
    const before = sending(3)
    const { state, effects } = play(before, event(before))
    expect(effects).toEqual([])
    expect(state.acked.seq).toBe(0)
    expect(state.inFlight).toBeNull()
    expect(state.offlineSince).toBe(NOW + 100)
    const later = nextTickAt(state)
    expect(later).toBeGreaterThan(NOW + 100)
    expect(later).toBeLessThanOrEqual(NOW + 100 + 30_000)
    const again = play(state, { type: 'tick', now: later })
    expect(again.effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 1 })
  })

  it.each([
    ['before the request went out: the line is as it was', false],
    ['when the answer was to be written down: the server is in reach', true],
  ])('a storage that failed %s', (_, isAnswered) => {
    for (const offlineSince of [null, NOW - 5_000]) {
      const before = { ...sending(3), offlineSince, failures: 2 }
      const event: SyncEvent = { type: 'unkept', now: NOW + 100, nonce: nonceOf(before), isAnswered }
      const { state, effects } = play(before, event)
      expect(effects).toEqual([])
      expect(state).toMatchObject({ inFlight: null, acked: head(0), failures: 3 })
      expect(state.offlineSince).toBe(isAnswered ? null : offlineSince)
      expect(state.lastContactAt).toBe(isAnswered ? NOW + 100 : null)
      const later = nextTickAt(state)
      expect(later).toBeGreaterThan(NOW + 100)
      const again = play(state, { type: 'tick', now: later })
      expect(again.effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 1 })
    }
  })

  it('429 of our server, which is in reach all the same', () => {
    const before = { ...sending(3), offlineSince: NOW - 5_000 }
    const { state } = play(before, refusal(before, 429, 'too_many_requests', {}, 20_000))
    expect(state.offlineSince).toBeNull()
    expect(nextTickAt(state)).toBeGreaterThanOrEqual(NOW + 100 + 20_000)
    const again = play(state, { type: 'tick', now: nextTickAt(state) })
    expect(again.effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 1 })
  })

  it('never sooner than Retry-After asks', () => {
    const before = sending(3)
    const { state } = play(before, refusal(before, 503, 'unavailable', {}, 20_000))
    expect(nextTickAt(state)).toBeGreaterThanOrEqual(NOW + 100 + 20_000)
  })
})

describe('a refusal', () => {
  it('401 keeps the ops and stops until the link is opened again', () => {
    const before = sending(3)
    const { state, effects } = play(before, refusal(before, 401, 'unauthorized'))
    expect(state.mode).toBe('unauthorized')
    expect(effects).toEqual([])
    expect(nextTickAt(state)).toBe(Infinity)
    expect(state.tail.seq).toBe(3)
  })

  it('lease_lost: what was acknowledged is not sent to quarantine, whatever lease it came under', () => {
    const before = { ...sending(3), acked: head(2), quarantinedSeq: 0 }
    const { state, effects } = play(before, refusal(before, 403, 'lease_lost', { quarantined_seq: null }))
    expect(state.quarantinedSeq).toBe(2)
    const later = play(state, { type: 'tick', now: nextTickAt(state) })
    expect([...effects, ...later.effects].find((e) => e.type === 'send')).toMatchObject({ fromSeq: 3 })
  })

  it('lease_lost makes it read only; the tail still goes to quarantine until all of it is there', () => {
    const before = sending(3)
    const nonce = nonceOf(before)
    const first = play(before, refusal(before, 403, 'lease_lost', { nonce, quarantined_seq: 2 }))
    expect(first.state.mode).toBe('lease_lost')
    expect(types(first.effects)).toEqual(['quarantined', 'send'])
    expect(first.effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 3 })
    const second = play(
      first.state,
      refusal(first.state, 403, 'lease_lost', { nonce: nonceOf(first.state), quarantined_seq: 3 }),
    )
    expect(types(second.effects)).toEqual(['quarantined'])
    // It still wants to hear that the server came back from a backup.
    expect(nextTickAt(second.state)).toBe(NOW + 100 + 5 * 60_000)
  })

  it('lease_lost that repeats another nonce acknowledges nothing', () => {
    const before = sending(3)
    const { state } = play(
      before,
      refusal(before, 403, 'lease_lost', { nonce: 'another', quarantined_seq: 3 }),
    )
    expect(state.quarantinedSeq).toBe(0)
  })

  it('gap rewinds to what is expected', () => {
    const before = sending(5, { acked: head(3) })
    const { effects } = play(before, refusal(before, 409, 'gap', { expected_seq: 2 }))
    expect(types(effects)).toEqual(['rewound', 'send'])
    expect(effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 2 })
  })

  it('gap without end becomes a fork instead of a loop', () => {
    let state = sending(5, { acked: head(3) })
    const seen: string[] = []
    for (let i = 0; i < 6 && state.mode === 'open'; i++) {
      const stepped = play(state, refusal(state, 409, 'gap', { expected_seq: 2 }))
      seen.push(...types(stepped.effects))
      state = stepped.state
    }
    expect(seen).toContain('take_lease')
  })

  it('fork takes a new lease', () => {
    const before = sending(3)
    const { state, effects } = play(before, refusal(before, 409, 'fork'))
    expect(state.mode).toBe('forked')
    expect(types(effects)).toEqual(['take_lease'])
  })

  it('410 keeps the ops and stops', () => {
    const before = sending(3)
    const { state } = play(before, refusal(before, 410, 'upload_window_closed'))
    expect(state.mode).toBe('closed')
    expect(nextTickAt(state)).toBe(Infinity)
  })

  it('413 halves the batch, and one op still too large goes without its body', () => {
    const before = sending(4)
    const halved = play(before, refusal(before, 413, 'too_large'))
    expect(halved.state.batchLimit).toBe(2)
    const single = {
      ...halved.state,
      inFlight: halved.state.inFlight && { ...halved.state.inFlight, toSeq: halved.state.inFlight.fromSeq },
    }
    const stripped = play(single, refusal(single, 413, 'too_large'))
    expect(stripped.effects[0]).toEqual({ type: 'strip_body', seq: 1 })
  })
})

it.each([400, 422])('a refusal with %i sends smaller batches and is not called offline', (status) => {
  const before = sending(4)
  const { state } = play(before, refusal(before, status, 'invalid'))
  expect(state.batchLimit).toBe(2)
  expect(state.offlineSince).toBeNull()
  expect(state.acked.seq).toBe(0)
})

describe('by itself', () => {
  it('gathers new ops for 250 ms', () => {
    const idle = {
      ...initialState({ tail: head(0), acked: head(0), waitingSince: null }, NOW),
      wantedAt: null,
      lastContactAt: NOW,
    }
    const { state, effects } = play(idle, { type: 'appended', now: NOW + 10, ...head(1) })
    expect(effects).toEqual([])
    expect(nextTickAt(state)).toBe(NOW + 260)
  })

  it.each([
    [0, 30_000],
    [1, 10_000],
  ])('beats with %i ops waiting every %i ms', (waiting, every) => {
    const state = {
      ...initialState({ tail: head(waiting), acked: head(0), waitingSince: null }, NOW),
      wantedAt: waiting ? NOW + 60_000 : null,
      lastContactAt: NOW,
    }
    expect(nextTickAt(state)).toBe(NOW + every)
  })

  it('gives up a send that was lost without a word', () => {
    const before = sending(1)
    const { effects } = play(before, { type: 'tick', now: NOW + 15_001 })
    expect(types(effects)).toEqual(['abort', 'send'])
  })

  it('starts anew when an op waits over a minute although the server answers', () => {
    const before = {
      ...sending(2),
      inFlight: null,
      waitingSince: NOW,
      lastContactAt: NOW + 50_000,
      notBefore: NOW + 90_000,
      wantedAt: NOW + 90_000,
    }
    const { effects } = play(before, { type: 'tick', now: NOW + 60_001 })
    expect(types(effects)).toEqual(['stalled', 'send'])
  })

  it('tries at once when the line or the page comes back, whatever the back-off says', () => {
    const before = sending(2)
    const failed = play(before, {
      type: 'failed',
      now: NOW + 100,
      nonce: nonceOf(before),
      why: 'network',
    }).state
    const { effects } = play(failed, { type: 'wake', now: NOW + 101 })
    expect(types(effects)).toEqual(['send'])
  })
})

describe('a clock that is set', () => {
  const HOUR = 3_600_000

  it('back by an hour delays neither what waits nor the heartbeat', () => {
    const sent = sending(1)
    const acked = play(sent, {
      type: 'answered',
      now: NOW + 100,
      nonce: nonceOf(sent),
      answer: answer(1),
      ownHash: head(1).hash,
    }).state
    const jumped = play(acked, { type: 'tick', now: NOW + 200 - HOUR }).state
    expect(nextTickAt(jumped)).toBeLessThanOrEqual(NOW + 200 - HOUR + 30_000)
    const written = play(jumped, { type: 'appended', now: NOW + 300 - HOUR, ...head(2) }).state
    const due = nextTickAt(written)
    expect(due).toBeLessThanOrEqual(NOW + 300 - HOUR + 250)
    expect(types(play(written, { type: 'tick', now: due }).effects)).toContain('send')
  })

  it('back while a batch is on its way gives it up no later', () => {
    const before = sending(3)
    const jumped = play(before, { type: 'tick', now: NOW - HOUR }).state
    expect(nextTickAt(jumped)).toBe(nextTickAt(before) - HOUR - (before.clock - NOW))
  })

  it('forward by a day sends at once and takes nothing back', () => {
    const sent = sending(3)
    const before = play(sent, {
      type: 'failed',
      now: NOW + 100,
      nonce: nonceOf(sent),
      why: 'network',
    }).state
    const { effects } = play(before, { type: 'tick', now: NOW + 24 * HOUR })
    expect(effects.find((e) => e.type === 'send')).toMatchObject({ fromSeq: 1 })
  })
})

it('a clock that was set back takes the beginning of the outage with it: its length stays', () => {
  const before = sending(3, { offlineSince: NOW - 5_000 })
  const { state } = play(before, { type: 'tick', now: NOW - 3_600_000 })
  expect(state.offlineSince).toBe(NOW - 3_605_000)
})

it('a new lease counts what its own quarantine has from its head, not what an older one had', () => {
  const before: SyncState = { ...sending(3), mode: 'forked', inFlight: null, quarantinedSeq: 9 }
  const { state } = play(before, {
    type: 'leased',
    now: NOW + 100,
    tail: head(5),
    acked: head(4),
  })
  expect(state.quarantinedSeq).toBe(4)
})
