import { expect, it } from 'vitest'
import { creditsInWords } from '#pwa/console/credits/words.ts'

it.each([
  [0, '0 Credits'],
  [1, '1 Credit'],
  [1_579, '1,579 Credits'],
])('%d credits are %s wherever they are told', (n, words) => {
  expect(creditsInWords(n)).toBe(words)
})
