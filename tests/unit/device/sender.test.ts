import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { SyncAnswer, SyncRequest } from '#contract/sync.ts'
import type { SyncMode } from '#machines/sync/state.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import * as nextLease from '#pwa/attempt/sync/nextLease.ts'
import { Sender } from '#pwa/attempt/sync/sender.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakWrites,
  everything,
  grantOf,
  openStorage,
  whenQuiet,
} from '../../factories/deviceStorage.ts'

/** The real sender on the device's storage; the test is the network. */

let db: LocalDatabase
let sender: Sender | null
/** Every sync that reached the network, and how the next ones are answered: one by one, then rightly. */
let requests: SyncRequest[]
let replies: ((request: SyncRequest) => Response | Promise<Response>)[]
let lease: () => Response | Promise<Response>
/** Every lease that was asked for. */
let asked: { take_over: boolean; replaces: string }[]
/** The answers of the server while the storage would not take them. */
let unkept: (SyncAnswer | null)[]

const right = (request: SyncRequest): Response => {
  const results = request.ops.map(({ seq, op_id }) => ({ seq, op_id, result: 'applied' as const }))
  const head = request.ops.at(-1) ?? { seq: request.tail_seq, hash: request.tail_hash }
  return Response.json({ data: answerOf(head, { nonce: request.nonce, results }) })
}
const refuse = (status: number, code: string, details: Record<string, unknown> = {}) =>
  Response.json({ message: 'no', code, details, request_id: 'r' }, { status })
