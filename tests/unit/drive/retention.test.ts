import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ErasingNote,
  erasingAt,
  formatLoss,
  isShorter,
  keptUntil,
  shorterOf,
} from '#machines/drive/retention.ts'

const DAY = 86_400_000

test.each([
  [{ is_assessment: false, end_time: 5, results_retention_days: 30 }, 5 + 30 * DAY],
  [{ is_assessment: false, end_time: 5, results_retention_days: null }, null],
  // Each test for itself.
  [{ is_assessment: true, end_time: 5, results_retention_days: 30 }, null],
])('results of %j are kept until %j', (drive, until) => expect(keptUntil(drive)).toBe(until))

test.each([
  [null, null, false],
  [null, 30, true],
  [30, null, false],
  [60, 30, true],
  [30, 60, false],
  [30, 30, false],
])('from %j days to %j is shorter: %j', (before, after, is) => expect(isShorter(before, after)).toBe(is))

test.each([
  [60, null, 60],
  [60, 45, 45],
  [60, 400, 60],
])('of %j and %j days the shorter are %j', (days, other, shorter) =>
  expect(shorterOf(days, other)).toBe(shorter),
)

test.each([
  [
    false,
    { attempts: 8, candidates: 0, at: '2026-12-22T10:00:00.000Z' },
    '8 invitations and tests of ‘Spring’ will be erased on day 22. Nothing brings them back.',
  ],
  [
    true,
    { attempts: 1, candidates: 1, at: '2026-12-22T10:00:00.000Z' },
    '1 invitation or test of ‘Spring’ will be erased from day 22 on, and with them 1 candidate invited to nothing else. Nothing brings them back.',
  ],
  [
    true,
    { attempts: 2, candidates: 2, at: '2026-12-01T00:00:00.000Z' },
    '2 invitations and tests of ‘Spring’ will be erased within minutes, and with them 2 candidates invited to nothing else. Nothing brings them back.',
  ],
  [
    true,
    { attempts: 0, candidates: 0, at: null },
    'No test of ‘Spring’ has ended yet. Each is erased that long after its end.',
  ],
])('of an assessment %j the loss of %j is told: %s', (is_assessment, erases, words) =>
  expect(
    formatLoss({ name: 'Spring', is_assessment }, erases, {
      now: Date.parse('2026-12-01T00:00:00.000Z'),
      dayOf: (iso) => `day ${iso.slice(8, 10)}`,
    }),
  ).toBe(words),
)

test.each<[string, ErasingNote | null, number, ErasingNote['hold']]>([
  ['a first look', null, 9 * DAY, null],
  ['a look within a day', { seen: 9 * DAY, hold: null }, 10 * DAY, null],
  [
    'one more than a day later',
    { seen: 9 * DAY, hold: null },
    10 * DAY + 1,
    { why: 'clock', since: 10 * DAY + 1, before: 9 * DAY },
  ],
  [
    'one more than a day earlier',
    { seen: 9 * DAY, hold: null },
    8 * DAY - 1,
    { why: 'clock', since: 8 * DAY - 1, before: 9 * DAY },
  ],
  [
    'one within the day after a jump',
    { seen: 10 * DAY, hold: { why: 'clock', since: 9.5 * DAY, before: 0 } },
    10.4 * DAY,
    { why: 'clock', since: 9.5 * DAY, before: 0 },
  ],
  [
    'one a day after a jump',
    { seen: 10 * DAY, hold: { why: 'clock', since: 9.5 * DAY, before: 0 } },
    10.5 * DAY,
    null,
  ],
  [
    'another jump',
    { seen: 10 * DAY, hold: { why: 'clock', since: 9.5 * DAY, before: 0 } },
    40 * DAY,
    { why: 'clock', since: 40 * DAY, before: 10 * DAY },
  ],
  [
    'any time after a restore',
    { seen: 10 * DAY, hold: { why: 'restore', since: 10 * DAY, before: null } },
    400 * DAY,
    { why: 'restore', since: 10 * DAY, before: null },
  ],
])('erasing after %s', (_, note, now, hold) => expect(erasingAt(note, now)).toEqual({ seen: now, hold }))

test('whatever a clock does, nothing is erased by it before it has run for a day', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: DAY }), fc.integer({ min: -9_000 * DAY, max: 9_000 * DAY }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let note = erasingAt(null, 0)
      // For how long since it last jumped; once it is believed, small steps change nothing.
      let ran = Number.POSITIVE_INFINITY
      for (const by of steps) {
        note = erasingAt(note, note.seen + by)
        ran = Math.abs(by) > DAY ? 0 : ran + by
        if (ran >= DAY) ran = Number.POSITIVE_INFINITY
        else expect(note.hold).not.toBeNull()
      }
    }),
  )
})
