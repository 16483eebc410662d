/** Tells how late the event loop is. Tests put their own here. */
export interface LagGauge {
  /** Milliseconds the loop kept its timers waiting at the longest, since it was last asked. */
  read(): number
  close(): void
}

const TICK_MS = 20

/**
 * The gauge of this process: a timer that looks how late it is. It starts to measure now. Node's own
 * monitorEventLoopDelay does not do for this: each reset loses what passes until its next tick, which on a loop that
 * stands still is all there is.
 */
export function eventLoopLag(): LagGauge {
  let last = performance.now()
  let longest = 0
  const tick = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last - TICK_MS)
    last = now
  }
  const timer = setInterval(tick, TICK_MS)
  timer.unref()
  return {
    read() {
      const seen = longest
      longest = 0
      return seen
    },
    close: () => clearInterval(timer),
  }
}
