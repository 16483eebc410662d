import { describe, expect, onTestFinished, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import {
  copyTimes,
  defaultTimes,
  driveTimeErrors,
  END_PAST,
  itemsError,
  START_LOCKED,
  sectionsOf,
} from '#machines/drive/policy.ts'
import { isDuplicateRule } from '#machines/drive/rules.ts'

const MIN = 60_000
const now = Date.UTC(2026, 10, 21, 9, 30, 12, 345)
const at = (from: number, to: number) => ({ start_time: now + from * MIN, end_time: now + to * MIN })

describe('a new drive’s dates', () => {
  test.each([
    ['both ahead', at(15, 60), {}],
    ['starting this very moment', at(0, 60), {}],
    ['starting a moment ago', { ...at(0, 60), start_time: now - 1 }, { start_time: t.startPast }],
    ['ending when it starts', at(15, 15), { end_time: t.endEqualsStart }],
    ['ending before it starts', at(15, 14), { end_time: t.endBeforeStart }],
    ['wholly past', at(-60, -30), { start_time: t.startPast, end_time: END_PAST }],
  ])('%s', (_, given, errors) => {
    expect(driveTimeErrors(given, null, now)).toEqual(errors)
  })
})

describe('an ongoing drive’s dates', () => {
  const stored = at(-60, 60)
  test.each([
    ['unchanged', stored, {}],
    ['a later end', at(-60, 120), {}],
    ['an earlier end that is still ahead', at(-60, 1), {}],
    ['another start', at(-61, 60), { start_time: START_LOCKED }],
    ['an end in the past', at(-60, -1), { end_time: END_PAST }],
  ])('%s', (_, given, errors) => {
    expect(driveTimeErrors(given, stored, now)).toEqual(errors)
  })
})

describe('an upcoming drive’s dates', () => {
  const stored = at(30, 60)
  test.each([
    ['unchanged', stored, {}],
    ['an earlier start', at(1, 60), {}],
    ['a start in the past', at(-1, 60), { start_time: t.startPast }],
  ])('%s', (_, given, errors) => {
    expect(driveTimeErrors(given, stored, now)).toEqual(errors)
  })
})

const clock = (ms: number): string => new Date(ms).toISOString()

test('a new drive starts in 15 minutes and ends tomorrow in 15 minutes, seconds 0', () => {
  const { start_time, end_time } = defaultTimes(now)
  expect([clock(start_time), clock(end_time)]).toEqual([
    '2026-11-21T09:45:00.000Z',
    '2026-11-22T09:45:00.000Z',
  ])
})

test.each([
  ['08:28:00.000', '08:43', '08:28'],
  ['08:30:59.999', '08:45', '08:30'],
  ['22:08:40.000', '22:23', '22:08'],
  ['23:46:00.000', '00:01', '23:46'],
])(
  'at %s a new drive is proposed for %s and a copy for %s: to the minute, seconds 0',
  (time, start, copy) => {
    const at = Date.parse(`2026-11-21T${time}Z`)
    const told = (ms: number): string => clock(ms).slice(11, 16)
    const [drive, copied] = [defaultTimes(at), copyTimes(at)]
    expect([told(drive.start_time), told(drive.end_time)]).toEqual([start, start])
    expect([told(copied.start_time), told(copied.end_time)]).toEqual([copy, copy])
    expect(driveTimeErrors(drive, null, at)).toEqual({})
  },
)

test('a copy starts tomorrow at this time of day and ends the day after, seconds 0', () => {
  const { start_time, end_time } = copyTimes(now)
  expect([clock(start_time), clock(end_time)]).toEqual([
    '2026-11-22T09:30:00.000Z',
    '2026-11-23T09:30:00.000Z',
  ])
})

test('over a change of clocks a copy keeps the time of day', () => {
  const before = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  const { start_time, end_time } = copyTimes(Date.parse('2026-10-24T12:00:00+02:00'))
  expect([clock(start_time), clock(end_time)]).toEqual([
    '2026-10-25T11:00:00.000Z',
    '2026-10-26T11:00:00.000Z',
  ])
})

test.each([
  ['problems', true, true, true, false],
  ['mcq', true, true, false, true],
  ['problems_mcq', true, true, true, true],
  ['problems_mcq', false, true, false, true],
  ['problems_mcq', true, false, true, false],
  ['problems', false, true, false, false],
] as const)('%s with coding %s and MCQs %s allowed', (type, allow_coding, allow_mcq, coding, mcq) => {
  expect(sectionsOf(type, { allow_coding, allow_mcq })).toEqual({ allow_coding: coding, allow_mcq: mcq })
})

test.each([
  [{ problems: 0, mcqs: 0 }, { allow_coding: true, allow_mcq: true }, t.selectItems],
  [{ problems: 1, mcqs: 0 }, { allow_coding: true, allow_mcq: true }, undefined],
  [{ problems: 0, mcqs: 1 }, { allow_coding: true, allow_mcq: true }, undefined],
  [{ problems: 0, mcqs: 9 }, { allow_coding: true, allow_mcq: false }, t.selectItems],
  [{ problems: 9, mcqs: 0 }, { allow_coding: false, allow_mcq: true }, t.selectItems],
])('chosen %o of the sections %o', (chosen, shown, error) => {
  expect(itemsError(chosen, shown)).toBe(error)
})

test.each([
  ['Work alone.', 'work ALONE', true],
  ['Work alone.', ' w-o-r-k   alone!! ', true],
  ['Work alone.', 'Work alone, please.', false],
  ['Arbeite für dich', 'arbeite FÜR dich.', true],
  ['ﬁnish early', 'Finish early', true],
  ['!!!', '???', false],
  ['!!!', '!!!', true],
])('%j beside %j is a duplicate: %s', (one, other, same) => {
  expect(isDuplicateRule(one, ['Something else', other])).toBe(same)
})
