import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import { countBlobs, countRefusedBlobs } from '#pwa/attempt/db/media.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { sendOneBlob } from '#pwa/attempt/sync/media.ts'
import { ATTEMPT, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** Pictures follow their ops and never crowd out what matters. */

const STORE = 'http://store.example/picture'
let db: LocalDatabase
/** The requests to the network, in order. */
let asked: { url: string; method: string; size: number }[]
let upload: () => Promise<Response>
/** The answer to a request for an address. */
let address: (sha256: string) => Response

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf(undefined, { acked_seq: 3, tail_seq: 5 }))
  asked = []
  upload = async () => taken('a')
  address = () => Response.json({ data: { url: STORE } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const size = init.body instanceof Blob ? init.body.size : 0
    asked.push({ url, method: init.method ?? '', size })
    if (url === STORE) return upload()
    return address((JSON.parse(String(init.body)) as { sha256: string }).sha256)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  db.close()
})

const keep = (sha256: string, seq: number, not_before = 0) =>
  db.blobs.add({ attempt_id: ATTEMPT, sha256, seq, body: new Blob(['picture']), not_before })
const taken = (sha256: string) => Response.json({ data: { sha256 } })
const refuse = (status: number, code: string) =>
  Response.json({ message: 'no', code, request_id: 'r' }, { status })
const html = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
const kept = async () => (await db.blobs.toArray()).map((blob) => blob.sha256)

describe('a picture', () => {
  it('is uploaded where the server says, and then leaves the device', async () => {
    await keep('a', 3)
    expect(await sendOneBlob(db, ATTEMPT, false)).toBe(true)
    expect(asked).toEqual([
      { url: urlOf('postSnapshotUrl'), method: 'POST', size: 0 },
      { url: STORE, method: 'PUT', size: 7 },
    ])
    expect(await kept()).toEqual([])
    expect(await sendOneBlob(db, ATTEMPT, false)).toBe(false)
  })

  it('never goes before the server holds the op that names it, also in a hurry', async () => {
    await keep('a', 4)
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(false)
    expect(asked).toEqual([])
    await db.attempts.update(ATTEMPT, { acked_seq: 4 })
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
    expect(await kept()).toEqual([])
  })

  it('waits for its time unless there is a hurry', async () => {
    await keep('a', 1, Date.now() + 60_000)
    expect(await sendOneBlob(db, ATTEMPT, false)).toBe(false)
    expect(asked).toEqual([])
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it.each([400, 410, 413, 415, 422])(
    'that our server refuses with %i is logged and dropped, and the next one is sent',
    async (status) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
      await keep('a', 1)
      await keep('b', 2)
      upload = async () => refuse(status, 'invalid')
      expect(await sendOneBlob(db, ATTEMPT, false)).toBe(true)
      expect(await kept()).toEqual(['b'])
      expect(logged.mock.calls).toEqual([['Error while uploading image']])
      upload = async () => taken('b')
      expect(await sendOneBlob(db, ATTEMPT, false)).toBe(true)
      expect(await kept()).toEqual([])
      expect(logged).toHaveBeenCalledTimes(1)
      // Only the first of them is none that was sent.
      expect(await countRefusedBlobs(db, ATTEMPT)).toBe(1)
    },
  )

  it.each<[string, () => Response]>([
    ['a portal’s page with 200', () => html(200)],
    ['a proxy’s page with 403', () => html(403)],
    ['a proxy’s page with 451', () => html(451)],
    ['an empty answer with 200', () => new Response(null, { status: 200 })],
    ['JSON of somebody else', () => Response.json({ ok: true })],
    ['the answer to another picture', () => taken('b')],
  ])('stays on the device after %s', async (_, answer) => {
    await keep('a', 1)
    upload = async () => answer()
    await expect(sendOneBlob(db, ATTEMPT, false)).rejects.toThrow('not taken')
    expect(await kept()).toEqual(['a'])
  })

  it.each([408, 429, 500, 503])('that could not be taken (%i) stays for later', async (status) => {
    await keep('a', 1)
    upload = async () => new Response(null, { status })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(sendOneBlob(db, ATTEMPT, false)).rejects.toThrow(String(status))
    expect(logged).toHaveBeenCalledWith('Error while uploading image', expect.any(Error))
    expect(await kept()).toEqual(['a'])
  })

  it('that is refused for now stays and lets the next one pass; later it is tried again', async () => {
    await keep('a', 1)
    await keep('b', 2)
    upload = async () => refuse(403, 'forbidden')
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
    upload = async () => taken('b')
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
    expect(await kept()).toEqual(['a'])
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(false)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    upload = async () => taken('a')
    expect(await sendOneBlob(db, ATTEMPT, false)).toBe(true)
    expect(await kept()).toEqual([])
    vi.useRealTimers()
  })

  it.each([403, 404, 409, 422])('whose address is refused with %i lets the next one pass', async (status) => {
    await keep('a', 1)
    await keep('b', 2)
    address = (sha256) =>
      sha256 === 'a' ? refuse(status, 'not_found') : Response.json({ data: { url: STORE } })
    upload = async () => taken('b')
    while (await sendOneBlob(db, ATTEMPT, false)) {}
    expect(await kept()).toEqual(['a'])
  })

  it.each([401, 429, 503])(
    'is not followed by others where the server refuses them all with %i',
    async (status) => {
      await keep('a', 1)
      await keep('b', 2)
      address = () => refuse(status, 'unavailable')
      await expect(sendOneBlob(db, ATTEMPT, false)).rejects.toMatchObject({ kind: 'refused', status })
      expect(asked).toHaveLength(1)
      expect(await kept()).toEqual(['a', 'b'])
    },
  )

  it('of a device that lost the test goes once the server’s quarantine has the op that names it', async () => {
    await keep('a', 5)
    await db.attempts.update(ATTEMPT, { lease_lost: true, quarantined_seq: 4 })
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(false)
    await db.attempts.update(ATTEMPT, { quarantined_seq: 5 })
    expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
    expect(await kept()).toEqual([])
  })

  it('of another test is neither sent nor counted with this one’s', async () => {
    await keep('a', 1)
    await db.blobs.add({
      attempt_id: 'another',
      sha256: 'x',
      seq: 1,
      body: new Blob(['picture']),
      not_before: 0,
    })
    expect(await countBlobs(db, ATTEMPT)).toBe(1)
    while (await sendOneBlob(db, ATTEMPT, true)) {}
    expect(await countBlobs(db, ATTEMPT)).toBe(0)
    expect(await countBlobs(db, 'another')).toBe(1)
  })

  it('stays where the line breaks, before or during the upload', async () => {
    await keep('a', 1)
    upload = () => Promise.reject(new TypeError('the line broke'))
    await expect(sendOneBlob(db, ATTEMPT, false)).rejects.toThrow('the line broke')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
    await expect(sendOneBlob(db, ATTEMPT, false)).rejects.toMatchObject({ kind: 'network' })
    expect(await kept()).toEqual(['a'])
  })
})
