import type { LiftedRule } from '#contract/liftedRules.ts'

/** What an accommodation lifts, as staff reads it; in the order it is offered. */
export const liftedWords: Record<LiftedRule, string> = {
  full_screen: 'Full screen not required',
  leave: 'Leaving the window does not end the test',
  paste: 'Copying and pasting is allowed',
  blocked_keys: 'No keys are blocked',
  camera: 'No camera is needed',
}
