import type { SnapshotView } from '#contract/views/admin.ts'
import { dateOr } from '../../kit/format/dates.ts'

/** Webcam pictures in words, and which of them lead from one to the next where they are enlarged. */

/** The person on a picture, and when it was taken. */
export const snapshotLabel = ({ candidate_name, created_at }: SnapshotView): string =>
  `${candidate_name || 'Candidate'} at ${dateOr(created_at, '-')}`

/** The address of a picture, if it is there. */
export const snapshotSrc = ({ status, image_url }: SnapshotView): string | null =>
  status === 'stored' ? image_url : null

/** By it a picture is the same one however often its address is signed anew. */
export const snapshotId = ({ created_at, image_url }: SnapshotView): string =>
  `${created_at} ${image_url?.split('?')[0] ?? ''}`

/**
 * The pictures to enlarge, one after the other: without those that are not there, and those whose file did not load.
 * @param broken addresses that nothing came from
 * @param looked which one is looked at; null: none
 * @returns `at`, the place of that one now; if it is left out, that of the next one, or of the last if none follows
 */
export function galleryOf(
  snapshots: readonly SnapshotView[],
  broken: ReadonlySet<string>,
  looked: string | null,
): { pictures: { id: string; src: string; alt: string }[]; at: number | null } {
  const all = snapshots.map((snapshot) => ({
    id: snapshotId(snapshot),
    src: snapshotSrc(snapshot),
    alt: snapshotLabel(snapshot),
  }))
  const isThere = (one: (typeof all)[number]): one is { id: string; src: string; alt: string } =>
    one.src !== null && !broken.has(one.src)
  const pictures = all.filter(isThere)
  const place = all.findIndex(({ id }) => id === looked)
  if (place < 0 || pictures.length === 0) return { pictures, at: null }
  return { pictures, at: Math.min(all.slice(0, place).filter(isThere).length, pictures.length - 1) }
}
