import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { listCopies } from '#api/backups/copies.ts'
import { copyFile } from '#api/backups/copyFile.ts'
import { addErased, erasedDamage, readErased } from '#api/backups/erased.ts'
import { listBackups, readKeepRule, removeSurplus } from '#api/backups/keep.ts'
import { damageOf, readManifest } from '#api/backups/manifest.ts'
import { restoreFiles } from '#api/backups/restore.ts'
import { storeOf } from '#api/backups/stores/folderStore.ts'
import type { CopyStore } from '#api/backups/stores/store.ts'
import { backupCommand } from '#api/commands/backup.ts'
import { backupKeyCommand } from '#api/commands/backupKey.ts'
import type { Command } from '#api/commands/command.ts'
import { eraseCommand } from '#api/commands/erase.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { verifyCommand } from '#api/commands/verify.ts'
import { readConfig } from '#api/config.ts'
import { connect } from '#db/connect.ts'
import { DAY, openApp, startExam } from '../../factories/index.ts'
import { BUCKET } from '../../factories/objectStorage.ts'
import { folderWithCopy, storageForFile } from './storage.ts'

/** The rules of backups, the same wherever they are kept. */

/** An installation with a test that has begun, an answer of it, and a picture; copied for each test. */
let original: string
let candidate: string
const storage = storageForFile()

beforeAll(async () => {
  const app = await openApp()
  original = app.data
  const { device, org, who } = await startExam(app)
  candidate = who.email
  const [problem] = org.problems
  const answer = { problem_id: problem.id, language_id: 1, answer: 'a quiet wallaby' }
  device.write('draft', `code:${problem.id}:1`, answer)
  await device.sync()
  await app.ctx.storage.put('images/one', Buffer.from('a picture'))
  await app.close()
})

afterAll(() => rmSync(original, { recursive: true, force: true }))

let folder: string
let data: string
let n = 0

beforeEach(() => {
  ;({ folder, data } = folderWithCopy(original))
})

const configOf = (settings: Record<string, string> = {}, directory = data) =>
  readConfig({ ...storage.settings, HOLDFAST_DATA: directory, HOLDFAST_LOG: 'silent', ...settings })

/** A command as it is typed. */
async function run(command: Command, given: string[], values: Record<string, unknown> = {}, settings = {}) {
  const done = await command.run({
    config: configOf(settings),
    values,
    positionals: given,
    progress: () => {},
  })
  return { ...done, json: done?.json as Record<string, unknown> }
}

/** What a later restore must bring back. */
function heldIn(directory: string): unknown {
  const db = connect(join(directory, 'holdfast.db'), { readonly: true })
  try {
    const bodies = db.prepare('SELECT body FROM ops ORDER BY attempt_id, seq').pluck().all()
    return [bodies.map(String), readFileSync(join(directory, 'files/images/one'), 'utf8')]
  } finally {
    db.close()
  }
}

const kinds = {
  folder: () => join(folder, 'backups'),
  's3-compatible storage': () => `s3://${BUCKET}/place-${++n}`,
}

