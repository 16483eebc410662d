import { plural } from '#contract/plural.ts'
import type { EndItem } from './items.ts'

/** The camera's pictures as one item of the end page; by its name it is told from the work. */
export const PICTURES = 'Camera pictures'

/**
 * The item while pictures wait, and once they have left: one that went with the last picture would look lost.
 * @param seen how many waited at most while the page stands
 * @param isClosed the server takes none any more: those that are gone from here were not all sent
 */
export function picturesItem(waiting: number, seen: number, isClosed: boolean): EndItem | null {
  if (waiting > 0) return { name: PICTURES, detail: plural(waiting, 'picture'), state: 'device', at: null }
  if (seen === 0 || isClosed) return null
  return { name: PICTURES, detail: `${plural(seen, 'picture')} sent`, state: 'server', at: null }
}
