import { formatDuration } from '#contract/duration.ts'
import { type LiftedRule, liftedRules, liftedRuleTexts } from '#contract/liftedRules.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'

/** The words for a candidate when a rule counts again during the test. */
const countsAgainTexts: Record<LiftedRule, string> = {
  full_screen: 'The test runs in full screen again.',
  leave: 'Do not leave the window any more: that counts again.',
  paste: 'Copying and pasting is off again.',
  blocked_keys: 'Some keys are blocked again.',
  camera: 'The camera must be on again.',
}

/** Empty where nothing changes for the candidate: a drive without a camera asks for none, lifted or not. */
export function formatRuleChanges(
  drive: Pick<JoinedAttempt['drive'], 'webcam' | 'leave_policy'>,
  before: readonly string[],
  after: readonly string[],
): string {
  const asked = liftedRules.filter(
    (rule) => !(rule === 'camera' && !drive.webcam) && !(rule === 'leave' && drive.leave_policy === 'log'),
  )
  return asked
    .filter((rule) => before.includes(rule) !== after.includes(rule))
    .map((rule) => (after.includes(rule) ? liftedRuleTexts : countsAgainTexts)[rule])
    .join(' ')
}

/** Empty where the time stays as it was. */
export function formatTimeChange(before: number, after: number, allottedSeconds: number): string {
  const seconds = Math.round((after - before) * allottedSeconds)
  if (seconds === 0) return ''
  return `You have ${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'more' : 'less'} now.`
}
