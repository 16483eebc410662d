import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncRequest } from '#contract/sync.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import { fullPace, uploadQuarantine } from '#pwa/attempt/sync/quarantineUpload.ts'
import { ATTEMPT, appendOps, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

/** Ops that a fork or a takeover put aside go to the server's quarantine, once and whole. */

let db: LocalDatabase
let asked: SyncRequest[]
let answer: (request: SyncRequest) => Response

const lost = (request: SyncRequest, change: object = {}) =>
  Response.json(
    {
      message: 'lost',
      code: 'lease_lost',
      request_id: 'r',
      details: { nonce: request.nonce, quarantined_seq: request.ops.at(-1)?.seq ?? null, ...change },
    },
    { status: 403 },
  )

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
  asked = []
  answer = (request) => lost(request)
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const request = JSON.parse(String(init.body)) as SyncRequest
    asked.push(request)
    return answer(request)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  db.close()
})

const drafts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    type: 'draft' as const,
    key: `code:${i}:1`,
    body: { answer: `${i}` },
  }))

/** Ops of the first lease put aside by a second one. */
async function fork(count: number): Promise<OpRecord[]> {
  const ops = await appendOps(db, ATTEMPT, drafts(count))
  await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-of-the-same-device', lease_epoch: 2 }))
  return ops
}
const waiting = async () =>
  (await db.aside.toArray()).filter((op) => op.quarantined_at === undefined).map((op) => op.seq)

