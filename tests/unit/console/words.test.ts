import { expect, it } from 'vitest'
import { opsInWords, testLook, verdictLook } from '#pwa/console/features/report/words.ts'

it.each([
  [{}, ''],
  [{ draft: 1 }, '1 draft'],
  [{ draft: 3, submit: 1, focus_lost: 1, offline: 2 }, '3 drafts, 1 submission, 3 other notes'],
])('%j is told as %j', (types, words) => expect(opsInWords(types)).toBe(words))

it.each([
  [{ is_passed: true, outcome: 'ok' }, 'Passed'],
  [{ is_passed: false, outcome: 'ok' }, 'Wrong output'],
  [{ is_passed: false, outcome: 'time_limit' }, 'Time over'],
  [{ is_passed: false, outcome: 'a_new_word' }, 'Failed'],
  [{ is_passed: false, outcome: null }, 'Not run'],
])('a test with %j reads %s', (test, word) => expect(testLook(test).word).toBe(word))

it('keeps a verdict it does not know as it came', () => {
  expect(verdictLook('late').word).toBe('Late')
  expect(verdictLook('held').word).toBe('held')
})
