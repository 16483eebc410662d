import { useEffect, useState } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { openDrive } from '../drive.ts'

/**
 * The finished test of a link, by the server's word: this device has nothing of it, or lost it to another. undefined while it is asked, null
 * where nobody can say that it was finished.
 * @param wanted false while the device may still have the test itself
 */
export function useFinishedDrive(invitation: string | null, wanted: boolean): DriveView | null | undefined {
  const [view, setView] = useState<DriveView | null>()
  useEffect(() => {
    if (!wanted) return
    const token = invitation ?? readSession()?.authToken ?? null
    if (token === null) return setView(null)
    openDrive(token, true).then(
      (drive) => setView(drive.view.is_finished ? drive.view : null),
      () => setView(null),
    )
  }, [invitation, wanted])
  return view
}
