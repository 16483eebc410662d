import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { copyFile } from '#api/backups/copyFile.ts'
import { addErased, type Erasure, isErased, readErased } from '#api/backups/erased.ts'
import { storeOf } from '#api/backups/stores/folderStore.ts'
import { s3Store } from '#api/backups/stores/s3Store.ts'
import type { CopyStore } from '#api/backups/stores/store.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { openApp, startExam } from '../../factories/index.ts'
import { shortestHold } from '../../factories/loop.ts'
import { BUCKET } from '../../factories/objectStorage.ts'
import { proxyBefore } from '../../factories/storageProxy.ts'
import { emailsIn, eraseAt } from '../console/erased.ts'
import { storageForFile } from './storage.ts'

/** The list of the erased beside the backups, wherever those are kept or moved to. */

const storage = storageForFile()
let original: string
let candidate: string

beforeAll(async () => {
  const app = await openApp()
  original = app.data
  candidate = (await startExam(app, { candidates: 2 })).who.email
  await app.close()
})
afterAll(() => rmSync(original, { recursive: true, force: true }))

let folder: string
let data: string
let n = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lists-'))
  data = join(folder, 'data')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const bucketAt = (prefix: string, endpoint = storage.endpoint): CopyStore =>
  s3Store({ bucket: BUCKET, prefix, endpoint, region: 'us-east-1' })
const newBucket = (): CopyStore => bucketAt(`list-${++n}`)
const newFolder = (): CopyStore => {
  const path = join(folder, `backups-${++n}`)
  mkdirSync(path)
  return storeOf(path)
}
const configOf = (directory: string, place: CopyStore) =>
  readConfig({
    ...storage.settings,
    HOLDFAST_DATA: directory,
    HOLDFAST_LOG: 'silent',
    HOLDFAST_BACKUPS: place.where,
  })

/** Everything in a place with its name below it. */
async function namesIn(store: CopyStore, below = ''): Promise<string[]> {
  const names: string[] = []
  for (const name of await store.list()) {
    const inner = await namesIn(store.within(name), `${below}${name}/`).catch(() => [])
    names.push(...(inner.length > 0 ? inner : [`${below}${name}`]))
  }
  return names
}

/** As `aws s3 sync` does it. */
async function move(from: CopyStore, to: CopyStore): Promise<void> {
  for (const name of await namesIn(from)) await copyFile({ store: from, name }, { store: to, name })
}

test.each([
  ['a folder to a bucket', newFolder, newBucket],
  ['a bucket to a folder', newBucket, newFolder],
])('backups that are moved from %s bring nobody back who was erased', async (_, from, to) => {
  cpSync(original, data, { recursive: true })
  const [before, after] = [from(), to()]
  const { folder: made } = await makeBackup(data, before, Date.now())
  await eraseAt(configOf(data, before), candidate)
  await move(before, after)
  // The list goes on where it is now, and is moved once more.
  const [one, two] = [
    { person: 'somebody', erased_at: 1 },
    { person: 'another', erased_at: 2 },
  ]
  await addErased(after, [one])
  await addErased(after, [one, two])
  const listed = await readErased(after)
  // The person, the test, and those two.
  expect(listed).toHaveLength(4)
  const back = from()
  await move(after, back)
  expect(await readErased(back)).toEqual(expect.arrayContaining(listed))
  const again = join(folder, 'again')
  const address = after.within(made.split('/').at(-1) ?? '').where
  const restored = await restoreCommand.run({
    config: configOf(again, after),
    values: {},
    positionals: [address],
    progress: () => {},
  })
  expect(restored).toMatchObject({ ok: true, json: { erased_again: 1 } })
  expect(emailsIn(again)).not.toContain(candidate)
})

test('a list that cannot be read lets no restore begin, and a line of it that cannot be is told', async () => {
  const place = newFolder()
  cpSync(original, data, { recursive: true })
  const { folder: made } = await makeBackup(data, place, Date.now())
  const again = join(folder, 'again')
  const restore = () =>
    restoreCommand.run({
      config: configOf(again, place),
      values: {},
      positionals: [made],
      progress: () => {},
    })
  const list = join(place.where, 'erased.jsonl')
  mkdirSync(join(list, 'of/somebody'), { recursive: true })
  writeFileSync(join(list, 'of/somebody/line'), '{"person":"cut')
  expect(await restore()).toMatchObject({
    ok: false,
    text: expect.stringContaining('1 line of erased.jsonl cannot be read'),
    json: { findings: [expect.stringContaining('1 line')] },
  })
  rmSync(list, { recursive: true })
  rmSync(again, { recursive: true })
  // Neither a file nor a folder.
  symlinkSync('/dev/null', list)
  await expect(restore()).rejects.toThrow(`${list} is neither a file nor a folder.`)
  expect(emailsOrNone(again)).toEqual([])
})

const emailsOrNone = (directory: string): unknown[] => {
  try {
    return emailsIn(directory)
  } catch {
    return []
  }
}

const marks = (count: number): Erasure[] =>
  Array.from({ length: count }, (_, one) => ({ attempt: `${one}`.padStart(43, 'm'), erased_at: one }))

test('a long list is put beside the backups once, and only what is new afterwards', async () => {
  const { endpoint, counts } = await proxyBefore(storage.endpoint)
  const place = bucketAt('long', endpoint)
  await addErased(place, marks(40))
  expect(counts).toMatchObject({ PUT: 40, GET: 1 })
  await addErased(place, marks(43))
  expect(counts).toMatchObject({ PUT: 43, GET: 2 })
  expect(await readErased(place)).toHaveLength(43)
})

test('a list of a hundred thousand keeps nobody waiting when somebody is added, or looked for', async () => {
  mkdirSync(data)
  const list = join(data, 'erased.jsonl')
  await addErased(data, [{ attempt: 'the first', erased_at: 1 }])
  const [line = ''] = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  const before = Array.from({ length: 100_000 }, (_, one) => `${line.replace('first', `${one}`)}\n`).join('')
  writeFileSync(list, before)
  const longest = await shortestHold(25, async () => {
    await addErased(data, [...marks(3), { attempt: 'another', erased_at: 1 }])
    expect(await isErased(data, 'another')).toBe(true)
    expect(await isErased(data, 'nobody')).toBe(false)
  })
  expect(longest).toBeLessThan(25)
  const after = readFileSync(list, 'utf8')
  expect(after.startsWith(before)).toBe(true)
  expect(after.slice(before.length).split('\n').filter(Boolean)).toHaveLength(4)
})
