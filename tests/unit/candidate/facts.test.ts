import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { DriveView } from '#contract/views/candidate.ts'
import { DriveFacts } from '#pwa/candidate/welcome/DriveFacts.tsx'
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
