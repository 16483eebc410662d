import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { addErased } from '#api/backups/erased.ts'
import { listBackups, readKeepRule, removeSurplus } from '#api/backups/keep.ts'
import { storeOf } from '#api/backups/stores/folderStore.ts'
import { s3Store } from '#api/backups/stores/s3Store.ts'
import type { CopyStore } from '#api/backups/stores/store.ts'
import { backupCommand } from '#api/commands/backup.ts'
import { readConfig } from '#api/config.ts'
import { sha256 } from '#api/kit/keys.ts'
import { storePictures } from '#api/storage/pictures.ts'
import { DAY, openApp } from '../../factories/index.ts'
import { BUCKET } from '../../factories/objectStorage.ts'
import { proxyBefore } from '../../factories/storageProxy.ts'
import { folderWithCopy, storageForFile } from './storage.ts'

/** Backups where something is refused or breaks off: a whole one stays whole, and a broken one counts for nothing. */

const storage = storageForFile()
let original: string

beforeAll(async () => {
  const app = await openApp()
  original = app.data
  await app.close()
})
afterAll(() => rmSync(original, { recursive: true, force: true }))

let folder: string
let data: string
let prefix: string
let n = 0

beforeEach(() => {
  ;({ folder, data } = folderWithCopy(original))
  prefix = `refused-${++n}`
})

const bucketAt = (endpoint = storage.endpoint): CopyStore =>
  s3Store({ bucket: BUCKET, prefix, endpoint, region: 'us-east-1' })

async function backupThere(endpoint: string, keep: string) {
  const settings = { ...storage.settings, HOLDFAST_BACKUPS_S3_ENDPOINT: endpoint }
  const config = readConfig({ ...settings, HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent' })
  return backupCommand.run({
    config,
    values: { keep },
    positionals: [`s3://${BUCKET}/${prefix}`],
    progress: () => {},
  })
}

test('a backup whose removal breaks off counts no more, in a bucket', async () => {
  await makeBackup(data, bucketAt(), Date.now() - 3 * DAY)
  const { folder: newest } = await makeBackup(data, bucketAt(), Date.now())
  let removals = 0
  const { endpoint } = await proxyBefore(storage.endpoint, (method) => method === 'DELETE' && ++removals > 1)
  const rule = readKeepRule('1 daily') ?? []
  await expect(removeSurplus(bucketAt(endpoint), rule, Date.now())).rejects.toThrow('may not do this')
  expect((await listBackups(bucketAt(), Date.now())).map((one) => one.folder)).toEqual([newest])
  // What is left of it goes with the next removal.
  expect(await removeSurplus(bucketAt(), rule, Date.now())).toHaveLength(1)
  expect(await bucketAt().list()).toHaveLength(1)
})

test('a backup that was made is told as made where nothing may be removed, or the list not be written', async () => {
  await makeBackup(data, bucketAt(), Date.now() - 3 * DAY)
  await addErased(data, [{ person: 'somebody', erased_at: 1 }])
  const { endpoint } = await proxyBefore(
    storage.endpoint,
    (method, path) => method === 'DELETE' || (method === 'PUT' && path.includes(`${prefix}/erased.jsonl/`)),
  )
  expect(await backupThere(endpoint, '1 daily')).toMatchObject({
    ok: false,
    text: expect.stringContaining('The backup was made, and is whole.'),
    json: {
      folder: expect.stringContaining('holdfast-'),
      findings: [
        expect.stringContaining('The list of the erased could not be put beside it: The user of these keys'),
        expect.stringContaining('Older ones could not be removed: The user of these keys'),
      ],
    },
  })
  expect(await listBackups(bucketAt(), Date.now())).toHaveLength(2)
})

test('neither the rows of an import nor a name that no list can bear are in a backup', async () => {
  const backups = join(folder, 'backups')
  mkdirSync(join(data, 'importing/rows'), { recursive: true })
  writeFileSync(join(data, 'importing/rows/attempts.jsonl'), 'somebody in clear')
  const { manifest } = await makeBackup(data, backups, Date.now() - DAY)
  expect(manifest.parts.map(({ path }) => path).filter((path) => path.startsWith('importing'))).toEqual([])
  writeFileSync(join(data, 'notes\\'), 'mine')
  await expect(makeBackup(data, backups, Date.now())).rejects.toThrow(
    `No backup can hold ${join(data, 'notes\\')} by this name.`,
  )
  expect(readdirSync(backups)).toHaveLength(1)
})

test('a picture that the disk has altered is in it as it lies there, and told', async () => {
  const app = await openApp({ data })
  await storePictures(app.ctx, new Map([['images/one.jpg', Buffer.from('a picture')]]))
  const [sound, altered] = ['camera', 'another'].map((text) => `snapshots/of/${sha256(text)}`)
  await app.ctx.storage.put(sound ?? '', Buffer.from('camera'))
  await app.ctx.storage.put(altered ?? '', Buffer.from('anothex'))
  await app.close()
  writeFileSync(join(data, 'files/images/one.jpg'), 'a pictxre')
  const told = await backupThere(storage.endpoint, '1 daily')
  expect(told).toMatchObject({
    ok: false,
    json: {
      findings: [`files/images/one.jpg`, `files/${altered}`].map((path) =>
        expect.stringContaining(`${path} is not as it was stored`),
      ),
    },
  })
})

test('nothing is removed whose name only begins as that of what is', async () => {
  const store = bucketAt()
  for (const name of ['one', 'one/part', 'one-more', 'one.more/part'])
    await store.write(name, Readable.from([Buffer.from('x')], { objectMode: false }))
  await store.remove('one')
  expect((await store.list()).toSorted()).toEqual(['one-more', 'one.more'])
})

test('a manifest comes when the parts have been read again', async () => {
  const place = storeOf(join(folder, 'backups'))
  const order: string[] = []
  const watched = {
    ...place,
    begin: async (name: string) => {
      const draft = await place.begin(name)
      const read = (path: string) => {
        order.push('read')
        return draft.store.read(path)
      }
      const finish: typeof draft.finish = (manifest) => {
        order.push('finished')
        return draft.finish(manifest)
      }
      return { ...draft, store: { ...draft.store, read }, finish }
    },
  }
  const { manifest } = await makeBackup(data, watched, Date.now())
  expect(order).toEqual([...manifest.parts.map(() => 'read'), 'finished'])
  const endpoint = (
    await proxyBefore(storage.endpoint, (method, path) => {
      if (method === 'PUT' || method === 'GET')
        order.push(`${method} ${path.split('/').at(-1)?.split('?')[0]}`)
      return false
    })
  ).endpoint
  order.length = 0
  await makeBackup(data, bucketAt(endpoint), Date.now())
  expect(order.indexOf('PUT manifest.json')).toBeGreaterThan(order.lastIndexOf('GET holdfast.db'))
  expect(order.indexOf('PUT manifest.json')).toBeGreaterThan(order.lastIndexOf('GET keys.json'))
})
