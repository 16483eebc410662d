import { afterEach, expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { toastDone, toaster } from '#pwa/ui/toaster.ts'

/** What is said in passing. */

afterEach(() => toaster.remove())

const types = () => toaster.getVisibleToasts().map(({ type }) => type)

it('ticks what was done, and not a mail that never left', () => {
  toastDone('Candidate invited.')
  expect(types()).toEqual(['success'])
  toastDone(`Candidate invited. ${consoleTexts.notMailed}`)
  expect(types()).toEqual(['warning', 'success'])
})
