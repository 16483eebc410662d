import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { currentSession } from '../session/sessionStore.ts'

export interface Leaving {
  /** Somebody waits for an answer. */
  isAsked: boolean
  leave: () => void
  stay: () => void
}

/**
 * Holds somebody who is about to leave the page within the console. Loading another page is not held: what was typed
 * is kept on this device.
 * @param missing what must be done before; whoever leaves without it is told and stays
 */
export function useLeaving(isHeld: boolean, missing: string | null): Leaving {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A person who is signed out is let go, because the login follows.
      isHeld && currentSession() !== null && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!isHeld) blocker.proceed()
    else if (missing !== null) {
      toastError(missing)
      blocker.reset()
    }
  }, [blocker, isHeld, missing])
  return {
    isAsked: blocker.state === 'blocked' && missing === null,
    leave: () => blocker.state === 'blocked' && blocker.proceed(),
    stay: () => blocker.state === 'blocked' && blocker.reset(),
  }
}

/** Asks whoever leaves a form with something typed. */
export function LeaveDialog({ isAsked, leave, stay }: Leaving) {
  return (
    <ConfirmDialog
      isOpen={isAsked}
      title="Leave this page? Your changes are kept on this device as a draft."
      action="Leave"
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
