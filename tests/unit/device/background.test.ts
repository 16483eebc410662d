import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { finishedHere } from '#pwa/attempt/db/finished.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { sha256OfBlob } from '#pwa/attempt/hash.ts'
import { isOverHere } from '#pwa/attempt/pending.ts'
import { sendInBackground } from '#pwa/attempt/sync/background.ts'
import { answerOf, appendOps, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** Work that a closed page left on the device is sent by the worker, or by the next page that is opened. */

const STORE = 'http://store.example/'
let browser: ReturnType<typeof browserLocks>
/** The arrivals: types of ops, and pictures, by the token they came with. */
let arrived: string[]
let refused: (what: string) => boolean

beforeEach(async () => {
  openStorage().close()
  reopenDatabase()
  browser = browserLocks()
  arrived = []
  refused = () => false
  vi.stubGlobal('navigator', { locks: browser.open().locks, userAgent: '' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    if (refused(`${token} ${url}`)) throw new TypeError('the line broke')
    if (url === urlOf('postSync')) return Response.json({ data: takes(token, init) })
    if (url.startsWith(STORE)) {
      arrived.push(`${url.slice(STORE.length)} picture`)
      return Response.json({ data: { sha256: await sha256OfBlob(init.body as Blob) } })
    }
    return Response.json({ data: { url: STORE + token } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await localDatabase().delete()
})

function takes(token: string, init: RequestInit) {
  const request = JSON.parse(String(init.body)) as SyncRequest
  for (const op of request.ops) arrived.push(`${token} ${op.type}`)
  const last = request.ops.at(-1)
  const head = last ?? { seq: request.tail_seq, hash: request.tail_hash }
  const results = request.ops.map(({ seq, op_id }) => ({ seq, op_id, result: 'applied' as const }))
  const state = arrived.includes(`${token} finish`) ? 'finished' : 'running'
  return answerOf(head, { nonce: request.nonce, results, state, deadline_at: inAnHour() })
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

/** A test with a picture that was taken and not sent. */
async function leave(id: string, finish: boolean): Promise<void> {
  const db = localDatabase()
  await db.attempts.add(attemptOf(grantOf({ attempt_id: id, auth_token: id, deadline_at: inAnHour() })))
  const body = new Blob([`picture of ${id}`])
  const sha256 = await sha256OfBlob(body)
  await appendOps(db, id, [{ type: 'snapshot_taken', key: '', body: { sha256, bytes: body.size } }])
  await db.blobs.add({ attempt_id: id, sha256, seq: 1, body, not_before: Date.now() + 60_000 })
  if (!finish) return
  await appendOps(db, id, [{ type: 'finish', key: '', body: { reason: 'candidate' } }])
  await db.attempts.update(id, { end_reached: true })
}
const forgotten = async () =>
  (await finishedHere(localDatabase())).map((record) => record.attempt_id).toSorted()
const left = async () => (await localDatabase().blobs.toArray()).map((blob) => blob.attempt_id)

describe('a test that was finished and left', () => {
  it('is sent with its pictures, which need not wait any more, and leaves the device', async () => {
    await leave('a', true)
    await sendInBackground(() => true)
    expect(arrived).toEqual(['a snapshot_taken', 'a finish', 'a picture'])
    expect(await localDatabase().attempts.count()).toBe(0)
    expect(await forgotten()).toEqual(['a'])
  })

  it('has its pictures sent where the log had arrived before', async () => {
    await leave('a', true)
    refused = (what) => what.includes(urlOf('postSnapshotUrl'))
    await expect(sendInBackground(() => true)).rejects.toThrow()
    expect(await left()).toEqual(['a'])
    refused = () => false
    await sendInBackground(() => true)
    expect(arrived).toEqual(['a snapshot_taken', 'a finish', 'a picture'])
    expect(await forgotten()).toEqual(['a'])
  })

  it('stays on the device until its end page was shown', async () => {
    await leave('a', true)
    await localDatabase().attempts.update('a', { end_reached: undefined })
    await sendInBackground(() => true)
    expect(arrived).toContain('a picture')
    expect(await localDatabase().attempts.count()).toBe(1)
  })
})

it('a test that runs is sent, and its pictures wait for their time', async () => {
  await leave('a', false)
  await sendInBackground(() => true)
  expect(arrived).toEqual(['a snapshot_taken'])
  expect(await left()).toEqual(['a'])
})

it('a page carries on only what is over: a test that runs belongs to its own page', async () => {
  await leave('a', false)
  await leave('b', true)
  await leave('c', true)
  await sendInBackground(isOverHere)
  expect(await forgotten()).toEqual(['b', 'c'])
  expect(arrived.filter((what) => what.startsWith('a'))).toEqual([])
})

it('what a page holds is left to it', async () => {
  await leave('a', true)
  await leave('b', true)
  const page = browser.open()
  void page.locks.request('sync:a', {}, () => new Promise(() => {}))
  await sendInBackground(() => true)
  expect(await forgotten()).toEqual(['b'])
  expect(arrived.filter((what) => what.startsWith('a'))).toEqual([])
  page.close()
  await sendInBackground(() => true)
  expect(await forgotten()).toEqual(['a', 'b'])
})

it('ends where a page takes the test meanwhile, sends nothing more of it and forgets nothing', async () => {
  await leave('a', true)
  const page = browser.open()
  refused = () => {
    // The page is opened while the first call is on its way.
    if (!isTaken)
      void page.locks.request('sync:a', { steal: true }, () => new Promise(() => {})).catch(() => {})
    isTaken = true
    return false
  }
  let isTaken = false
  await sendInBackground(() => true)
  expect(isTaken).toBe(true)
  expect(arrived.filter((what) => what.endsWith('picture'))).toEqual([])
  expect(await forgotten()).toEqual([])
  page.close()
  refused = () => false
  await sendInBackground(() => true)
  expect(await forgotten()).toEqual(['a'])
})

it('a test that cannot be sent does not keep the others, and is said to be left', async () => {
  await leave('a', true)
  await leave('b', true)
  refused = (what) => what.startsWith('a ')
  await expect(sendInBackground(() => true)).rejects.toThrow()
  expect(arrived).toEqual(['b snapshot_taken', 'b finish', 'b picture'])
  expect(await left()).toEqual(['a'])
})

it('without locks nothing is carried on: a page of the test may be open', async () => {
  await leave('a', true)
  vi.stubGlobal('navigator', { userAgent: '' })
  await sendInBackground(() => true)
  expect(arrived).toEqual([])
})
