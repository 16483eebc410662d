import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { storeOf } from '#api/backups/stores/folderStore.ts'
import { RESTORING } from '#api/kit/lock.ts'
import { sweep } from '#api/services/sweep.ts'
import { storePictures } from '#api/storage/pictures.ts'
import { copyDatabase } from '#db/backup.ts'
import { connect } from '#db/connect.ts'
import { openApp, startExam } from '../../factories/index.ts'
import { emailsIn, restoreMeanwhile } from '../console/erased.ts'

/** What goes away or changes while it is copied. */

let data: string
let candidate: string

beforeAll(async () => {
  const app = await openApp()
  data = app.data
  candidate = (await startExam(app)).who.email
  await app.ctx.storage.put('images/one', Buffer.from('a picture'))
  await app.close()
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

let folder: string
let backups: string
let again: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-meanwhile-'))
  backups = join(folder, 'backups')
  again = join(folder, 'again')
  mkdirSync(backups)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe.each(['in clear', 'encrypted'])('a backup that is %s', (how) => {
  async function backup() {
    const identity = await generateIdentity()
    const key = join(folder, 'own.key')
    writeFileSync(key, `${identity}\n`)
    const recipients = how === 'encrypted' ? [await identityToRecipient(identity)] : []
    const { folder: made } = await makeBackup(data, backups, Date.now(), { recipients })
    const encrypter = new Encrypter()
    for (const one of recipients) encrypter.addRecipient(one)
    return {
      part: (path: string) => join(made, recipients.length > 0 ? `${path}.age` : path),
      inItsForm: (text: string) => (recipients.length > 0 ? encrypter.encrypt(text) : text),
      restore: (at: string, happens: () => void) =>
        restoreMeanwhile(made, again, at, happens, recipients.length > 0 ? { identity: key } : {}),
    }
  }

  test('is not restored where a part of it goes away or changes meanwhile, and is once that is there again', async () => {
    const { part, inItsForm, restore } = await backup()
    const other = await inItsForm('another file, by somebody who has the public key')
    for (const path of ['holdfast.db', 'keys.json', 'files/images/one'])
      for (const spoil of [() => rmSync(part(path)), () => writeFileSync(part(path), other)]) {
        const bytes = readFileSync(part(path))
        await expect(restore('Copying …', spoil)).rejects.toThrow(
          `${part(path)} changed, or went away, while it was read`,
        )
        // No server starts on it.
        expect(existsSync(join(again, RESTORING))).toBe(true)
        writeFileSync(part(path), bytes)
      }
    expect((await restore('', () => {}))?.ok).toBe(true)
    expect(emailsIn(again)).toContain(candidate)
  })
})

test('a backup whose list lacks the database or the keys changes nothing', async () => {
  const { folder: made, manifest } = await makeBackup(data, backups, Date.now())
  for (const path of ['holdfast.db', 'keys.json']) {
    const parts = manifest.parts.filter((part) => part.path !== path)
    writeFileSync(join(made, 'manifest.json'), JSON.stringify({ ...manifest, parts }))
    await expect(restoreMeanwhile(made, again, '', () => {})).rejects.toThrow(
      `${made} is no whole backup: there is no ${path} in it.`,
    )
  }
  expect(existsSync(again)).toBe(false)
})

test('a picture that staff takes off while a backup is made is in it, and is swept afterwards', async () => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const { org } = await startExam(app, { candidates: 1 })
  const key = `images/${org.id}/taken-off.png`
  await storePictures(app.ctx, new Map([[key, Buffer.from('the picture')]]))
  const file = join(app.data, 'files', key)
  utimesSync(file, 0, 0)
  const name = (to: string | null) =>
    app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE problems SET image_key = ? WHERE id = ?', to, org.problems[0].id),
    )
  await name(key)
  const place = storeOf(backups)
  // Staff and the sweep come when the database has been copied.
  const meanwhile = {
    ...place,
    begin: async (of: string) => {
      const draft = await place.begin(of)
      const write = async (path: string, bytes: Readable) => {
        if (path === 'keys.json') {
          await name(null)
          await sweep(app.ctx)
        }
        return draft.store.write(path, bytes)
      }
      const store = { ...draft.store, write }
      return { ...draft, store }
    },
  }
  const { folder: made } = await makeBackup(app.data, meanwhile, Date.now())
  expect(readFileSync(join(made, 'files', key), 'utf8')).toBe('the picture')
  await sweep(app.ctx)
  expect(existsSync(file)).toBe(false)
  await app.close()
})

test('a copy of the database has nothing that was committed after its copying began', async () => {
  const [file, copy] = [join(folder, 'large.db'), join(folder, 'copy.db')]
  const db = connect(file)
  db.exec('CREATE TABLE t (body TEXT)')
  const insert = db.prepare('INSERT INTO t VALUES (?)')
  for (let n = 0; n < 3; n++) insert.run('x'.repeat(1_000_000))
  const copying = copyDatabase(file, copy)
  // Many steps are left when the first is done.
  while (!existsSync(copy)) await nextTurn()
  insert.run('later')
  await copying
  db.close()
  const copied = connect(copy, { readonly: true })
  expect(copied.prepare('SELECT count(*) FROM t').pluck().get()).toBe(3)
  copied.close()
})
