import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { addErased } from '#api/backups/erased.ts'
import { candidateDataCommand } from '#api/commands/candidateData.ts'
import { verifyCommand } from '#api/commands/verify.ts'
import { readConfig } from '#api/config.ts'
import { dropStarterBank, readyStarterBank } from '#api/services/starterBank.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { snapshotUrl } from '#api/storage/links.ts'
import { soundPicture } from '#api/storage/pictures.ts'
import { ownFolder } from '#api/tls/certificate.ts'
import { keepOwnCertificate } from '#api/tls/ownCertificate.ts'
import { newQuestion } from '../../factories/bankInputs.ts'
import { behind, type Exam, must, programs, signIn, toAnswer, wholeTest } from '../../factories/index.ts'
import { archiveOf, type Files, textIn } from '../../foreign/archives.ts'
import { appForFile } from '../forFile.ts'
import { exported } from '../moving/support.ts'

/** A disk that alters one bit of what it holds: `verify` names it, and nobody is shown a picture that is another one by now. */

const app = await appForFile({ judging: true })
const config = readConfig({ HOLDFAST_DATA: app.data, HOLDFAST_LOG: 'silent' })
let exam: Exam
let headers: Record<string, string>

beforeAll(async () => {
  exam = await wholeTest(app)
  headers = await signIn(app.send, exam.org.admin.email, exam.org.admin.password)
  await keepOwnCertificate(ownFolder(app.data), { asked: ['tests.lan'], found: ['localhost'] }, Date.now())
  await addErased(app.data, [{ person: 'a mark', erased_at: 1 }])
})

const drawn = sharp({ create: { width: 16, height: 16, channels: 3, background: '#385' } })

/** Stores a picture, and names it in a question. */
async function pictured(): Promise<{ key: string; url: string; again: () => Promise<number> }> {
  const given = { body: { image_for: 'question' }, headers } as const
  const { url } = await must(app.send, 'postQuestionImageUrl', given)
  const put = {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await drawn.jpeg().toBuffer()),
  }
  const again = async () => (await toAnswer(await app.send(url, put))).status
  expect(await again()).toBe(200)
  const [address = ''] = url.split('?')
  const body = { ...newQuestion(), image_url: address }
  const { question } = await must(app.send, 'postQuestion', { body, headers })
  return { key: address.slice('/files/'.length), url: question.image_url ?? '', again }
}

const pathOf = (key: string): string => join(app.data, 'files', key)

/** Flips one bit of a file, looks, and flips it back. */
async function flipped<T>(path: string, at: number, look: () => Promise<T>): Promise<T> {
  const whole = readFileSync(path)
  const altered = Buffer.from(whole)
  altered[at] = (altered[at] ?? 0) ^ 1
  writeFileSync(path, altered)
  try {
    return await look()
  } finally {
    writeFileSync(path, whole)
  }
}

/** What the command says, or why it cannot begin. */
const verified = (): Promise<string> =>
  Promise.resolve(verifyCommand.run({ config, values: {}, positionals: [], progress: () => {} })).then(
    (outcome) => (outcome?.ok ? 'intact' : (outcome?.text ?? '')),
    (error: Error) => error.message,
  )

const told = async (): Promise<string[]> =>
  (await verifyAll(app.ctx)).findings.map(({ where, what }) => `${where}: ${what}`)
const statusOf = async (url: string): Promise<number> => (await app.send(url)).status

test('a picture of the bank or of a camera that was altered is shown to nobody', async () => {
  const { key, url } = await pictured()
  const [snapshot = ''] = (await app.ctx.storage.list('snapshots')).map((file) => file.key)
  for (const [one, address] of [
    [key, url],
    [snapshot, snapshotUrl(app.ctx, snapshot)],
  ] as const) {
    expect(await statusOf(address)).toBe(200)
    expect(await flipped(pathOf(one), 30, () => statusOf(address))).toBe(404)
    expect(await flipped(pathOf(one), 30, () => soundPicture(app.ctx, one))).toBeNull()
    expect(await statusOf(address)).toBe(200)
  }
  rmSync(pathOf(key))
  expect(await told()).toEqual([`picture ${key}: it is missing`])
  // Nothing names it any more.
  behind(app.data, 'UPDATE questions SET image_key = NULL WHERE image_key = ?', key)
  expect(await told()).toEqual([])
})

