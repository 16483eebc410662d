import { useLiveQuery } from 'dexie-react-hooks'
import { plural } from '#contract/plural.ts'
import { localDatabase } from '#pwa/local/database.ts'
import { countBlobs } from '#pwa/sync/blobs.ts'
import type { EndItem } from './items.ts'
import { PICTURES } from './pictures.ts'

/** Pictures of this test whose bytes are still here, read live from the device's database; null when there are none. */
export function useWaitingPictures(attemptId: string): EndItem | null {
  const waiting = useLiveQuery(() => countBlobs(localDatabase(), attemptId), [attemptId], 0)
  if (waiting === 0) return null
  return { name: PICTURES, detail: plural(waiting, 'picture'), state: 'device', at: null }
}
