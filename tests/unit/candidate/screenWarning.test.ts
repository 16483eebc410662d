import { expect, it } from 'vitest'
import { screenWarning } from '#pwa/candidate/exam/modals/modals.tsx'

/** The warning before full screen is left once more. */

it.each([
  [5, 'end', 0, 'Full screen may be left 4 more times without consequence.'],
  [2, 'end', 0, 'Full screen may be left 1 more time without consequence.'],
  [2, 'log', 0, 'Full screen may be left 1 more time without consequence.'],
  [1, 'end', 0, 'If you leave full screen once more, the test ends.'],
  [1, 'warn', 0, 'If you leave full screen once more, that is warning 1 of 2.'],
  [0, 'warn', 1, 'If you leave full screen once more, that is warning 2 of 2.'],
  [0, 'warn', 2, 'If you leave full screen once more, the test ends.'],
  [0, 'log', 9, 'From now on it is recorded as leaving the test if you leave full screen.'],
] as const)('with %i attempts left, by the policy %s after %i strikes', (left, policy, strikes, words) => {
  expect(screenWarning({ fullScreenAttemptsLeft: left, policy, strikes, warningsAllowed: 2 })).toBe(words)
})
