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

export interface Looking {
  /** The next look by itself; a look that comes earlier does not take its place. */
  plan: (ms: number) => void
  /** No look comes any more, and none that is under way plans another. */
  end: () => void
}

/**
 * Looks when it was planned, when the page is shown again, and a moment after the network is back. A hidden page is not
 * read: it looks when it is shown.
 */
export function pollWhileVisible(look: () => void): Looking {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const lookIfShown = () => {
    if (document.visibilityState === 'visible') look()
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(lookIfShown, ms)
  }
  const onOnline = () => plan(pollDelayOnceOnline(Math.random()))
  document.addEventListener('visibilitychange', lookIfShown)
  addEventListener('online', onOnline)
  return {
    plan,
    end: () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookIfShown)
      removeEventListener('online', onOnline)
    },
  }
}
