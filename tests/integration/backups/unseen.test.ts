import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { readErased } from '#api/backups/erased.ts'
import { retentionCommand } from '#api/commands/retention.ts'
import { sweep } from '#api/services/sweep.ts'
import { HOUR, must, openApp, signIn, startExam } from '../../factories/index.ts'
import { waitFor } from '../../factories/wait.ts'
import { eraseAt, filesWith, settingsOf } from '../console/erased.ts'

/** Whoever erases is told of each copy that may hold it, and of a place that nobody could look at. */

let original: string
let candidates: string[]
let staff: { email: string; password: string }

beforeAll(async () => {
  const app = await openApp()
  original = app.data
  const { org } = await startExam(app, { candidates: 3 })
  candidates = org.candidates.map(({ email }) => email)
  staff = org.admin
  // The drive ended long ago.
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE attempts SET finished_at = 1'))
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET results_retention_days = 30, end_time = 1'))
  await app.close()
})
afterAll(() => rmSync(original, { recursive: true, force: true }))

let folder: string
let data: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-unseen-'))
  data = join(folder, 'data')
  backups = join(folder, 'backups')
  mkdirSync(backups)
  cpSync(original, data, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const retention = (config: ReturnType<typeof settingsOf>, values = {}) =>
  retentionCommand.run({ config, values, positionals: [], progress: () => {} })

/** The clock of the app was another one than that of the commands. */
const goOn = () => retention(settingsOf(data), { 'go-on': true })

test.each([
  ['a folder that is away', () => ({ HOLDFAST_BACKUPS: join(folder, 'away') }), 'There is no folder'],
  [
    'storage that cannot be reached',
    () => ({
      HOLDFAST_BACKUPS: 's3://backups/x',
      HOLDFAST_BACKUPS_S3_ENDPOINT: 'http://127.0.0.1:9',
    }),
    'nothing listens there',
  ],
])('%s is told, and not taken for one that holds nothing', async (_, settings, why) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'somebody')
  onTestFinished(() => void vi.unstubAllEnvs())
  await goOn()
  const config = settingsOf(data, settings())
  const place = settings().HOLDFAST_BACKUPS
  const told = {
    ok: false,
    text: expect.stringContaining(`The backups in ${place} could not be looked at: they may hold them. `),
    json: { backups: { place, fault: expect.stringContaining(why), unmarked: expect.stringContaining(why) } },
  }
  for (const erase of [
    () => eraseAt(config, candidates[0] ?? ''),
    () => retention(config, { run: true }),
    // The list of what was erased before.
    () => retention(config),
  ]) {
    const done = await erase()
    expect(done).toMatchObject(told)
    expect(done?.text).toContain('not beside the backups yet; until it is, a restore of one brings them back')
    expect(done?.text).not.toContain('No copy holds them')
  }
  // There again: the marks come too, and all is well.
  const there = settingsOf(data, { HOLDFAST_BACKUPS: backups })
  expect(await retention(there)).toMatchObject({
    ok: true,
    text: expect.stringContaining('No copy holds them.'),
    json: { copies: [], backups: { place: backups, fault: null, unmarked: null } },
  })
  // Two people, and the three tests.
  expect(await readErased(backups)).toEqual(await readErased(data))
})

test('a backup of a clock that was ahead, one that was cut off and one whose removal was are all named', async () => {
  await goOn()
  const now = Date.now()
  const { folder: ahead } = await makeBackup(data, backups, now + 2 * HOUR)
  const { folder: cut } = await makeBackup(data, backups, now - HOUR)
  renameSync(cut, `${cut}.partial`)
  const { folder: half } = await makeBackup(data, backups, now)
  rmSync(join(half, 'manifest.json'))
  const config = settingsOf(data, { HOLDFAST_BACKUPS: backups })
  const told = [ahead, half, `${cut}.partial`]
  // As a backup that was killed leaves it: nobody else ever saw it.
  const left = join(data, '.try-backup-4000000-abcdef')
  mkdirSync(left)
  cpSync(join(data, 'holdfast.db'), join(left, 'holdfast.db'))
  expect(await eraseAt(config, candidates[0] ?? '')).toMatchObject({
    ok: true,
    json: { copies: told.map((folder) => ({ folder })) },
  })
  expect(filesWith(data, [candidates[0] ?? ''])).toEqual([])
  await retention(config, { run: true })
  expect(await retention(config)).toMatchObject({ json: { copies: told.map((folder) => ({ folder })) } })
})

test('storage that hangs keeps neither staff nor the sweep waiting, and is asked once at a time', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'somebody')
  const hanging = new Set<Socket>()
  const server = createServer((socket) => hanging.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const app = await openApp({
    data,
    settings: {
      HOLDFAST_BACKUPS: 's3://backups/x',
      HOLDFAST_BACKUPS_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  })
  onTestFinished(async () => {
    server.close()
    for (const socket of hanging) socket.destroy()
    await app.close()
    vi.unstubAllEnvs()
  })
  const [first] = await app.rows<{ id: number }>('SELECT id FROM candidates ORDER BY id LIMIT 1')
  const began = performance.now()
  await must(app.send, 'deleteCandidate', {
    params: { id: first?.id ?? 0 },
    headers: await signIn(app.send, staff.email, staff.password),
  })
  const begun = sweep(app.ctx)
  expect(sweep(app.ctx)).toBe(begun)
  await begun
  expect(await app.rows('SELECT 1 FROM attempts')).toEqual([])
  // Storage is given ten seconds for an answer.
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(await app.rows("SELECT 1 FROM removals WHERE kind IN ('person', 'attempt')")).toEqual([])
  await waitFor('the storage to be asked', async () => hanging.size > 0)
  expect(hanging.size).toBe(1)
})
