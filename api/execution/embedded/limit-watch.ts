import type { Limits } from '../port.ts'

/** An engine that can stop itself is given this long to do so, as that keeps its process and its output. */
const SELF_STOP_MS = 25
const SHORTEST_LOOK_MS = 5

/**
 * Calls `kill` when the wall time is over, or when the processor time that `used` tells (milliseconds, null where
 * the system does not) is above its limit. Returns the function that stops watching.
 */
export function watchLimits(
  limits: Pick<Limits, 'cpuMs' | 'wallMs'>,
  used: () => number | null,
  kill: (by: 'cpu' | 'wall') => void,
): () => void {
  const wall = setTimeout(() => kill('wall'), limits.wallMs)
  const allowed = limits.cpuMs + SELF_STOP_MS
  let look: NodeJS.Timeout | undefined

  // One thread cannot use more processor time than passes: sleeping for the rest misses nothing.
  const lookIn = (milliseconds: number) => {
    look = setTimeout(() => {
      const now = used()
      if (now === null) return
      if (now > allowed) kill('cpu')
      else lookIn(Math.max(SHORTEST_LOOK_MS, allowed - now))
    }, milliseconds)
  }
  lookIn(allowed)

  return () => {
    clearTimeout(wall)
    clearTimeout(look)
  }
}