test('a picture of a camera that was altered goes into no archive, and each says which it is', async () => {
  const [snapshot = ''] = (await app.ctx.storage.list('snapshots')).map((file) => file.key)
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-flipped-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data.zip')
  const { email, ref } = exam.who
  const packed = async () => {
    await candidateDataCommand.run({ config, values: {}, positionals: [email, data], progress: () => {} })
    const moved = await exported(app, exam.org.id)
    const archives = [await archiveOf(app, exam), readFileSync(data), readFileSync(moved)]
    rmSync(moved)
    rmSync(data)
    return archives.map((archive) => unzipSync(archive))
  }
  const pictures = (files: Files) => Object.keys(files).filter((path) => /(pictures|snapshots)\//.test(path))
  expect((await packed()).map((files) => pictures(files).length)).toEqual([1, 1, 1])
  const altered = await flipped(pathOf(snapshot), 30, packed)
  expect(altered.map(pictures)).toEqual([[], [], []])
  for (const files of altered.slice(0, 2)) {
    const path = Object.keys(files).find((one) => one.endsWith(`${ref}/attempt.json`)) ?? ''
    expect(JSON.parse(textIn(files, path)).findings).toEqual([expect.stringContaining('picture')])
  }
  expect(JSON.parse(textIn(altered[2] ?? {}, 'manifest.json')).findings).toEqual([
    expect.stringContaining('picture'),
  ])
})

test('a picture from before its hash was noted is shown, and noted by the next sweep as it lies there', async () => {
  const { key, url } = await pictured()
  const held = readFileSync(pathOf(key))
  behind(app.data, 'DELETE FROM pictures WHERE key = ?', key)
  expect(await flipped(pathOf(key), 30, told)).toEqual([])
  expect(await statusOf(url)).toBe(200)
  await sweep(app.ctx)
  expect(await flipped(pathOf(key), 30, told)).toEqual([`picture ${key}: it was changed`])
  expect(await statusOf(url)).toBe(200)
  // What was noted stands, whatever lies there by now.
  await flipped(pathOf(key), 30, () => sweep(app.ctx))
  expect(await told()).toEqual([])
  expect(readFileSync(pathOf(key)).equals(held)).toBe(true)
})

test('a picture that was altered is mended by the same file, put under its address once more', async () => {
  const { key, again } = await pictured()
  const whole = readFileSync(pathOf(key))
  const altered = Buffer.from(whole)
  altered[30] = (altered[30] ?? 0) ^ 1
  writeFileSync(pathOf(key), altered)
  expect(await again()).toBe(200)
  expect(readFileSync(pathOf(key)).equals(whole)).toBe(true)
})

test('a picture that is named and lies nowhere is told, noted or not, however many there are', async () => {
  const { key } = await pictured()
  const hash = 'a'.repeat(64)
  for (let n = 0; n < 60; n++)
    behind(app.data, 'INSERT INTO pictures VALUES (?, ?)', `images/0-${n}.jpg`, hash)
  let named = key
  const name = (to: string) => {
    behind(app.data, 'UPDATE questions SET image_key = ? WHERE image_key = ?', to, named)
    named = to
  }
  name('images/zzz.jpg')
  // Noted, behind all the others.
  behind(app.data, 'INSERT INTO pictures VALUES (?, ?)', 'images/zzz.jpg', hash)
  expect(await told()).toEqual(['picture images/zzz.jpg: it is missing'])
  behind(app.data, "DELETE FROM pictures WHERE key LIKE 'images/0-%' OR key = 'images/zzz.jpg'")
  expect(await told()).toEqual(['picture images/zzz.jpg: it is missing'])
  name(key)
  // In what a test was begun with, and long taken off the question.
  const content = JSON.stringify({ options: [{ image_key: 'images/kept.jpg' }] })
  behind(app.data, "INSERT INTO item_versions VALUES ('question', 9999, 1, ?, 0)", content)
  expect(await told()).toEqual(['picture images/kept.jpg: it is missing'])
  behind(app.data, 'DELETE FROM item_versions WHERE item_id = 9999')
  expect(await told()).toEqual([])
})

test('the pictures of a starter bank are noted, and their notes go with a bank that nobody took', async () => {
  const bank = await readyStarterBank(app.ctx)
  const keys = [...bank.keys.values()]
  const noted = () =>
    app.rows('SELECT key FROM pictures WHERE key IN (SELECT value FROM json_each(?))', JSON.stringify(keys))
  expect(keys.length).toBeGreaterThan(0)
  expect(await noted()).toHaveLength(keys.length)
  await dropStarterBank(app.ctx, bank)
  expect(await noted()).toEqual([])
})

test('the note of a picture goes with it', async () => {
  const { key } = await pictured()
  behind(app.data, 'UPDATE questions SET image_key = NULL WHERE image_key = ?', key)
  utimesSync(pathOf(key), 0, 0)
  await sweep(app.ctx)
  expect(existsSync(pathOf(key))).toBe(false)
  expect(await app.rows('SELECT key FROM pictures WHERE key = ?', key)).toEqual([])
})

test('in each file of the data directory', async () => {
  await pictured()
  await app.close()
  const database = readFileSync(join(app.data, 'holdfast.db'))
  const answer = database.lastIndexOf(programs.right.slice(0, 20))
  expect(answer).toBeGreaterThan(0)
  const files = readdirSync(app.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(app.data.length + 1))
    // Built for these tests, beside what an installation has; and empty but for the lock.
    .filter((name) => !name.startsWith('pages/') && !name.startsWith('holdfast.lock'))
  const words: [RegExp, string][] = [
    [/^holdfast\.db$/, 'Problems were found'],
    [/^keys\.json$/, 'The keys in '],
    [/^erased\.jsonl$/, 'erasures: 1 line of erased.jsonl cannot be read'],
    [/^files\/images\//, 'it was changed'],
    [/^files\/snapshots\//, 'was changed'],
    [/^tls\//, 'tls: '],
  ]
  expect(await verified()).toBe('intact')
  expect(words.filter(([name]) => !files.some((file) => name.test(file)))).toEqual([])
  for (const file of files) {
    const said = words.find(([name]) => name.test(file))?.[1]
    if (said === undefined) throw new Error(`${file} is held by nothing`)
    const { length } = readFileSync(join(app.data, file))
    // The database: its first page, and what somebody wrote. The keys: not the time at their end, since which all is sealed.
    const places: Record<string, number[]> = { 'holdfast.db': [104, answer], 'keys.json': [1, length >> 1] }
    for (const at of places[file] ?? [1, length >> 1, length - 3])
      expect(await flipped(join(app.data, file), at, verified), `${file} at ${at}`).toContain(said)
  }
})