describe.each(Object.entries(kinds))('in a %s', (kind, newPlace) => {
  let where: string
  let place: CopyStore

  beforeEach(() => {
    where = newPlace()
    place = storeOf(configOf({ HOLDFAST_BACKUPS: where }).backups?.place ?? '')
    if (place.folder) mkdirSync(place.folder)
  })

  const backup = (now = Date.now()) => makeBackup(data, place, now)

  test('a backup made by the command is listed, holds, and is restored as it was', async () => {
    const made = await run(backupCommand, [where])
    expect(made.json).toMatchObject({ folder: expect.stringContaining(`${where}/holdfast-`), removed: [] })
    const from = String(made.json.folder)
    expect((await listBackups(place, Date.now())).map((one) => one.folder)).toEqual([from])
    const plan = { place, everyHours: 24, keep: '2 daily', shipsLog: false }
    expect(await listCopies(plan, Date.now())).toMatchObject([{ folder: from }])
    expect(await run(verifyCommand, [from])).toMatchObject({ ok: true, json: { findings: [] } })
    const before = heldIn(data)
    rmSync(data, { recursive: true })
    expect((await run(restoreCommand, [from])).json).toMatchObject({ server_epoch: 2 })
    expect(heldIn(data)).toEqual(before)
    expect(JSON.stringify(before)).toContain('wallaby')
    // The machine is lost a second time: which epoch was taken is told beside the backup.
    rmSync(data, { recursive: true })
    expect((await run(restoreCommand, [from])).json).toMatchObject({ server_epoch: 3 })
  })

  test('one in which something is changed or missing is told by verify, and not restored', async () => {
    const made = await backup()
    const own = place.within(made.folder.split('/').at(-1) ?? '')
    const target = join(folder, 'target')
    for (const { path } of made.manifest.parts.slice(-2)) {
      const whole = await text(await own.read(path))
      const refused = async (words: string) => {
        expect(await damageOf(own, made.manifest.parts)).toEqual([`${path} ${words}`])
        const told = await run(verifyCommand, [made.folder])
        expect(told).toMatchObject({ ok: false, json: { findings: [`${path} ${words}`] } })
        await expect(restoreFiles(own, target, Date.now(), { mayReplace: false })).rejects.toThrow(
          `The backup is damaged, and nothing was changed:\n${path} ${words}`,
        )
        expect(existsSync(target)).toBe(false)
      }
      await own.write(path, Readable.from([Buffer.from(`${whole} `)], { objectMode: false }))
      await refused('is not as it was written.')
      await own.remove(path)
      await refused('is missing.')
      await own.write(path, Readable.from([Buffer.from(whole)], { objectMode: false }))
    }
    expect(await damageOf(own, made.manifest.parts)).toEqual([])
    await own.put('manifest.json', '{"holdfast_backup":1}')
    await expect(readManifest(own)).rejects.toThrow('is damaged, or was written by a newer version')
    await own.remove('manifest.json')
    await expect(readManifest(own)).rejects.toThrow('there is no manifest.json in it')
    expect(await listBackups(place, Date.now())).toEqual([])
  })

  test('one that could not be made to its end leaves nothing, and none takes the name of another', async () => {
    const now = Date.now()
    const { folder: first } = await backup(now)
    await expect(backup(now)).rejects.toThrow(`${first} is there already`)
    // Storage that gives back something else than was written.
    const progress = (line: string) => {
      if (line !== 'Reading it again …') return
      const below = place.folder ?? join(storage.folder, where.split('/').at(-1) ?? '')
      const [keys = ''] = readdirSync(below, { recursive: true, encoding: 'utf8' }).filter(
        (name) =>
          !name.startsWith(first.split('/').at(-1) ?? '') && /keys\.json(\._S3rver_object)?$/.test(name),
      )
      writeFileSync(join(below, keys), readFileSync(join(below, keys), 'utf8').replace('{', '['))
    }
    await expect(makeBackup(data, place, now + 1, { progress })).rejects.toThrow(
      'The backup was not written as it should be:\nkeys.json is not as it was written.',
    )
    rmSync(join(data, 'keys.json'))
    await expect(backup(now + 2)).rejects.toThrow('keys.json is missing')
    expect(await place.list()).toEqual([first.split('/').at(-1)])
    expect(readdirSync(data).filter((name) => name.startsWith('.try-'))).toEqual([])
  })

  test('a file that is gone when its turn comes is left out', async () => {
    const from = { store: storeOf(data), name: 'files/swept' }
    // More than once: what is written to has been opened by then, or has not.
    const names = Array.from({ length: place.folder ? 100 : 5 }, (_, one) => `swept/${one}`)
    for (const name of names) expect(await copyFile(from, { store: place, name })).toBeNull()
    for (const name of names) expect(await place.has(name), name).toBe(false)
  })

  test('a rule removes what it lets go and what was cut off a day ago, and nothing else', async () => {
    const now = Date.now()
    const made = [await backup(now - 2 * DAY), await backup(now - DAY), await backup(now)]
    for (const age of [3 * DAY, 1_000]) {
      const stamp = new Date(now - age).toISOString().replaceAll(/[:.-]/g, '')
      // As a process that is killed leaves it.
      await (await place.begin(`holdfast-${stamp}`)).store.put('keys.json', 'half')
    }
    await place.put('notes', 'mine')
    const names = async () => (await place.list()).length
    expect(await names()).toBe(6)
    const gone = await removeSurplus(place, readKeepRule('2 daily') ?? [], now)
    expect(gone).toHaveLength(2)
    expect(gone).toContain(made[0]?.folder)
    expect(await listBackups(place, now)).toMatchObject(
      made
        .slice(1)
        .toReversed()
        .map(({ folder }) => ({ folder })),
    )
    expect(await names()).toBe(4)
    expect(await place.has('notes')).toBe(true)
  })

  test('somebody who is erased after it does not come back with it, whoever else is added at the same time', async () => {
    const made = await backup()
    const settings = { HOLDFAST_BACKUPS: where }
    expect((await run(eraseCommand, [candidate], { yes: true }, settings)).text).toContain(made.folder)
    const erased = await readErased(data)
    // The person, and the test.
    expect(erased).toHaveLength(2)
    expect(await readErased(place)).toEqual(expect.arrayContaining(erased))
    const others = Array.from({ length: 5 }, (_, one) => ({ person: `somebody ${one}`, erased_at: one }))
    if (kind !== 'folder') await Promise.all(others.map((one) => addErased(place, [one])))
    else for (const one of others) await addErased(place, [one])
    await addErased(place, others)
    expect(await readErased(place)).toHaveLength(7)
    expect(await erasedDamage(place)).toEqual([])
    rmSync(data, { recursive: true })
    expect((await run(restoreCommand, [made.folder])).json).toMatchObject({ erased_again: 1 })
    expect(await readErased(data)).toHaveLength(7)
    await place.addLines('erased.jsonl', ['{"person":"cut'])
    expect(await run(verifyCommand, [made.folder])).toMatchObject({
      ok: false,
      json: { findings: [expect.stringContaining('1 line of erased.jsonl cannot be read')] },
    })
  })

  test('an encrypted one holds nothing in clear, and is opened by its key alone', async () => {
    const key = join(folder, 'own.key')
    const { json } = await run(backupKeyCommand, [key])
    const before = heldIn(data)
    const settings = { HOLDFAST_BACKUPS_RECIPIENT: String(json.recipient) }
    const made = await run(backupCommand, [where], {}, settings)
    const own = place.within(String(made.json.folder).split('/').at(-1) ?? '')
    for (const { path } of (await readManifest(own)).parts) {
      expect(path).toMatch(/\.age$/)
      expect(await text(await own.read(path))).not.toMatch(/a picture|wallaby/)
    }
    rmSync(data, { recursive: true })
    await expect(run(restoreCommand, [String(made.json.folder)])).rejects.toThrow('is encrypted')
    expect(existsSync(join(data, 'holdfast.db'))).toBe(false)
    await run(restoreCommand, [String(made.json.folder)], { identity: key })
    expect(heldIn(data)).toEqual(before)
  })
})
