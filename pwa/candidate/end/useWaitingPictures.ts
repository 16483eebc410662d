import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { localDatabase } from '#pwa/local/database.ts'
import { countBlobs } from '#pwa/sync/blobs.ts'
import type { EndItem } from './items.ts'
import { picturesItem } from './pictures.ts'

/**
 * Pictures of this test whose bytes are still here, or were when the page was opened, read live from the device's
 * database; null where there were none.
 */
export function useWaitingPictures(attemptId: string, isClosed: boolean): EndItem | null {
  const waiting = useLiveQuery(() => countBlobs(localDatabase(), attemptId), [attemptId], 0)
  const [seen, setSeen] = useState(waiting)
  if (waiting > seen) setSeen(waiting)
  return picturesItem(waiting, seen, isClosed)
}
