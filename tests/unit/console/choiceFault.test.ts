import { expect, it } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { choiceFault } from '#pwa/console/import/useImport.ts'

/** What is said of a file before it is sent, by what is imported. */

it.each([
  [null, 'question', t.chooseFile],
  ['bank.csv', 'question', undefined],
  ['BANK.CSV', 'question', undefined],
  ['bank.xlsx', 'question', t.chooseCsv],
  ['package.zip', 'question', t.chooseCsv],
  ['bank.csv', 'problem', undefined],
  ['Package.ZIP', 'problem', undefined],
  ['picture.png', 'problem', 'Please choose file with .csv extension, or a package with .zip.'],
] as const)('%s for a %s: %s', (name, kind, fault) => {
  expect(choiceFault(name === null ? null : new File(['x'], name), kind)).toBe(fault)
})
