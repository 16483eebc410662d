import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { LogShipper } from '#api/backups/logShipper.ts'
import { beginBackup, listUnderWay } from '#api/backups/underWay.ts'
import { backupKeyCommand } from '#api/commands/backupKey.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { verifyCommand } from '#api/commands/verify.ts'
import { readConfig } from '#api/config.ts'
import { connect } from '#db/connect.ts'
import { openApp, startExam } from '../../factories/index.ts'

/** Backups that are encrypted: nobody reads them without the key, and with it they are as others. */

let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-encrypted-'))
  backups = join(folder, 'backups')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const config = (data: string) => readConfig({ HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent' })

async function keyIn(name: string): Promise<{ path: string; recipient: string }> {
  const path = join(folder, name)
  const made = await backupKeyCommand.run({
    config: config(folder),
    values: {},
    positionals: [path],
    progress: () => {},
  })
  const told = made?.json as { recipient: string } | undefined
  return { path, recipient: told?.recipient ?? '' }
}

const restore = (from: string, data: string, identity?: string) =>
  restoreCommand.run({ config: config(data), values: { identity }, positionals: [from], progress: () => {} })

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const bodiesIn = (data: string): unknown[] => {
  const db = connect(join(data, 'holdfast.db'), { readonly: true })
  try {
    return db.prepare('SELECT body FROM ops ORDER BY attempt_id, seq').pluck().all()
  } finally {
    db.close()
  }
}

/** An installation with a test, its encrypted backup and what was shipped after it. */
async function shipped(recipients: string[]) {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const { who, device, org } = await startExam(app)
  const problem_id = org.problems[0].id
  const write = async (answer: string) => {
    device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer })
    await device.sync()
  }
  await write('quokka before')
  await app.ctx.storage.put(`snapshots/${who.ref}/before`, Buffer.from('quokka in a picture'))
  const shipper = new LogShipper({ dataDirectory: app.data, backups, recipients, now: Date.now })
  mkdirSync(backups)
  await shipper.ship()
  const making = makeBackup(app.data, backups, Date.now(), { recipients })
  // The backup waits for the log, as beside a server whose thread ships it again and again.
  let isMade = false
  const made = making.finally(() => {
    isMade = true
  })
  while (!isMade) {
    await shipper.ship()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { folder: backup, manifest } = await made
  expect(manifest.log).toBeDefined()
  await write('quokka after')
  await app.ctx.storage.put(`snapshots/${who.ref}/after`, Buffer.from('quokka in a later picture'))
  shipper.addPicture(`snapshots/${who.ref}/after`)
  await shipper.close()
  return { app, backup, pictures: `files/snapshots/${who.ref}` }
}

test('nothing of an installation can be read in its backup and the log, and with the key all of it is there again', async () => {
  const { path, recipient } = await keyIn('own.key')
  const { app, backup, pictures } = await shipped([recipient])
  const inClear = filesBelow(app.data).filter((file) => readFileSync(file).includes('quokka'))
  expect(inClear.length).toBeGreaterThan(0)
  const secret = JSON.parse(readFileSync(join(app.data, 'keys.json'), 'utf8')) as { secret: string }
  for (const file of filesBelow(backups)) {
    const bytes = readFileSync(file)
    for (const text of ['quokka', 'SQLite format', secret.secret])
      expect(bytes.includes(text), file).toBe(false)
  }
  // No copy in clear is left where it was made.
  expect(readdirSync(app.data).filter((name) => name.startsWith('.try-'))).toEqual([])
  const data = join(folder, 'data')
  expect((await restore(backup, data, path))?.ok).toBe(true)
  expect(bodiesIn(data)).toEqual(bodiesIn(app.data))
  expect(readFileSync(join(data, pictures, 'before'), 'utf8')).toBe('quokka in a picture')
  expect(readFileSync(join(data, pictures, 'after'), 'utf8')).toBe('quokka in a later picture')
  expect(filesBelow(data).filter((name) => name.endsWith('.age'))).toEqual([])
})

test('each of several keys opens it, another one does not, and what was changed is said', async () => {
  const [one, two, other] = [await keyIn('1.key'), await keyIn('2.key'), await keyIn('3.key')]
  const { app, backup } = await shipped([one.recipient, two.recipient])
  for (const [n, { path }] of [one, two].entries()) {
    const data = join(folder, `data-${n}`)
    await restore(backup, data, path)
    expect(bodiesIn(data)).toEqual(bodiesIn(app.data))
  }
  const refused = join(folder, 'refused')
  await expect(restore(backup, refused)).rejects.toThrow('--identity names the file with its key')
  await expect(restore(backup, refused, other.path)).rejects.toThrow(
    'cannot be decrypted with this key: it is encrypted to another one.',
  )
  await expect(restore(backup, refused, join(folder, 'none.key'))).rejects.toThrow('cannot be read')
  writeFileSync(join(folder, 'no.key'), '# nothing\nAGE-SECRET-KEY-1NONSENSE\n')
  await expect(restore(backup, refused, join(folder, 'no.key'))).rejects.toThrow('There is no key in')
  await expect(keyIn('1.key')).rejects.toThrow('is there already')
  await expect(keyIn('nowhere/1.key')).rejects.toThrow(`There is no folder ${join(folder, 'nowhere')}.`)
  expect(() => readConfig({ HOLDFAST_BACKUPS_RECIPIENT: `${one.recipient},age2nonsense` })).toThrow(
    'HOLDFAST_BACKUPS_RECIPIENT must be public keys',
  )
  const settings = { HOLDFAST_BACKUPS_RECIPIENT: `${one.recipient},age1nonsense` }
  await expect(openApp({ data: join(folder, 'data-slip'), settings })).rejects.toThrow(
    'Backups cannot be encrypted to age1nonsense',
  )
  expect(readConfig({ HOLDFAST_BACKUPS_RECIPIENT: one.recipient }).backupRecipients).toEqual([one.recipient])
})

test('what an ended backup left in clear is removed, and not what one that runs is making', async () => {
  const data = join(folder, 'data')
  const ended = join(data, '.try-backup-abcdef')
  mkdirSync(ended, { recursive: true })
  const running = await beginBackup(data)
  writeFileSync(join(ended, 'holdfast.db'), 'somebody')
  expect(await listUnderWay(data)).toEqual([running.folder])
  expect(readdirSync(data)).toEqual([basename(running.folder)])
  await running.end()
  expect(readdirSync(data)).toEqual([])
})

test('a log that is damaged is told by verify and by the restore, which goes as far as it holds', async () => {
  const { path, recipient } = await keyIn('own.key')
  const { app, backup } = await shipped([recipient])
  const verified = () =>
    verifyCommand.run({ config: config(app.data), values: {}, positionals: [backup], progress: () => {} })
  expect(await verified()).toMatchObject({ ok: true, json: { log: { stopped: null } } })
  const [last = ''] = filesBelow(join(backups, 'log'))
    .filter((file) => file.endsWith('.log'))
    .toSorted()
    .reverse()
  writeFileSync(last, 'x')
  const words = { ok: false, text: expect.stringContaining(`${last} is damaged.`) }
  expect(await verified()).toMatchObject(words)
  const data = join(folder, 'data')
  expect(await restore(backup, data, path)).toMatchObject(words)
  expect(bodiesIn(data).length).toBeGreaterThan(0)
  await expect(restore(backups, join(folder, 'none'), path)).rejects.toThrow(`These lie there: ${backup}`)
})

const hasAge = spawnSync('age', ['--version']).status === 0
if (!hasAge) console.log('age itself: SKIPPED, because it is not installed.')

test.skipIf(!hasAge)('age itself opens it, and its own keys are taken', async () => {
  const key = join(folder, 'own.key')
  spawnSync('age-keygen', ['-o', key])
  const [recipient = ''] = /age1\w+/.exec(readFileSync(key, 'utf8')) ?? []
  const { backup } = await shipped([recipient])
  const opened = spawnSync('age', ['-d', '-i', key, join(backup, 'holdfast.db.age')], {
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(opened.status).toBe(0)
  expect(opened.stdout.subarray(0, 15).toString()).toBe('SQLite format 3')
  const data = join(folder, 'data')
  expect((await restore(backup, data, key))?.ok).toBe(true)
})
