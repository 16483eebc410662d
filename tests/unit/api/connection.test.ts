import { expect, test } from 'vitest'
import { connectionTrack } from '#api/services/connection.ts'

/** The connection as the report tells it, from the device's notes and the server's silence. */

type Logged = Parameters<typeof connectionTrack>[0][number]
const op = (type: string, made_at: number, received_at = made_at): Logged => ({
  seq: made_at,
  type,
  body: null,
  body_deflated: null,
  made_at,
  received_at,
  verdict: 'on_time',
  result: 'applied',
})
const attempt = { announced: null, head_seq: 0 }
const track = (ops: Logged[], silentSince: number | null = null) =>
  connectionTrack(ops, [], attempt, silentSince)
const iso = (ms: number) => new Date(ms).toISOString()

test('a span ends where the device notes that it is back, and counts what was written in it', () => {
  const { offline } = track([
    op('offline', 10_000, 90_000),
    op('draft', 20_000, 90_000),
    op('mcq_save', 30_000, 90_000),
    op('online', 90_000),
    op('draft', 95_000),
  ])
  expect(offline).toEqual([{ from: iso(10_000), to: iso(90_000), seconds: 80, how: 'offline', ops_kept: 2 }])
})

test('a page that was closed in between notes no return: the first op that came as it was made is one', () => {
  const { offline } = track([
    op('offline', 10_000, 90_000),
    op('draft', 20_000, 90_000),
    op('restored', 89_000, 89_500),
  ])
  expect(offline).toMatchObject([{ from: iso(10_000), to: iso(89_000) }])
})

test('behind a finish nobody notes the return: what was sent was sent by somebody who was back', () => {
  const { offline } = track([
    op('offline', 10_000, 90_000),
    op('mcq_save', 20_000, 90_000),
    op('finish', 30_000, 90_000),
    // Opened again long after it.
    op('draft', 900_000),
    op('offline', 950_000, 990_000),
  ])
  expect(offline).toMatchObject([
    { from: iso(10_000), to: iso(90_000), ops_kept: 2 },
    { from: iso(950_000), to: iso(990_000) },
  ])
})

test('a note that comes twice without a return in between is of one stretch', () => {
  const { offline } = track([op('offline', 10_000, 90_000), op('offline', 40_000, 90_000)])
  expect(offline).toMatchObject([{ from: iso(10_000), to: iso(90_000) }])
})

test('a device that has not come back is silent still', () => {
  expect(track([op('draft', 20_000)], 30_000).offline).toMatchObject([
    { from: iso(30_000), to: null, how: 'unheard', ops_kept: 0 },
  ])
})

/** The page was opened again, so long after what it noted before. */
const restored = (made_at: number, ms: number, received_at = made_at): Logged => ({
  ...op('restored', made_at, received_at),
  body: Buffer.from(JSON.stringify({ ms })),
})

test.each<[string, string, Logged[]]>([
  [
    'the device noted itself that it was offline',
    'offline',
    [op('offline', 10_000, 90_000), op('online', 90_000)],
  ],
  ['nobody noted anything', 'unheard', [op('draft', 5_000)]],
  ['the page was opened again at its end', 'closed', [op('draft', 9_000), restored(89_000, 80_000, 90_500)]],
  ['it was opened again 10 s after its end', 'closed', [restored(100_000, 95_000)]],
  ['it was opened again later than that', 'unheard', [restored(100_001, 95_000)]],
  ['it noted something until 10 s after its beginning', 'closed', [restored(89_000, 69_000)]],
  ['it had gone on noting longer than that', 'unheard', [restored(89_000, 68_999)]],
  ['what deleted the browser’s data left the page open', 'unheard', [restored(89_000, 0)]],
  ['the server refused the note', 'unheard', [{ ...restored(89_000, 85_000), result: 'rejected' }]],
])('a silence in which %s is told as %s', (_, how, ops) => {
  const { offline } = connectionTrack(ops, [{ from_at: 10_000, to_at: 90_000 }], attempt, null)
  expect(offline).toMatchObject([{ from: iso(10_000), to: iso(90_000), how }])
})

test('of a log full of notes a thousand spans are told', () => {
  const ops = Array.from({ length: 40_000 }, (_, i) => op(i % 2 === 0 ? 'offline' : 'online', i * 10))
  const { offline } = track(ops)
  expect(offline).toHaveLength(1_000)
  expect(offline.at(-1)).toMatchObject({ from: iso(19_980), to: iso(19_990) })
})

test('what may come after the end by design is no late work: at once it says nothing, and delayed it is not timed', () => {
  const late = (type: string, made: number, received = made): Logged => ({
    ...op(type, made, received),
    verdict: 'late',
    result: 'applied_late',
  })
  const { arrivals } = track([
    late('feedback', 100_000, 100_400),
    late('snapshot_taken', 110_000, 150_000),
    late('fraud_report', 111_000, 150_000),
    late('draft', 112_000, 150_000),
  ])
  expect(arrivals).toMatchObject([
    { verdict: 'after_end', count: 2, types: { snapshot_taken: 1, fraud_report: 1 } },
    { verdict: 'late', count: 1, types: { draft: 1 } },
  ])
})

test('a draft that comes late as soon as it was made is late all the same', () => {
  const { arrivals } = track([{ ...op('draft', 100_000, 100_400), verdict: 'late' }])
  expect(arrivals).toMatchObject([{ verdict: 'late', count: 1 }])
})

test('what arrived in one sync was made from its first moment to its last, in whatever order it was written down', () => {
  const { arrivals } = track([
    op('draft', 43_000, 90_000),
    op('draft', 45_000, 90_000),
    op('online', 41_000, 90_000),
  ])
  expect(arrivals).toMatchObject([{ count: 3, made_from: iso(41_000), made_to: iso(45_000) }])
})
