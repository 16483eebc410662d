import { afterEach, expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { toastDone, toastError, toaster } from '#pwa/ui/toaster.ts'

/** What is said in passing. */

afterEach(() => toaster.remove())

const types = () => toaster.getVisibleToasts().map(({ type }) => type)

it('ticks what was done, and not a mail that never left', () => {
  toastDone('Candidate invited.')
  expect(types()).toEqual(['success'])
  toastDone(`Candidate invited. ${consoleTexts.notMailed}`)
  expect(types()).toEqual(['warning', 'success'])
})

it('keeps a fault until it is closed, and brings one that is said again to the front', () => {
  toastError('The drive could not be deleted.', 'Somebody has begun it.')
  toastError('This address is taken.')
  toastDone('Rule added successfully')
  toastError('The drive could not be deleted.', 'Somebody has begun it.')
  const shown = toaster.getVisibleToasts()
  expect(shown.map(({ title }) => title)).toEqual([
    'The drive could not be deleted.',
    'Rule added successfully',
    'This address is taken.',
  ])
  expect(shown.map(({ duration }) => duration)).toEqual([
    Number.POSITIVE_INFINITY,
    5_000,
    Number.POSITIVE_INFINITY,
  ])
})

it('says what is left to do longer than what was done', () => {
  toastDone(`Candidate invited. ${consoleTexts.notMailed} Copy each link from the candidate’s menu.`)
  expect(toaster.getVisibleToasts()[0]?.duration).toBeGreaterThan(10_000)
})
