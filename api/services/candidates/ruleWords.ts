import type { z } from 'zod'
import type { liftedRule } from '#contract/views/admin.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'

/** What a candidate reads when a rule stops counting, or counts again, during the test. */
const words: Record<z.infer<typeof liftedRule>, { lifted: string; counts: string }> = {
  full_screen: { lifted: 'You may leave full screen.', counts: 'The test runs in full screen again.' },
  leave: {
    lifted: 'You may leave the window: that does not end the test.',
    counts: 'Do not leave the window any more: that counts again.',
  },
  paste: { lifted: 'You may copy and paste.', counts: 'Copying and pasting is off again.' },
  blocked_keys: { lifted: 'No keys are blocked.', counts: 'Some keys are blocked again.' },
  camera: { lifted: 'The camera may stay off.', counts: 'The camera must be on again.' },
}
const rules = Object.keys(words) as (keyof typeof words)[]

/** Empty where nothing changes for the candidate: a drive without a camera asks for none, lifted or not. */
export function changedRulesInWords(
  drive: Pick<JoinedAttempt['drive'], 'webcam' | 'leave_policy'>,
  before: readonly string[],
  after: readonly string[],
): string {
  const asked = rules.filter(
    (rule) => !(rule === 'camera' && !drive.webcam) && !(rule === 'leave' && drive.leave_policy === 'log'),
  )
  return asked
    .filter((rule) => before.includes(rule) !== after.includes(rule))
    .map((rule) => words[rule][after.includes(rule) ? 'lifted' : 'counts'])
    .join(' ')
}
