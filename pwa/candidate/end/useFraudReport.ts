import { useEffect, useState } from 'react'
import { readSession } from '#pwa/actors/session.ts'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { isEndReported, noteEndReported, readEndReason } from '../stored.ts'

/** Reports a stored end reason once, where the drive and the attempt are known; answers the reason for the page. */
export function useFraudReport(actor: TestActor | null): string | null {
  const [reason] = useState(readEndReason)
  useEffect(() => {
    const session = readSession()
    if (!actor || reason === null || !session?.driveId || !session.authToken || isEndReported()) return
    // Where it fails it is said at the next visit of this page.
    actor.reportFraud(reason).then(noteEndReported, () => undefined)
  }, [actor, reason])
  return reason
}