describe('what stands aside', () => {
  it('goes under the lease it was written under, and is not sent twice', async () => {
    const ops = await fork(3)
    expect(await uploadQuarantine(db, ATTEMPT)).toBe(true)
    expect(await uploadQuarantine(db, ATTEMPT)).toBe(false)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ lease_id: ops[0]?.lease_id, from_seq: 1, tail_seq: 3 })
    expect(asked[0]?.ops.map((op) => op.hash)).toEqual(ops.map((op) => op.hash))
    expect(asked[0]?.ops[0]).not.toHaveProperty('acked_at')
    expect(await db.aside.count()).toBe(3)
    expect(await waiting()).toEqual([])
  })

  it('is counted as waiting until it is kept, without what stands in the log again', async () => {
    await fork(2)
    const [again] = await db.aside.toArray()
    const { is_again: _, ...alone } = again as OpRecord
    await db.aside.add({ ...alone, lease_id: 'the-lease-of-a-lost-device' })
    await db.attempts.update(ATTEMPT, { aside_waiting: 1 })
    const left = async () => (await db.attempts.get(ATTEMPT))?.aside_waiting
    const seen: unknown[] = []
    while (await uploadQuarantine(db, ATTEMPT)) seen.push([asked.at(-1)?.lease_id, await left()])
    expect(seen).toEqual([
      ['lease-1', 1],
      ['the-lease-of-a-lost-device', 0],
    ])
  })

  it('goes in batches, one unbroken run of one lease each', async () => {
    await fork(60)
    await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'the-third-lease-of-it', lease_epoch: 3 }))
    while (await uploadQuarantine(db, ATTEMPT)) {}
    const runs = asked.map((request) => [request.lease_id, request.from_seq, request.ops.length])
    expect(new Set(runs.map(([lease]) => lease)).size).toBe(2)
    expect(asked.every((request) => request.ops.every((op) => op.lease_id === request.lease_id))).toBe(true)
    expect(asked.flatMap((request) => request.ops)).toHaveLength(120)
    expect(await waiting()).toEqual([])
  })

  it('goes in small pieces, so that a save on a slow line waits for no large one', async () => {
    const large = (i: number) => ({
      ...drafts(1)[0],
      key: `code:${i}:1`,
      body: { answer: 'x'.repeat(40_000) },
    })
    await appendOps(db, ATTEMPT, [1, 2, 3].map(large) as Parameters<typeof appendOps>[2])
    await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-of-the-same-device', lease_epoch: 2 }))
    while (await uploadQuarantine(db, ATTEMPT)) {}
    expect(asked.map(({ ops }) => ops.length)).toEqual([1, 1, 1])
  })

  it('goes in halves after a piece that was too large, and without a body that is too large alone', async () => {
    await fork(4)
    const pace = fullPace()
    const proxy = (most: number) => (request: SyncRequest) =>
      request.ops.length > most ? new Response('too large', { status: 413 }) : lost(request)
    answer = proxy(1)
    while (await uploadQuarantine(db, ATTEMPT, pace)) {}
    expect(asked.map(({ ops }) => ops.length)).toEqual([4, 2, 1, 2, 1, 2, 1, 1])
    expect(await waiting()).toEqual([])

    await db.aside.toCollection().modify((op) => delete op.quarantined_at)
    answer = (request) =>
      request.ops.some(({ body }) => body !== null)
        ? new Response('too large', { status: 413 })
        : lost(request)
    asked = []
    while (await uploadQuarantine(db, ATTEMPT, pace)) {}
    expect(await waiting()).toEqual([])
    expect((await db.aside.toArray()).every((op) => op.stripped && op.body !== null)).toBe(true)

    // A server that refuses even that is not asked again and again.
    await db.aside.toCollection().modify((op) => delete op.quarantined_at)
    answer = () => new Response('too large', { status: 413 })
    await expect(uploadQuarantine(db, ATTEMPT, { most: 1 })).rejects.toThrow('not taken')
  })

  it('is given as long as a slow line needs, and goes in halves where that was too short', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
    const entries = drafts(4).map((entry) => ({ ...entry, body: { answer: 'x'.repeat(8_000) } }))
    await appendOps(db, ATTEMPT, entries)
    await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-of-the-same-device', lease_epoch: 2 }))
    const pace = fullPace()
    for (const [most, seconds] of [
      [2, 19],
      [1, 15],
      [1, 13],
    ]) {
      await expect(uploadQuarantine(db, ATTEMPT, pace)).rejects.toThrow('not taken')
      expect(pace.most).toBe(most)
      expect(Math.floor((limits.mock.lastCall?.[0] ?? 0) / 1_000)).toBe(seconds)
    }
    limits.mockRestore()
  })

  it.each<[string, (request: SyncRequest) => Response]>([
    ['another request’s answer', (request) => lost(request, { nonce: 'of-another-request' })],
    ['less than was sent', (request) => lost(request, { quarantined_seq: 2 })],
    ['nothing at all', (request) => lost(request, { quarantined_seq: null })],
    ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an ack of the log', (request) => Response.json({ data: { nonce: request.nonce, head_seq: 3 } })],
    [
      'a full quarantine',
      () => Response.json({ message: 'full', code: 'too_many_requests' }, { status: 429 }),
    ],
  ])('stays on the device for later after %s', async (_, said) => {
    await fork(3)
    answer = said
    await expect(uploadQuarantine(db, ATTEMPT)).rejects.toThrow('not taken')
    expect(await waiting()).toEqual([1, 2, 3])
    answer = (request) => lost(request)
    expect(await uploadQuarantine(db, ATTEMPT)).toBe(true)
    expect(await waiting()).toEqual([])
  })

  it('is sent whatever a server acknowledged that lost it again, and not where the log has it', async () => {
    const [first] = await appendOps(db, ATTEMPT, drafts(2))
    await db.ops.update([ATTEMPT, 1], { acked_at: 5, result: 'applied' })
    await db.attempts.update(ATTEMPT, { acked_seq: 1, acked_hash: first?.hash ?? '' })
    // The server came back from a backup that is older than the ack.
    await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'after-the-restore', lease_epoch: 2 }))
    await db.aside.add({ ...(first as OpRecord), lease_id: 'a-lease-long-ago', acked_at: 5 })
    expect(await uploadQuarantine(db, ATTEMPT)).toBe(true)
    expect(await uploadQuarantine(db, ATTEMPT)).toBe(false)
    expect(asked.map((request) => request.ops.map((op) => op.seq))).toEqual([[1, 2]])
  })
})

it('a picture follows the op that names it under the new lease', async () => {
  const picture = { type: 'snapshot_taken' as const, key: '', body: { sha256: 'a'.repeat(64), bytes: 7 } }
  await appendOps(db, ATTEMPT, [...drafts(1), ...drafts(1), picture])
  await db.blobs.add({
    attempt_id: ATTEMPT,
    sha256: 'a'.repeat(64),
    seq: 3,
    body: new Blob(['picture']),
    not_before: 0,
  })
  await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-of-the-same-device', lease_epoch: 2 }))
  const [op] = await db.ops.filter((row) => row.type === 'snapshot_taken').toArray()
  expect(op?.seq).toBe(2)
  expect((await db.blobs.toArray()).map((blob) => blob.seq)).toEqual([2])
})
