import { pollDelayOnceOnline } from './pollDelay.ts'

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
