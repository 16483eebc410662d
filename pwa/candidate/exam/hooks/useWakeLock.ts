import { useEffect } from 'react'

/** Keeps the screen awake while the test runs; the browser drops the lock whenever the page is hidden. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const next = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) next?.release()
      else lock = next
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', ask)
      lock?.release().catch(() => undefined)
    }
  }, [on])
}
