import type { DriveView } from '#contract/views/candidate.ts'

/** When a page that waits for its drive looks again: calmly, and never the whole room at once. */

const CALM_MS = 60_000
/** Either side of the minute. */
const SPREAD_MS = 15_000
/** After a moment that everybody waits for. */
const MOMENT_MS = 5_000
/** After a look that failed: the message goes soon once the server is back. */
const FAILED_MS = 8_000

type Dates = Pick<DriveView, 'drive_start_time' | 'drive_end_time'>

/**
 * Milliseconds to the next look: about a minute, or shortly after the drive's start or end where one comes before.
 * @param now the server's time
 * @param random from 0 to 1
 */
export function pollDelay(view: Dates, now: number, random: number): number {
  const calm = CALM_MS - SPREAD_MS + 2 * SPREAD_MS * random
  const moments = [view.drive_start_time, view.drive_end_time].map((time) => Date.parse(time) - now)
  return Math.min(calm, ...moments.filter((ms) => ms > 0).map((ms) => ms + MOMENT_MS * random))
}

/** Milliseconds to the look after one that failed. */
export const retryDelay = (random: number): number => FAILED_MS * (0.5 + random)

/** A network that is back is back for a whole room. */
export const pollDelayOnceOnline = (random: number): number => MOMENT_MS * random

/** Whether two answers say the same: the server's time is another in each, and what follows from it is counted here. */
export function saysTheSame(a: DriveView, b: DriveView): boolean {
  const words = (view: DriveView) => JSON.stringify({ ...view, server_time: '' })
  return words(a) === words(b)
}
