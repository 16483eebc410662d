import { useEffect, useState } from 'react'
import type { FinishedRecord } from '#pwa/attempt/db/finished.ts'
import { findFinished } from '#pwa/attempt/session/store.ts'

/**
 * What this device keeps of a finished test that it has forgotten; undefined while it looks, null where there is none.
 * @param wanted false while the test itself may still be here
 */
export function useKeptEnd(invitation: string | null, wanted: boolean): FinishedRecord | null | undefined {
  const [record, setRecord] = useState<FinishedRecord | null>()
  useEffect(() => {
    if (wanted) findFinished(invitation).then(setRecord, () => setRecord(null))
  }, [invitation, wanted])
  return record
}
