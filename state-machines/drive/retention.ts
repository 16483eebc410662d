import { plural } from '#contract/plural.ts'
import type { WouldErase } from '#contract/views/drive.ts'

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

/**
 * The results that go by a shorter time, in words.
 * @param now in milliseconds
 * @param dayOf a day as whoever reads it writes it, of an ISO time
 */
export function formatLoss(
  { name, is_assessment }: { name: string; is_assessment: boolean },
  { attempts, candidates, at }: WouldErase,
  { now, dayOf }: { now: number; dayOf: (iso: string) => string },
): string {
  if (at === null) return `No test of ‘${name}’ has ended yet. Each is erased that long after its end.`
  const what = `${plural(attempts, 'invitation or test', 'invitations and tests')} of ‘${name}’`
  const when = is_assessment ? `from ${dayOf(at)} on` : `on ${dayOf(at)}`
  const people =
    candidates === 0 ? '' : `, and with them ${plural(candidates, 'candidate')} invited to nothing else`
  return `${what} will be erased ${Date.parse(at) <= now ? 'within minutes' : when}${people}. Nothing brings them back.`
}
