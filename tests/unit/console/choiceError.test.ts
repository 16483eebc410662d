import { expect, it } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { choiceError } from '#pwa/console/bank/import/useImport.ts'

/** The error of a file that is told before it is sent, by what is imported. */

it.each([
  [null, 'mcq', t.chooseFile],
  ['bank.csv', 'mcq', undefined],
  ['BANK.CSV', 'mcq', undefined],
  ['bank.xlsx', 'mcq', t.chooseCsv],
  ['package.zip', 'mcq', t.chooseCsv],
  ['bank.csv', 'problem', undefined],
  ['Package.ZIP', 'problem', undefined],
  ['picture.png', 'problem', 'Please choose file with .csv extension, or a package with .zip.'],
] as const)('%s for a %s: %s', (name, kind, error) => {
  expect(choiceError(name === null ? null : new File(['x'], name), kind)).toBe(error)
})