const html = (status: number) =>
  new Response('<html>Sign in to the network', { status, headers: { 'content-type': 'text/html' } })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' })
  db = openStorage()
  await db.attempts.add(attemptOf())
  requests = []
  asked = []
  replies = []
  unkept = []
  sender = null
  lease = () => refuse(503, 'unavailable')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === urlOf('postSyncLease')) {
      asked.push(JSON.parse(String(init.body)))
      return lease()
    }
    const request = JSON.parse(String(init.body)) as SyncRequest
    requests.push(request)
    return (replies.shift() ?? right)(request)
  })
})
afterEach(() => {
  sender?.stop()
  db.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function start(): Promise<Sender> {
  const listener = {
    changed() {},
    rebased() {},
    outdated() {},
    stalled() {},
    unkept: (answer: SyncAnswer | null) => void unkept.push(answer),
  }
  sender = await Sender.start(
    () => db,
    ATTEMPT,
    listener,
    async () => nextLease,
  )
  await whenQuiet(db)
  return sender
}
const draft = (answer: string) =>
  appendOps(db, ATTEMPT, [
    { type: 'draft', key: 'code:1:2', body: { problem_id: 1, language_id: 2, answer } },
  ])
async function later(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await whenQuiet(db)
}
const attempt = () => db.attempts.get(ATTEMPT)

describe('no ack is', () => {
  const wrong: [string, SyncMode, (request: SyncRequest) => Response | Promise<Response>][] = [
    ['HTML with 200', 'captive', () => html(200)],
    ['HTML with 503', 'open', () => html(503)],
    [
      'a redirect to a sign-in page',
      'captive',
      () => new Response(null, { status: 302, headers: { location: '/in' } }),
    ],
    ['JSON of somebody else', 'captive', () => Response.json({ ok: true })],
    ['an empty 200', 'open', () => new Response('', { headers: { 'content-type': 'application/json' } })],
    ['a broken line', 'open', () => Promise.reject(new TypeError('reset'))],
    ['an answer to another request', 'captive', (r) => right({ ...r, nonce: 'cached' })],
    [
      'an answer without a head',
      'captive',
      (r) => Response.json({ data: { nonce: r.nonce, head_hash: r.tail_hash, results: [] } }),
    ],
  ]
  it.each(wrong)('%s: nothing is written, and the op goes again', async (_, mode, reply) => {
    await draft('a')
    const before = await everything(db)
    replies = [reply]
    const { state } = await start()
    expect(requests).toHaveLength(1)
    expect(state).toMatchObject({ mode, acked: { seq: 0 } })
    expect(state.offlineSince).not.toBeNull()
    expect(await everything(db)).toEqual(before)
    await later(30_000)
    expect(requests[1]?.ops).toEqual(requests[0]?.ops)
    expect(await attempt()).toMatchObject({ acked_seq: 1, receipt: 'receipt-2' })
  })

  it('an answer with another hash at its head: the log is not called saved, a new lease is asked for', async () => {
    const [op] = await draft('a')
    const before = await everything(db)
    replies = [(r) => right({ ...r, ops: r.ops.map((sent) => ({ ...sent, hash: 'another' })) })]
    const { state } = await start()
    expect(state).toMatchObject({ mode: 'forked', acked: { seq: 0 } })
    const { settings: _, ...after } = await everything(db)
    const { settings: __, ...untouched } = before
    // Nothing but that it asks for another lease.
    const attempts = untouched.attempts?.map((row) => ({ ...(row as object), giving_up: 'lease-1' }))
    expect(after).toEqual({ ...untouched, attempts })
    expect(op?.acked_at).toBeNull()
  })
})

describe('an ack', () => {
  it('that the device could not write down did not happen: the op goes again', async () => {
    const [op] = await draft('a')
    let full = true
    const fault = breakWrites('submissions', () => (full ? 'commit' : null))
    const running = await start()
    expect(fault.broken()).toBe(1)
    expect(running.state.acked.seq).toBe(0)
    expect(await db.ops.toArray()).toEqual([op])
    // The server answered: what this device cannot keep is no fault of the line.
    expect(running.state).toMatchObject({ offlineSince: null, lastContactAt: expect.any(Number) })
    expect(unkept).toMatchObject([{ deadline_at: '2026-01-15T10:00:00.000Z' }])
    full = false
    await later(30_000)
    fault.mend()
    expect(requests[1]?.ops).toEqual(requests[0]?.ops)
    expect(running.state.acked.seq).toBe(1)
    expect(await attempt()).toMatchObject({ acked_seq: 1 })
  })

  it('counts for an op too that was on disk when the batch was cut, and told only later', async () => {
    const running = await start()
    const [first] = await draft('a')
    const [second] = await draft('b')
    if (!first || !second) throw new Error('two ops were asked for')
    running.appended(first)
    await later(300)
    expect(requests.at(-1)?.ops).toHaveLength(2)
    expect(running.state).toMatchObject({ mode: 'open', acked: { seq: 2 }, tail: { seq: 2 } })
    const sent = requests.length
    running.appended(second)
    await later(300)
    expect(requests).toHaveLength(sent)
  })
})

describe('an answer to a request that was given up, behind a newer one,', () => {
  it.each<[string, (request: SyncRequest) => Response]>([
    ['takes nothing back of what is acknowledged', right],
    ['takes no test from the device that has it', () => refuse(403, 'lease_lost')],
  ])('%s', async (_, reply) => {
    let come = (): void => {}
    const held = new Promise<void>((resolve) => {
      come = resolve
    })
    replies = [async (request) => held.then(() => reply(request))]
    await draft('a')
    await start()
    await draft('b')
    await later(60_000)
    expect(requests.length).toBeGreaterThan(1)
    const written = await everything(db)
    expect(await attempt()).toMatchObject({ acked_seq: 2 })
    come()
    await later(0)
    expect(await everything(db)).toEqual(written)
  })
})

describe('a database opened anew under the sender', () => {
  it('is used from then on', async () => {
    await draft('a')
    const running = await start()
    expect(running.state.acked.seq).toBe(1)
    db.close()
    db = openStorage(db.name)
    const [op] = await draft('b')
    if (!op) throw new Error('nothing was written')
    running.appended(op)
    await later(300)
    expect(running.state.acked.seq).toBe(2)
    expect(await attempt()).toMatchObject({ acked_seq: 2, tail_seq: 2 })
  })

  it('while a request is on its way takes the answer', async () => {
    await draft('a')
    let answer = () => {}
    replies = [(r) => new Promise((resolve) => (answer = () => resolve(right(r))))]
    const running = await start()
    db.close()
    db = openStorage(db.name)
    await db.open()
    answer()
    await whenQuiet(db)
    expect(running.state.acked.seq).toBe(1)
    expect(await attempt()).toMatchObject({ acked_seq: 1 })
  })
})

describe('a refusal', () => {
  const second = grantOf({ lease_id: 'lease-2', lease_epoch: 2, nonce: 'nonce-2' })

  it('fork: what stood in the tail goes under a new lease, asked for until it is granted', async () => {
    await draft('a')
    await draft('b')
    replies = [() => refuse(409, 'fork')]
    const running = await start()
    expect(running.state.mode).toBe('forked')
    lease = () => Response.json({ data: { lease: second, answers: {} } })
    await later(5_000)
    expect(requests.at(-1)?.lease_id).toBe('lease-2')
    expect(requests.at(-1)?.ops.map((op) => JSON.parse(op.body ?? '').answer)).toEqual(['b'])
    expect(running.state).toMatchObject({ mode: 'open', acked: { seq: 1 } })
    expect(await db.aside.count()).toBe(2)
  })

  it('fork: a page that does not live to hear of the new lease leaves it to the next one, with the tail', async () => {
    await draft('a')
    await draft('b')
    replies = [() => refuse(409, 'fork')]
    lease = () => {
      throw new TypeError('the answer was lost')
    }
    const before = await start()
    expect(before.state).toMatchObject({ mode: 'forked', offlineSince: expect.any(Number) })
    before.stop()
    // By now the server takes nothing under the older one.
    lease = () => Response.json({ data: { lease: second, answers: {} } })
    const running = await start()
    await later(1_000)
    expect(requests.slice(1).map((request) => request.lease_id)).not.toContain('lease-1')
    expect(requests.at(-1)?.ops.map((op) => JSON.parse(op.body ?? '').answer)).toEqual(['b'])
    expect(running.state).toMatchObject({ mode: 'open', acked: { seq: 1 }, offlineSince: null })
    running.stop()
    expect((await start()).state.mode).toBe('open')
  })

  it('fork: an answer that comes when the next sender has taken the lease in changes nothing', async () => {
    const submitted = await appendOps(db, ATTEMPT, [
      { type: 'submit', key: 'code:1:2', body: { problem_id: 1, language_id: 2, source_code: 'a' } },
    ])
    replies = [() => refuse(409, 'fork')]
    let answer = () => {}
    const granted = () => Response.json({ data: { lease: second, answers: { submissions: [] } } })
    lease = () => new Promise<Response>((resolve) => (answer = () => resolve(granted())))
    const first = await start()
    expect(first.state.mode).toBe('forked')
    first.stop()
    const late = answer
    lease = granted
    const next = await start()
    await later(1_000)
    expect(next.state).toMatchObject({ mode: 'open', acked: { seq: 1 } })
    expect(await db.aside.toArray()).toMatchObject([{ op_id: submitted[0]?.op_id }])
    const before = await everything(db)
    late()
    await later(1_000)
    expect(await everything(db)).toEqual(before)
  })

  it('fork: one that was stopped leaves the lease to whoever has the test by now', async () => {
    await draft('a')
    replies = [() => refuse(409, 'fork')]
    let answer = () => {}
    const granted = () => Response.json({ data: { lease: second, answers: {} } })
    lease = () => new Promise<Response>((resolve) => (answer = () => resolve(granted())))
    const stopped = await start()
    const before = await everything(db)
    stopped.stop()
    answer()
    await later(1_000)
    expect(await everything(db)).toEqual(before)
  })

  it('fork: with a link that is refused meanwhile nobody is called offline, and the newest link gets the lease', async () => {
    await draft('a')
    replies = [() => refuse(409, 'fork')]
    lease = () => refuse(401, 'unauthorized')
    const running = await start()
    expect(running.state).toMatchObject({ mode: 'unauthorized', offlineSince: null })
    await later(60_000)
    expect(asked).toHaveLength(1)
    lease = () => Response.json({ data: { lease: second, answers: {} } })
    running.wake()
    await later(1_000)
    expect(requests.slice(1).map((request) => request.lease_id)).not.toContain('lease-1')
    expect(running.state).toMatchObject({ mode: 'open', acked: { seq: 1 } })
  })

  it('fork: whoever presses Try now waits no longer for the lease than the line takes', async () => {
    await draft('a')
    replies = [() => refuse(409, 'fork')]
    lease = () =>
      Response.json(
        { message: 'no', code: 'unavailable', details: {}, request_id: 'r' },
        { status: 503, headers: { 'retry-after': '20' } },
      )
    const running = await start()
    await later(15_000)
    expect(asked).toHaveLength(1)
    lease = () => Response.json({ data: { lease: second, answers: {} } })
    running.wake()
    await later(1_000)
    expect(asked).toHaveLength(2)
    expect(running.state).toMatchObject({ mode: 'open', acked: { seq: 1 } })
  })

  it('fork: where another device has taken the test meanwhile, it is not taken back', async () => {
    await draft('a')
    replies = [
      () => refuse(409, 'fork'),
      (r) => refuse(403, 'lease_lost', { nonce: r.nonce, quarantined_seq: 1 }),
    ]
    lease = () => refuse(409, 'lease_held')
    const running = await start()
    await later(1_000)
    expect(asked.map(({ take_over, replaces }) => [take_over, replaces])).toEqual([[false, 'lease-1']])
    expect(running.state).toMatchObject({ mode: 'lease_lost', quarantinedSeq: 1 })
    expect(await attempt()).toMatchObject({ lease_lost: true })
  })

  it('fork: an op of the older lease that is told only now changes nothing', async () => {
    await draft('a')
    const [late] = await draft('b')
    if (!late) throw new Error('nothing was written')
    replies = [() => refuse(409, 'fork')]
    lease = () => Response.json({ data: { lease: second, answers: {} } })
    const running = await start()
    expect(running.state).toMatchObject({ tail: { seq: 1 }, acked: { seq: 1 } })
    running.appended(late)
    await later(1_000)
    expect(running.state).toMatchObject({ tail: { seq: 1 }, acked: { seq: 1 }, waitingSince: null })
  })

  it('413 of a single op: it goes again without its body, with the same hash', async () => {
    const [op] = await draft('a')
    replies = [() => refuse(413, 'too_large')]
    const running = await start()
    expect(requests[1]?.ops).toMatchObject([{ body: null, hash: op?.hash, op_id: op?.op_id }])
    expect(running.state.acked.seq).toBe(1)
    expect(await db.ops.toArray()).toMatchObject([{ body: op?.body }])
  })

  it('413 of something between: smaller batches go, with everything in them', async () => {
    const ops = [await draft('a'), await draft('b')].flat()
    replies = [() => html(413)]
    const running = await start()
    await whenQuiet(db)
    expect(requests.slice(1).flatMap((request) => request.ops)).toMatchObject(
      ops.map(({ body }) => ({ body })),
    )
    expect(requests[1]?.ops).toHaveLength(1)
    expect(running.state).toMatchObject({ acked: { seq: 2 }, offlineSince: null })
  })

  it.each<[string, (r: SyncRequest) => Response]>([
    ['lease_lost', (r) => refuse(403, 'lease_lost', { nonce: r.nonce, quarantined_seq: 1 })],
    ['an ack', right],
  ])('%s: says nothing of a lease that another page of this device took meanwhile', async (_, reply) => {
    await draft('a')
    let answer = () => {}
    replies = [(r) => new Promise((resolve) => (answer = () => resolve(reply(r))))]
    const running = await start()
    await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-2', lease_epoch: 2 }))
    const taken = await everything(db)
    answer()
    await later(60_000)
    expect(await everything(db)).toEqual(taken)
    // Nor does it send anything of that one, which is the other page's.
    running.wake()
    await later(60_000)
    expect(requests.filter(({ lease_id }) => lease_id === 'lease-2')).toEqual([])
  })

  it('lease_lost: the device remembers it; the tail goes to quarantine, also after a reload', async () => {
    await draft('a')
    await draft('b')
    const lost = (upTo: number) => (r: SyncRequest) =>
      refuse(403, 'lease_lost', { nonce: r.nonce, quarantined_seq: upTo })
    replies = [lost(1), () => html(200)]
    const first = await start()
    expect(first.state.mode).toBe('captive')
    expect(requests.at(-1)?.from_seq).toBe(2)
    expect(await attempt()).toMatchObject({ lease_lost: true, acked_seq: 0 })
    first.stop()
    let answer = () => {}
    replies = [(r) => new Promise((resolve) => (answer = () => resolve(lost(2)(r))))]
    const next = await start()
    expect(next.state.mode).toBe('lease_lost')
    answer()
    await whenQuiet(db)
    expect(next.state).toMatchObject({ mode: 'lease_lost', quarantinedSeq: 2, acked: { seq: 0 } })
    expect(await db.ops.count()).toBe(2)
  })
})
