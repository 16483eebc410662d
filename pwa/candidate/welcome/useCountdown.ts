import { useEffect, useState } from 'react'
import type { ServerClock } from '../serverClock.ts'

/** Whole seconds to a moment on the server's clock, 0 after it; renews itself each second. */
export function useCountdown(at: number, clock: ServerClock): number {
  const left = () => Math.max(0, Math.ceil((at - clock.now()) / 1000))
  const [, tick] = useState(0)
  const over = left() === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [over])
  return left()
}
