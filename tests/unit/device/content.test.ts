import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { LeaseGrant } from '#contract/sync.ts'
import { keepLater, loadContent } from '#pwa/attempt/content.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { openPackage } from '#pwa/attempt/sealedPackage.ts'
import { openTestActor } from '#pwa/attempt/session/open.ts'
import { clearSession, NoRoom, writeSession } from '#pwa/attempt/session/store.ts'
import { isPassing } from '#pwa/candidate/untilAnswered.ts'
import { ATTEMPT, attemptOf, breakEvery, grantOf, openStorage } from '../../factories/deviceStorage.ts'

/** A test begins on a device whose storage is full: what was fetched is shown from memory, and kept once there is room. */

const attempt = attemptOf()
/** Not in the minute in which everybody starts, and waits for a moment. */
const view = { ...attempt.view, drive_start_time: '2026-01-15T08:00:00.000Z' }
const problem = { id: 5, title: 'Sums', image_url: null }
const session = { invitationToken: 'link', authToken: 'token', driveId: 1, candidateId: 1, isFinished: false }
let asked: string[]
let full: ReturnType<typeof breakEvery> | null

beforeEach(() => {
  openStorage().close()
  reopenDatabase()
  asked = []
  full = null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://server.example').pathname)
    if (url === urlOf('postSyncStart')) return Response.json({ data: grantOf() })
    if (url.startsWith(urlOf('getDrive', { token: 'token' }))) return Response.json({ data: view })
    return Response.json({ data: url.startsWith(urlOf('getDriveProblems', { id: 1 })) ? [problem] : [] })
  })
})
afterEach(async () => {
  full?.mend()
  vi.useRealTimers()
  clearSession({ driveId: 1, candidateId: 1 })
  vi.unstubAllGlobals()
  await localDatabase().delete()
})

/** Lets the tries that are due come, until what is waited for has come of them. */
const untilThen = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await condition()).toBe(true)
  })

it('shows the questions that the device has no room for, asks for them no second time, and keeps them later', async () => {
  const db = localDatabase()
  await db.attempts.add(attempt)
  full = breakEvery('content', 'commit')
  const content = await loadContent(db, attempt)
  expect(content.problems).toEqual([problem])
  const calls = asked.length
  expect(await loadContent(db, attempt)).toBe(content)
  expect(asked).toHaveLength(calls)

  const kept = keepLater(localDatabase)
  await untilThen(async () => (full?.broken() ?? 0) > 2)
  full.mend()
  await untilThen(async () => (await db.content.count()) === 1)
  await kept
  expect(await db.content.get(ATTEMPT)).toEqual(content)
})

it('keeps no questions of a test that has left the device meanwhile', async () => {
  const db = localDatabase()
  full = breakEvery('content', 'commit')
  await loadContent(db, attempt)
  full.mend()
  const kept = keepLater(localDatabase)
  await vi.advanceTimersByTimeAsync(5_000)
  await kept
  expect(await db.content.count()).toBe(0)
})

it('says in words that there is no room for the test, and that passes', async () => {
  writeSession(session, attempt.view)
  full = breakEvery('attempts', 'commit')
  const fault = await openTestActor().catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(NoRoom)
  expect(isPassing(fault)).toBe(true)
  expect(String(fault)).not.toMatch(/quota/i)
})

it('leaves a package sealed on the device until the test is kept, and opens it where its pictures find no room', async () => {
  const { lease, name, bytes } = await sealedPackage()
  const packages = new Map([[name, bytes]])
  vi.stubGlobal('caches', {
    match: async (url: string) => {
      const found = packages.get(url)
      return found && new Response(found)
    },
    open: async () => ({
      put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }),
    delete: async () => packages.delete(name),
  })
  for (const _ of ['first', 'again'])
    expect(await openPackage(lease, attempt.view)).toMatchObject({ problems: [problem] })
  expect(packages.size).toBe(1)
})

/** As the server seals it, with one picture. */
async function sealedPackage(): Promise<{ lease: LeaseGrant; name: string; bytes: ArrayBuffer }> {
  const picture = new Uint8Array([1, 2, 3])
  const content = {
    problems: [problem],
    questions: [],
    languages: [],
    templates: {},
    pictures: [{ url: '/uploads/a', type: 'image/png', bytes: picture.length }],
  }
  const zipped = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream('gzip'))
  const json = new Uint8Array(await new Response(zipped).arrayBuffer())
  const plain = new Uint8Array(4 + json.length + picture.length)
  new DataView(plain.buffer).setUint32(0, json.length)
  plain.set(json, 4)
  plain.set(picture, 4 + json.length)
  const key = crypto.getRandomValues(new Uint8Array(32))
  const iv = new Uint8Array(12)
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, cipher, plain)
  const bytes = await new Blob([iv, sealed]).arrayBuffer()
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const lease = grantOf({ package: { hash, key: Buffer.from(key).toString('base64') } })
  return { lease, name: urlOf('getPackage', { hash }), bytes }
}
