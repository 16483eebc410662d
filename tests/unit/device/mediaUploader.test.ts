import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { MediaUploader } from '#pwa/attempt/sync/mediaUploader.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** Uploads beside the log: ops that stand aside, and pictures. Neither may strand the other. */

const STORE = 'http://store.example/picture'
let db: LocalDatabase
let courier: MediaUploader
let asked: string[]
let aside: () => Response
let picture: () => Response

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  db = openStorage()
  courier = new MediaUploader(() => db)
  await db.attempts.add(attemptOf())
  await db.blobs.add({
    attempt_id: ATTEMPT,
    sha256: 'a',
    seq: 0,
    body: new Blob(['picture']),
    not_before: Date.now() + 60_000,
  })
  asked = []
  aside = () => refuse(429, 'too_many_requests')
  picture = () => Response.json({ data: { sha256: 'a' } })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === urlOf('postSync')) return aside()
    return url === STORE ? picture() : Response.json({ data: { url: STORE } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  db.close()
})

const refuse = (status: number, code: string) =>
  Response.json({ message: 'no', code, request_id: 'r' }, { status })
const pictures = () => db.blobs.count()

it('spreads pictures while the test runs, and hurries once it is over on this device', async () => {
  await courier.carry(ATTEMPT, false)
  expect(asked).toEqual([])
  await courier.carry(ATTEMPT, true)
  expect(await pictures()).toBe(0)
})

it('sends pictures although the server does not take what stands aside', async () => {
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'focus_lost', key: '', body: {} }])
  if (op) await db.aside.add({ ...op, lease_id: 'an older lease' })
  await courier.carry(ATTEMPT, true)
  expect(asked[0]).toBe(urlOf('postSync'))
  expect(await pictures()).toBe(0)
})

it('looks at the disk every few seconds while the test runs, and at once when it is over or something woke it', async () => {
  let looks = 0
  db.attempts.hook('reading', (row) => {
    looks++
    return row
  })
  await courier.carry(ATTEMPT, false)
  const one = looks
  expect(one).toBeGreaterThan(0)
  await courier.carry(ATTEMPT, false)
  vi.advanceTimersByTime(4_900)
  await courier.carry(ATTEMPT, false)
  expect(looks).toBe(one)
  vi.advanceTimersByTime(200)
  await courier.carry(ATTEMPT, false)
  expect(looks).toBe(2 * one)
  courier.wake()
  await courier.carry(ATTEMPT, false)
  expect(looks).toBe(3 * one)
  await courier.carry(ATTEMPT, true)
  expect(looks).toBeGreaterThan(3 * one)
})

it('rests after a fault, and goes on at once when it is woken', async () => {
  picture = () => refuse(503, 'unavailable')
  await courier.carry(ATTEMPT, true)
  const tried = asked.length
  expect(tried).toBe(2)
  await courier.carry(ATTEMPT, true)
  expect(asked).toHaveLength(tried)

  picture = () => Response.json({ data: { sha256: 'a' } })
  courier.wake()
  await courier.carry(ATTEMPT, true)
  expect(await pictures()).toBe(0)
})

it('goes on by itself within a minute', async () => {
  picture = () => refuse(503, 'unavailable')
  await courier.carry(ATTEMPT, true)
  picture = () => Response.json({ data: { sha256: 'a' } })
  vi.advanceTimersByTime(46_000)
  await courier.carry(ATTEMPT, true)
  expect(await pictures()).toBe(0)
})

it('goes on within a minute although the device’s clock was set back an hour', async () => {
  picture = () => refuse(503, 'unavailable')
  await courier.carry(ATTEMPT, true)
  picture = () => refuse(403, 'forbidden')
  vi.advanceTimersByTime(46_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await courier.carry(ATTEMPT, true)
  expect(asked).toHaveLength(4)
  picture = () => Response.json({ data: { sha256: 'a' } })
  vi.advanceTimersByTime(31_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await courier.carry(ATTEMPT, true)
  expect(await pictures()).toBe(0)
})
