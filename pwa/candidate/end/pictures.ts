import { plural } from '#contract/plural.ts'
import type { EndItem } from './items.ts'

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

/** Of those that are nowhere any more; none where there are none. */
export const refusedPictures = (refused: number): string[] =>
  refused === 0
    ? []
    : [
        `${plural(refused, 'camera picture')}: the server did not take ${refused === 1 ? 'it' : 'them'}. Your answers and your code are not touched by that.`,
      ]
