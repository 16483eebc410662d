import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { countBlobs, countRefusedBlobs } from '#pwa/attempt/db/media.ts'
import { localDatabase } from '#pwa/attempt/db/schema.ts'
import type { EndItem } from './items.ts'
import { picturesItem } from './pictures.ts'

interface Pictures {
  item: EndItem | null
  /** How many of this test the server will never take. */
  refused: number
}

const counted = async (attemptId: string): Promise<[waiting: number, refused: number]> => {
  const db = localDatabase()
  return Promise.all([countBlobs(db, attemptId), countRefusedBlobs(db, attemptId)])
}

/**
 * Pictures of this test whose bytes are still here, or were when the page was opened, read live from the device's
 * database; no item where there were none.
 */
export function useWaitingPictures(attemptId: string, isClosed: boolean): Pictures {
  const now = useLiveQuery(() => counted(attemptId), [attemptId])
  const [most, setMost] = useState({ waiting: 0, refused: 0, refusedBefore: 0 })
  const [first, setFirst] = useState(true)
  if (now) {
    const [waiting, refused] = now
    if (first) {
      setFirst(false)
      setMost({ waiting, refused, refusedBefore: refused })
    } else if (waiting > most.waiting || refused > most.refused)
      // A test that leaves the device takes the count along: what was seen of it stands.
      setMost({
        ...most,
        waiting: Math.max(waiting, most.waiting),
        refused: Math.max(refused, most.refused),
      })
  }
  const item = picturesItem(now?.[0] ?? 0, most.waiting, most.refused - most.refusedBefore, isClosed)
  return { item, refused: most.refused }
}
