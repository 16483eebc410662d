import { expect, test } from 'vitest'
import type { SnapshotView } from '#contract/views/admin.ts'
import { galleryOf, snapshotId } from '#pwa/console/results/snapshots/gallery.ts'

/** Which webcam pictures lead from one to the next, and which of them is looked at. */

const taken = (n: number, signed = 'e=1'): SnapshotView => ({
  image_url: `/files/snapshots/a/${n}?${signed}`,
  created_at: new Date(n * 60_000).toISOString(),
  candidate_name: 'Ana Berg',
  status: 'stored',
})
const of = (n: number): string => snapshotId(taken(n))
const gone: SnapshotView = { ...taken(2), image_url: null, status: 'missing' }

test.each<[string, SnapshotView[], number[], number | null, { are: number[]; at: number | null }]>([
  ['nothing is looked at', [taken(1), taken(2)], [], null, { are: [1, 2], at: null }],
  ['all are there', [taken(1), taken(2), taken(3)], [], 3, { are: [1, 2, 3], at: 2 }],
  ['one never came', [taken(1), gone, taken(3)], [], 3, { are: [1, 3], at: 1 }],
  ['the file of one before it fails', [taken(1), taken(2), taken(3)], [1], 2, { are: [2, 3], at: 0 }],
  ['its own fails: the next', [taken(1), taken(2), taken(3)], [2], 2, { are: [1, 3], at: 1 }],
  ['its own fails, the last: the one before', [taken(1), taken(2)], [2], 2, { are: [1], at: 0 }],
  ['the only one fails', [taken(1)], [1], 1, { are: [], at: null }],
  ['one came before it', [taken(0), taken(1)], [], 1, { are: [0, 1], at: 1 }],
  ['its address is signed anew', [taken(1, 'e=2'), taken(2, 'e=2')], [2], 2, { are: [1, 2], at: 1 }],
  ['it is gone from the list', [taken(1)], [], 2, { are: [1], at: null }],
])('%s', (_what, snapshots, broken, looked, { are, at }) => {
  const faults = new Set(broken.map((n) => taken(n).image_url ?? ''))
  const gallery = galleryOf(snapshots, faults, looked === null ? null : of(looked))
  expect(gallery.pictures.map(({ id }) => id)).toEqual(are.map(of))
  expect(gallery.at).toBe(at)
})
