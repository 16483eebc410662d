import { expect, test } from 'vitest'
import type { DriveSettings } from '#contract/forms/drive.ts'
import { plainSettings } from '#machines/drive/form.ts'
import { conflictRows } from '#pwa/console/kit/form/Conflict.tsx'
import { formatRules, settingsFields } from '#pwa/console/kit/format/formatRules.ts'

test('the rules that hold are named', () => {
  expect(formatRules(plainSettings)).toBe(
    'Full screen throughout. Leaving the window ends the test. Webcam pictures are taken, and kept for 60 days. Work that arrives late waits for your decision. Results are kept for ever.',
  )
  expect(
    formatRules({
      ...plainSettings,
      leave_policy: 'warn',
      leave_warnings: 1,
      webcam: false,
      late_policy: 'reject',
      release_reports: true,
    }),
  ).toBe(
    'Full screen throughout. Leaving the window ends the test after one warning. No webcam pictures. Work that arrives late does not count. Candidates can see their report. Results are kept for ever.',
  )
})

test('two states are told apart by what differs alone, in words', () => {
  const rows = (theirs: Partial<DriveSettings>) =>
    conflictRows(settingsFields, plainSettings, { ...plainSettings, ...theirs })
  expect(rows({})).toEqual([])
  expect(rows({ leave_policy: 'warn', leave_warnings: 2, webcam: false })).toEqual([
    ['Leaving the window', 'Ends the test immediately', 'Warns, then ends the test'],
    ['Warnings before the end', '3', '2'],
    ['Webcam pictures', 'Yes', 'No'],
  ])
})

test('no setting is left out', () => {
  expect(settingsFields).toHaveLength(Object.keys(plainSettings).length)
})
