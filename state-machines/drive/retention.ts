/** How long results are kept. */

const DAY = 86_400_000

/** Days after the end of a drive, or of a test in an assessment; null: for ever. */
export type KeptDays = number | null

/**
 * Until when the results of a drive are kept, all of them alike. The tests of an assessment have no end in common.
 * @returns server milliseconds; null: for ever, or each test for itself
 */
export const keptUntil = (drive: {
  is_assessment: boolean
  end_time: number
  results_retention_days: KeptDays
}): number | null =>
  drive.is_assessment || drive.results_retention_days === null
    ? null
    : drive.end_time + drive.results_retention_days * DAY

/** Whether something goes earlier than it would have. */
export const isShorter = (before: KeptDays, after: KeptDays): boolean =>
  after !== null && (before === null || after < before)

/** The shorter of two times. */
export const shorterOf = (days: number, other: KeptDays): number =>
  isShorter(days, other) && other !== null ? other : days
