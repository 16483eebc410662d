import type { AttemptRules } from '#contract/sync.ts'

/** The drive's rules for everybody. */
type DriveRules = Omit<AttemptRules, 'lifted_rules'>

/** The drive's rules for one candidate, less those that an accommodation lifts. */
export const rulesFor = (drive: DriveRules, lifted: readonly string[]): AttemptRules => ({
  leave_policy: lifted.includes('leave') ? 'log' : drive.leave_policy,
  leave_warnings: drive.leave_warnings,
  webcam: drive.webcam && !lifted.includes('camera'),
  lifted_rules: [...lifted],
})
