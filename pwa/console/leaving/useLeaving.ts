import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { currentSession } from '../session/sessionStore.ts'

/**
 * Holds somebody who is about to leave the page within the console. Loading another page is not held: what was typed
 * is kept on this device.
 * @returns the way on, while somebody waits for an answer
 */
export function useLeaving(isHeld: boolean): { isAsked: boolean; leave: () => void; stay: () => void } {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever is signed out is let go: the login follows.
      isHeld && currentSession() !== null && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state === 'blocked' && !isHeld) blocker.proceed()
  }, [blocker, isHeld])
  return {
    isAsked: blocker.state === 'blocked',
    leave: () => blocker.state === 'blocked' && blocker.proceed(),
    stay: () => blocker.state === 'blocked' && blocker.reset(),
  }
}
