import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import { countBlobs, countRefusedBlobs } from '#pwa/attempt/db/media.ts'
import { localDatabase } from '#pwa/attempt/db/schema.ts'
import type { EndItem } from './items.ts'

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

/** The camera's pictures as one item of the end page; by its name it is told from the work. */
export const PICTURES = 'Camera pictures'

/**
 * The item while pictures wait, and once they have left: one that went with the last picture would look lost.
 * @param seen how many waited at most while the page stands
 * @param refused how many of those the server will never take
 * @param isClosed the server takes none any more: those that are gone from here were not all sent
 */
export function picturesItem(
  waiting: number,
  seen: number,
  refused: number,
  isClosed: boolean,
): EndItem | null {
  if (waiting > 0) return { name: PICTURES, detail: plural(waiting, 'picture'), state: 'device', at: null }
  const sent = seen - refused
  if (sent <= 0 || isClosed) return null
  return { name: PICTURES, detail: `${plural(sent, 'picture')} sent`, state: 'server', at: null }
}

/** Words on the pictures that are nowhere any more; none if there are none. */
export const refusedPictures = (refused: number): string[] =>
  refused === 0
    ? []
    : [
        `${plural(refused, 'camera picture')}: the server did not take ${refused === 1 ? 'it' : 'them'}. Your answers and your code are not affected.`,
      ]
