import { useEffect, useState } from 'react'
import { findTestOf } from '#pwa/attempt/session/session.ts'
import type { OpenedDrive } from '../drive.ts'

/**
 * Whether the end of a begun test lies on this device and is still to be sent: its page does that, not this one. Whatever
 * else this device has of it goes to the server from here, also where the link was re-issued since.
 */
export function useEndedHere(drive: OpenedDrive | null): boolean {
  const [isEnded, setEnded] = useState(false)
  useEffect(() => {
    if (!drive?.view.has_begun) return
    // Where the server does not answer now, Continue asks it again.
    findTestOf(drive.token, drive.view).then(
      (held) => setEnded(held === 'ended'),
      () => setEnded(false),
    )
  }, [drive])
  return isEnded
}
