import { useEffect, useState } from 'react'

/** Renders its component once a second while `on`: for small parts that show a moving length of time. */
export function useEverySecond(on = true): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [on])
}
