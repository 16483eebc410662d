import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DriveView } from '#contract/views/candidate.ts'
import { cutTime } from '#pwa/candidate/welcome/cutTime.ts'
import { DriveFacts } from '#pwa/candidate/welcome/DriveFacts.tsx'
import { arrangedFor } from '#pwa/candidate/welcome/ForYou.tsx'
import { RulesInShort } from '#pwa/candidate/welcome/RulesInShort.tsx'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** The ends that the overview of a test names. */

const { view } = attemptOf()
const DAY = { server_time: '2026-01-15T09:30:00', drive_start_time: '2026-01-15T09:00:00' }
const ends = (change: Partial<DriveView>) =>
  [
    ...renderToStaticMarkup(
      createElement(DriveFacts, {
        view: { ...view, ...DAY, drive_end_time: '2026-01-16T18:00:00', ...change },
      }),
    ).matchAll(/<dt>([^<]*ends?)<\/dt><dd>([^<]*)<\/dd>/gi),
  ].map(([, name, value]) => `${name}: ${value}`)

it.each<[string, Partial<DriveView>, string[]]>([
  ['before the test', { deadline_at: null }, ['Drive ends: 16-01-2026, 6:00 PM']],
  [
    'of a test under way its own, too: by the time of day where it is today',
    { deadline_at: '2026-01-15T10:45:00' },
    ['Your test ends: 10:45 AM', 'Drive ends: 16-01-2026, 6:00 PM'],
  ],
  [
    'of one that goes on behind its drive',
    { deadline_at: '2026-01-17T10:45:00' },
    ['Your test ends: 17-01-2026, 10:45 AM', 'Drive ends: 16-01-2026, 6:00 PM'],
  ],
  [
    'of one that is over',
    { deadline_at: '2026-01-15T10:45:00', is_finished: true },
    ['Drive ends: 16-01-2026, 6:00 PM'],
  ],
  [
    'of an assessment there is one end',
    { deadline_at: '2026-01-16T18:00:00', is_assessment: true },
    ['Ends: 16-01-2026, 6:00 PM'],
  ],
])('%s', (_, change, shown) => {
  expect(ends(change)).toEqual(shown)
})

/** A late beginner has less than the whole time, and is told so before. */
describe('the time of a test that begins now', () => {
  const hour = { ...view, ...DAY, has_begun: false, allotted_seconds: 3_600, extra_seconds: 0 }
  const left = (change: Partial<DriveView>, now: string) =>
    cutTime({ ...hour, drive_end_time: '2026-01-15T11:00:00', ...change }, Date.parse(now))

  it.each<[string, Partial<DriveView>, string, number | null]>([
    ['is whole while the drive lasts as long', {}, '2026-01-15T10:00:00', null],
    ['is cut from then on, to the minute', {}, '2026-01-15T10:33:20', 26 * 60],
    ['and in its last minute to the second', {}, '2026-01-15T10:59:15', 45],
    ['is none of a drive that is over', {}, '2026-01-15T11:00:00', null],
    [
      'leaves what an accommodation gives, as the clock does',
      { allotted_seconds: 5_400, extra_seconds: 1_800 },
      '2026-01-15T10:50:00',
      40 * 60,
    ],
    [
      'is cut before the start where the drive is shorter',
      { drive_end_time: '2026-01-15T09:20:00' },
      '2026-01-14T09:00:00',
      20 * 60,
    ],
    ['of an assessment is whole', { is_assessment: true }, '2026-01-15T10:59:00', null],
    ['of one that was begun is no longer said', { has_begun: true }, '2026-01-15T10:59:00', null],
  ])('%s', (_, change, now, seconds) => {
    expect(left(change, now)).toBe(seconds)
  })

  it('stands wherever the whole time would', () => {
    const of = { ...hour, drive_end_time: '2026-01-15T11:00:00' }
    expect(renderToStaticMarkup(createElement(DriveFacts, { view: of, cut: 660 }))).toContain('11 min of 1 h')
    const rules = renderToStaticMarkup(createElement(RulesInShort, { view: of, cut: 660 }))
    expect(rules).toContain('The drive ends at 11:00 AM: you have 11 min.')
    expect(rules).not.toContain('1 h')
    expect(arrangedFor({ ...of, extra_seconds: 600, lifted_rules: [] }, true)).toEqual([
      'You have 10 min more.',
    ])
  })
})
