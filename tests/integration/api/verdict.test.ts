import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRACE_MS, HEARTBEAT_MS, UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import {
  type Downtime,
  graceUntil,
  madeAt,
  type OpTimes,
  uploadUntil,
  type Verdict,
  type VerdictFacts,
  verdictOf,
} from '#machines/attempt/verdict.ts'

/** When an op counts: the table of verdicts at its borders, and what must hold for any times. */

const DEADLINE = 1_000_000_000
const OFFLINE = 30 * 60_000
const facts: VerdictFacts = { deadlineAt: DEADLINE, pauses: [], downtime: [], maxOfflineMs: OFFLINE }

/** An op made a minute before the deadline with an anchor a minute older, received at once. */
const base: OpTimes = {
  receivedAt: DEADLINE - 60_000,
  estimatedAt: DEADLINE - 60_000,
  anchorAt: DEADLINE - 120_000,
  announcedAt: DEADLINE - 60_000,
  contactBefore: DEADLINE - 120_000,
}
const late = DEADLINE + GRACE_MS + 1

const table: [string, Partial<OpTimes>, Partial<VerdictFacts>, Verdict][] = [
  ['before the deadline', {}, {}, 'on_time'],
  ['made and received at the deadline', { receivedAt: DEADLINE, estimatedAt: DEADLINE }, {}, 'on_time'],
  [
    'made at the deadline, received at the end of the grace',
    { receivedAt: DEADLINE + GRACE_MS, estimatedAt: DEADLINE },
    {},
    'on_time',
  ],
  ['made 1 ms after the deadline', { receivedAt: DEADLINE + 1, estimatedAt: DEADLINE + 1 }, {}, 'late'],
  [
    'said to be made before its anchor after the deadline',
    { receivedAt: DEADLINE + 9, estimatedAt: DEADLINE - 60_000, anchorAt: DEADLINE + 1 },
    {},
    'late',
  ],
  ['received 1 ms after the grace', { receivedAt: late }, {}, 'on_time_claimed'],
  [
    'the same, anchor at the deadline',
    { receivedAt: late, estimatedAt: DEADLINE, anchorAt: DEADLINE },
    {},
    'on_time_claimed',
  ],
  ['the same, made 1 ms after the deadline', { receivedAt: late, estimatedAt: DEADLINE + 1 }, {}, 'late'],
  [
    'offline for the longest time allowed',
    { receivedAt: late, estimatedAt: DEADLINE - 5, anchorAt: DEADLINE - 5 - OFFLINE, contactBefore: null },
    {},
    'on_time_claimed',
  ],
  [
    'offline 1 ms longer',
    { receivedAt: late, estimatedAt: DEADLINE - 5, anchorAt: DEADLINE - 6 - OFFLINE, contactBefore: null },
    {},
    'late',
  ],
  [
    'contact after it was made, before it was announced',
    { receivedAt: late, contactBefore: DEADLINE - 60_000 + 2_001 },
    {},
    'late',
  ],
  [
    'contact within the slack of a request in flight',
    { receivedAt: late, contactBefore: DEADLINE - 60_000 + 2_000 },
    {},
    'on_time_claimed',
  ],
  ['no contact before', { receivedAt: late, contactBefore: null }, {}, 'on_time_claimed'],
  [
    'received at the end of the upload window',
    { receivedAt: DEADLINE + UPLOAD_WINDOW_MS },
    {},
    'on_time_claimed',
  ],
  ['received 1 ms after it', { receivedAt: DEADLINE + UPLOAD_WINDOW_MS + 1 }, {}, 'late'],
  ['no proven anchor, received in time', { anchorAt: null }, {}, 'on_time'],
  [
    'no proven anchor, received 1 ms after the deadline',
    { anchorAt: null, receivedAt: DEADLINE + 1 },
    {},
    'late',
  ],
  [
    'a plain call at the deadline',
    { anchorAt: null, estimatedAt: null, receivedAt: DEADLINE },
    {},
    'on_time',
  ],
  ['a plain call 1 ms after it', { anchorAt: null, estimatedAt: null, receivedAt: DEADLINE + 1 }, {}, 'late'],
  [
    'server back an hour after the deadline, received at the end of its grace',
    { receivedAt: DEADLINE + 3_600_000 + GRACE_MS },
    { downtime: [{ from: DEADLINE - 1, to: DEADLINE + 3_600_000 }] },
    'on_time',
  ],
  [
    '1 ms later',
    { receivedAt: DEADLINE + 3_600_000 + GRACE_MS + 1 },
    { downtime: [{ from: DEADLINE - 1, to: DEADLINE + 3_600_000 }] },
    'on_time_claimed',
  ],
  ['made as the pause began', {}, { pauses: [{ from: DEADLINE - 60_000, to: null }] }, 'on_time'],
  [
    'made as the word of the pause must have come',
    {},
    { pauses: [{ from: DEADLINE - 60_000 - HEARTBEAT_MS, to: null }] },
    'on_time',
  ],
  ['made 1 ms later', {}, { pauses: [{ from: DEADLINE - 60_001 - HEARTBEAT_MS, to: null }] }, 'late'],
  ['made 1 ms before it went on', {}, { pauses: [{ from: 0, to: DEADLINE - 59_999 }] }, 'late'],
  ['made as it went on', {}, { pauses: [{ from: 0, to: DEADLINE - 60_000 }] }, 'on_time'],
]

