import { existsSync, readFileSync } from 'node:fs'

const SCHEDULED = '/proc/thread-self/schedstat'
/** The processor time of this thread, in milliseconds: a busy machine makes it wait, but not work. */
export const worked = existsSync(SCHEDULED)
  ? () => Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/**
 * Watches the event loop from now on.
 * @returns ends it, and answers with the longest piece of work that nothing came between, in milliseconds
 */
export function watchLoop(): () => number {
  let longest = 0
  let last = worked()
  const look = (): void => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

/**
 * The longest piece of work while something is done: the shortest of several times, as what the process does besides says
 * nothing of it. It is not done again once it was short enough.
 */
export async function shortestHold(enough: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let n = 0; n < 5 && shortest >= enough; n++) {
    const end = watchLoop()
    await work()
    shortest = Math.min(shortest, end())
  }
  return shortest
}
