import type { Limits } from '../port.ts'

/** An engine that can stop itself is given this long to do so, as that keeps its process and its output. */
const SELF_STOP_MS = 100
const SHORTEST_LOOK_MS = 5
/** How often a process's size is looked at: what a program can take in that time comes on top. */
const MEMORY_LOOK_MS = 50

export type WatchedLimit = 'cpu' | 'wall' | 'idle' | 'memory'

/** The known figures of a run: milliseconds since it began. */
export interface Used {
  cpuMs: number
  /** Neither worked nor waited for a core: it slept. */
  idleMs: number
}

export interface Watched {
  /** Null where the system does not tell. */
  used(): Used | null
  residentBytes(): number | null
  kill(by: WatchedLimit): void
}

/**
 * Ends a run when its wall time is over, when it used more processor time or slept longer than it may, or when its process is
 * larger than `processBytes`. Returns the function that stops watching.
 */
export function watchLimits(
  limits: Pick<Limits, 'cpuMs' | 'wallMs' | 'idleMs'> & { processBytes: number },
  { used, residentBytes, kill }: Watched,
): () => void {
  const wall = setTimeout(() => kill('wall'), limits.wallMs)
  const allowed = limits.cpuMs + SELF_STOP_MS
  let look: NodeJS.Timeout | undefined
  // A thread can neither work nor sleep longer than time passes: waiting for the rest misses nothing.
  const lookIn = (milliseconds: number) => {
    look = setTimeout(() => {
      const now = used()
      if (now === null) return
      if (now.cpuMs > allowed) kill('cpu')
      else if (now.idleMs > limits.idleMs) kill('idle')
      else lookIn(Math.max(SHORTEST_LOOK_MS, Math.min(allowed - now.cpuMs, limits.idleMs - now.idleMs)))
    }, milliseconds)
  }
  lookIn(Math.min(allowed, limits.idleMs))
  const size = setInterval(() => {
    if ((residentBytes() ?? 0) > limits.processBytes) kill('memory')
  }, MEMORY_LOOK_MS)

  return () => {
    clearTimeout(wall)
    clearTimeout(look)
    clearInterval(size)
  }
}
