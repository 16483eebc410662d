/** The rules an accommodation can lift for one candidate. */
export const liftedRules = ['full_screen', 'leave', 'paste', 'camera', 'blocked_keys'] as const
export type LiftedRule = (typeof liftedRules)[number]

/** Each rule once, in one order: the same rules are the same list, however they were named. */
export const sortedRules = (rules: readonly string[]): LiftedRule[] =>
  liftedRules.filter((rule) => rules.includes(rule))

/** As the candidate reads it. */
export const liftedRuleTexts: Record<LiftedRule, string> = {
  full_screen: 'You may leave full screen.',
  leave: 'You may leave the window: that does not end the test.',
  paste: 'You may copy and paste.',
  blocked_keys: 'No keys are blocked.',
  camera: 'The camera may stay off.',
}
