import { existsSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepPictures } from '#api/services/imageSweep.ts'
import { beginOrganization } from '#api/services/organizationStart.ts'
import { readyStarterBank } from '#api/services/starterBank.ts'
import { sweep } from '#api/services/sweep.ts'
import { snapshotKey } from '#api/storage/links.ts'
import { call, DAY, HOUR, type Invited, inTurn, jpeg, must, startDevice } from '../../factories/index.ts'
import { openSeeded } from '../seeded.ts'

/** What lies outside of the database goes with its rows, whatever breaks off in between. */

const { app, org, headers } = await openSeeded('gone', { candidates: 6, lasts: 10 * HOUR })
const next = inTurn(org.candidates)

const file = (key: string): string => join(app.data, 'files', key)
const noted = () => app.rows<{ name: string }>('SELECT name FROM removals ORDER BY id')
const remove = (who: Invited) =>
  call(app.send, 'deleteCandidate', { params: { id: who.candidateId }, headers })

/** The storage as it is with a disk that fails, until it is mended. */
function failing(what: 'removeAll' | 'list'): () => void {
  const { storage } = app.ctx
  const works = { ...storage }
  Object.assign(storage, { [what]: () => Promise.reject(new Error('EIO: i/o error')) })
  return () => void Object.assign(storage, works)
}

/** A candidate who has begun, with a picture. */
async function pictured(): Promise<{ who: Invited; key: string }> {
  const who = next()
  await startDevice(app, who)
  const key = snapshotKey(who.ref, 'a'.repeat(64))
  await app.ctx.storage.put(key, Buffer.from('a picture'))
  return { who, key }
}

test('pictures that could not be removed with their candidate are removed by the next sweep', async () => {
  const { who, key } = await pictured()
  const mend = failing('removeAll')
  expect((await remove(who)).status).toBe(200)
  expect(existsSync(file(key))).toBe(true)
  await expect(sweep(app.ctx)).rejects.toThrow()
  expect(await noted()).toEqual([{ name: `snapshots/${who.ref}` }, { name: `uploads/${who.attemptId}` }])
  mend()
  await sweep(app.ctx)
  expect(existsSync(file(key))).toBe(false)
  expect(await noted()).toEqual([])
})

test('a step of the sweep that fails keeps none of the others', async () => {
  const { who, key } = await pictured()
  const broken = failing('removeAll')
  await remove(who)
  broken()
  const mend = failing('list')
  await expect(sweep(app.ctx)).rejects.toThrow('EIO')
  mend()
  expect(existsSync(file(key))).toBe(false)
})

test('a picture on its way while its candidate is deleted goes as well', async () => {
  const who = next()
  await startDevice(app, who)
  const { url } = await must(app.send, 'postSnapshotUrl', { token: who.token, body: {} })
  let more: (bytes: Uint8Array) => void = () => {}
  let asked: () => void = () => {}
  const isRead = new Promise<void>((resolve) => {
    asked = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = (bytes) => {
        controller.enqueue(bytes)
        controller.close()
      }
    },
    pull: () => asked(),
  })
  const type = { 'content-type': 'image/jpeg' }
  const put = app.send(url, { method: 'PUT', headers: type, body, duplex: 'half' } as RequestInit)
  await isRead
  expect((await remove(who)).status).toBe(200)
  more(jpeg())
  expect((await put).status).toBe(404)
  expect(existsSync(file(`snapshots/${who.ref}`))).toBe(false)
  expect(await noted()).toEqual([])
})

test("a new organization's own pictures stay, and the sweep goes through them", async () => {
  const bank = await readyStarterBank(app.ctx)
  await app.ctx.db.write((tx) =>
    beginOrganization(app.ctx, tx, { name: 'Fresh one', isParamAi: false, bank }, app.ctx.now()),
  )
  const [named = ''] = bank.keys.values()
  const folder = named.split('/').slice(0, -1).join('/')
  await app.ctx.storage.put(`${folder}/nobody.png`, Buffer.from('named by nothing'))
  await mkdir(file('images/empty'), { recursive: true })
  const old = (app.ctx.now() - 2 * DAY) / 1_000
  for (const key of [...bank.keys.values(), `${folder}/nobody.png`, folder, 'images/empty'])
    await utimes(file(key), old, old)
  expect(await sweepPictures(app.ctx)).toBe(1)
  expect(existsSync(file(`${folder}/nobody.png`))).toBe(false)
  for (const key of bank.keys.values()) expect(existsSync(file(key)), key).toBe(true)
})
