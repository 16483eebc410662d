import { useEffect, useState } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { isEndReported, noteEndReported, readEndReason } from '../stored.ts'

/**
 * Reports a stored end reason once, where the drive and the attempt are known.
 * @returns the reason for the page, and whether nothing of it is still to be reported
 */
export function useFraudReport(actor: AttemptClient | null): { reason: string | null; settled: boolean } {
  const [reason] = useState(readEndReason)
  const [settled, setSettled] = useState(reason === null || isEndReported())
  useEffect(() => {
    const session = readSession()
    if (!actor || settled || reason === null || !session?.driveId || !session.authToken) return
    // A report that fails is made at the next visit of this page.
    actor.reportFraud(reason).then(
      () => {
        noteEndReported()
        setSettled(true)
      },
      () => undefined,
    )
  }, [actor, reason, settled])
  return { reason, settled }
}
