/** A mail put off this often, over about three days, will not be taken any more. */
export const MAX_DEFERRALS = 30
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 4 * 3_600_000

const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** How long a mail waits that was put off for the n-th time: as servers expect it that put strangers off. */
export const waitAfter = (deferrals: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(deferrals - 1, 20))

/** How long nothing is sent after the n-th time in a row that the server took no mail at all. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures - 1, 20))
