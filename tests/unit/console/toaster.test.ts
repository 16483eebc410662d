import { afterEach, expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { whom } from '#pwa/console/results/candidates/useCandidateAction.ts'
import { toastDone, toastError, toaster } from '#pwa/ui/toaster.ts'

/** The messages said in passing. */

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

it('says of whom, where the words do not tell', () => {
  toastDone('5 minutes added.', whom({ first_name: 'Ana', last_name: null, email: 'ana@people.example' }))
  toastDone('Message sent.', whom({ first_name: null, last_name: null, email: 'bo@people.example' }))
  expect(toaster.getVisibleToasts().map(({ description }) => description)).toEqual([
    'bo@people.example',
    'Ana, ana@people.example',
  ])
})

it('says what is left to do longer than what was done', () => {
  toastDone(`Candidate invited. ${consoleTexts.notMailed} Copy each link from the candidate’s menu.`)
  expect(toaster.getVisibleToasts()[0]?.duration).toBeGreaterThan(10_000)
})

it('lets the oldest of many faults go, so that what is said after them is shown', () => {
  for (let n = 1; n <= 30; n++) toastError(`Fault ${n}`)
  toastDone('Saved.')
  expect(toaster.getVisibleToasts().map(({ title }) => title)).toEqual([
    'Saved.',
    ...[30, 29, 28, 27, 26].map((n) => `Fault ${n}`),
  ])
})

it('tells two faults of one title apart by their reasons', () => {
  toastError('The drive could not be deleted.', 'Somebody has begun it.')
  toastError('The drive could not be deleted.', 'The server cannot be reached.')
  expect(toaster.getVisibleToasts()).toHaveLength(2)
})
