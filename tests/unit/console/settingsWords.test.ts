import { expect, test } from 'vitest'
import { plainSettings } from '#machines/drive/form.ts'
import { rulesInWords, settingsInWords } from '#pwa/console/drive/settingsWords.ts'

test('the rules that hold are named', () => {
  expect(rulesInWords(plainSettings)).toBe(
    'Full screen throughout. Leaving the window ends the test. Webcam pictures are taken, and kept for 60 days. Work that arrives late waits for your decision.',
  )
  expect(
    rulesInWords({
      ...plainSettings,
      leave_policy: 'warn',
      leave_warnings: 1,
      webcam: false,
      late_policy: 'reject',
      release_reports: true,
    }),
  ).toBe(
    'Full screen throughout. Leaving the window ends the test after one warning. No webcam pictures. Work that arrives late does not count. Candidates may see their report.',
  )
})

test('two states are told apart by what differs alone', () => {
  expect(settingsInWords(plainSettings, plainSettings)).toEqual(['', ''])
  expect(
    settingsInWords(plainSettings, { ...plainSettings, leave_policy: 'warn', leave_warnings: 2 }),
  ).toEqual(['leaving: end, warnings: 3', 'leaving: warn, warnings: 2'])
})