describe('verdict', () => {
  test.each(table)('%s', (_, times, given, verdict) => {
    expect(verdictOf({ ...base, ...times }, { ...facts, ...given })).toBe(verdict)
  })

  test.each([
    ['2 s before it was heard in a pause: it was on its way', 2_000, 'on_time'],
    ['longer before, and not announced then: it had not been made', 2_001, 'late'],
  ] as const)('says that it was made %s', (_, before, verdict) => {
    const from = DEADLINE - 600_000
    const pause = { from, to: from + 300_000 }
    const made = from + HEARTBEAT_MS
    const heard = { estimatedAt: made, anchorAt: from, contactBefore: made + before }
    // Whenever it comes, also after the pause.
    for (const receivedAt of [made + before + 1, pause.to + 60_000])
      expect(verdictOf({ ...base, ...heard, receivedAt }, { ...facts, pauses: [pause] })).toBe(verdict)
  })

  test('made lies between anchor and receipt, whatever the device says', () => {
    expect(madeAt({ receivedAt: 100, estimatedAt: 5_000, anchorAt: 50 })).toBe(100)
    expect(madeAt({ receivedAt: 100, estimatedAt: -5_000, anchorAt: 50 })).toBe(50)
    expect(madeAt({ receivedAt: 100, estimatedAt: 70, anchorAt: 50 })).toBe(70)
    expect(madeAt({ receivedAt: 100, estimatedAt: 70, anchorAt: null })).toBe(100)
  })
})

const around = fc.oneof(
  fc.integer({ min: DEADLINE - 2 * OFFLINE, max: DEADLINE + 2 * UPLOAD_WINDOW_MS }),
  fc.integer({ min: DEADLINE - 3, max: DEADLINE + 3 }),
  fc.integer({ min: DEADLINE + GRACE_MS - 3, max: DEADLINE + GRACE_MS + 3 }),
)
const times: fc.Arbitrary<OpTimes> = fc
  .record({
    receivedAt: around,
    estimatedAt: fc.option(fc.oneof(around, fc.constantFrom(-8.64e15, 8.64e15))),
    anchorAge: fc.option(fc.nat({ max: 3 * OFFLINE })),
    announcedAt: around,
    contactBefore: fc.option(around),
  })
  .map(({ anchorAge, ...t }) => ({ ...t, anchorAt: anchorAge === null ? null : t.receivedAt - anchorAge }))

/** Up to four stretches, oldest first, each after the one before. */
const downtime: fc.Arbitrary<Downtime[]> = fc
  .array(fc.tuple(fc.nat({ max: 3 * OFFLINE }), fc.integer({ min: 1, max: OFFLINE })), { maxLength: 4 })
  .map((lengths) => {
    let at = DEADLINE - 3 * OFFLINE
    return lengths.map(([served, away]) => {
      const from = at + served
      at = from + away
      return { from, to: at }
    })
  })

describe('whatever the device says', () => {
  test('nothing received after the grace counts as on time, nothing made late counts at all', () => {
    fc.assert(
      fc.property(times, downtime, (t, downtime) => {
        const given = { ...facts, downtime }
        const verdict = verdictOf(t, given)
        const made = madeAt(t)
        expect(made).toBeLessThanOrEqual(t.receivedAt)
        if (made > DEADLINE) expect(verdict).toBe('late')
        if (verdict === 'on_time') expect(t.receivedAt).toBeLessThanOrEqual(graceUntil(given))
        if (verdict === 'on_time_claimed') {
          expect(t.anchorAt).not.toBeNull()
          expect(made - Number(t.anchorAt)).toBeLessThanOrEqual(OFFLINE)
          expect(t.receivedAt).toBeLessThanOrEqual(uploadUntil(given))
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('a later receipt never makes a verdict better', () => {
    const worth: Record<Verdict, number> = { on_time: 2, on_time_claimed: 1, late: 0 }
    fc.assert(
      fc.property(times, fc.nat({ max: 2 * UPLOAD_WINDOW_MS }), (t, delay) => {
        const sooner = verdictOf(t, facts)
        const later = verdictOf({ ...t, receivedAt: t.receivedAt + delay }, facts)
        expect(worth[later]).toBeLessThanOrEqual(worth[sooner])
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the grace', () => {
  const deadlineAt = 1_000_000
  const end = deadlineAt + GRACE_MS
  const back = deadlineAt + 600_000
  test.each<[string, Downtime[], number]>([
    ['without an outage', [], end],
    ['away before the deadline only', [{ from: 0, to: deadlineAt }], end],
    ['away at the deadline: from the return', [{ from: deadlineAt - 1, to: back }], back + GRACE_MS],
    ['away within the grace: from the return', [{ from: end, to: back }], back + GRACE_MS],
    ['away after the grace', [{ from: end + 1, to: back }], end],
    [
      'a second restart right after the return does not take it away',
      [
        { from: deadlineAt - 1, to: back },
        { from: back + 10_000, to: back + 12_000 },
      ],
      back + 12_000 + GRACE_MS,
    ],
    [
      'nor does one after that grace was used up',
      [
        { from: deadlineAt - 1, to: back },
        { from: back + GRACE_MS + 1, to: back + 99_000 },
      ],
      back + GRACE_MS,
    ],
  ])('%s', (_, downtime, until) => {
    expect(graceUntil({ deadlineAt, downtime })).toBe(until)
  })

  test('work is taken for a day, and longer where the server was away for that day', () => {
    expect(uploadUntil({ deadlineAt, downtime: [] })).toBe(deadlineAt + UPLOAD_WINDOW_MS)
    const to = deadlineAt + 2 * UPLOAD_WINDOW_MS
    expect(uploadUntil({ deadlineAt, downtime: [{ from: deadlineAt - 1, to }] })).toBe(to + GRACE_MS)
  })
})
