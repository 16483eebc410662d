import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  movableClock,
  must,
  openApp,
  seedOrganization,
  signIn,
  startExam,
  waitFor,
} from '../factories/index.ts'
import { checkArchive } from '../foreign/checkArchive.ts'
import { scriptedPiston } from '../integration/execution/piston-server.ts'
import { startProcess } from './process.ts'

/** The built program as it is called: what it tells on which stream, and the code it ends with. */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The same while what it asks is served by this process. */
async function holdfastAside(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOLDFAST_LOG: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { stdout: await text(child.stdout), status: await ended }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-command-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const holdfast = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOLDFAST_LOG: 'silent', ...env },
  })

test('a backup beside a running server is put back elsewhere, told in words and as JSON', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const place = folder()
  const made = holdfast(['backup', 'backups', '--json'], { HOLDFAST_DATA: app.data, INIT_CWD: place })
  expect(made).toMatchObject({ status: 0 })
  expect(made.stderr).toContain('Copying the database …\n')
  const told = JSON.parse(made.stdout) as { folder: string; files: number }
  expect(readdirSync(join(place, 'backups')).map((name) => join(place, 'backups', name))).toEqual([
    told.folder,
  ])
  const refused = holdfast(['restore', told.folder, '--replace'], { HOLDFAST_DATA: app.data })
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('Another Holdfast already uses')
  const restored = holdfast(['restore', told.folder], { HOLDFAST_DATA: join(place, 'data') })
  expect(restored).toMatchObject({ status: 0 })
  expect(restored.stdout).toContain('Start the server')
  const verified = holdfast(['verify', '--json'], { HOLDFAST_DATA: join(place, 'data') })
  expect(verified).toMatchObject({ status: 0 })
  expect(JSON.parse(verified.stdout)).toMatchObject({ findings: [], restores: [{}] })
})

test('a server makes its backups by itself, and none again at its next start', async () => {
  const data = join(folder(), 'data')
  const backups = join(folder(), 'backups')
  const settings = { HOLDFAST_BACKUPS: backups, HOLDFAST_LOG: 'silent' }
  const whole = () =>
    existsSync(backups) ? readdirSync(backups).filter((name) => /^holdfast-\w+Z$/.test(name)) : []
  const first = await startProcess(data, { settings })
  const [made] = await waitFor('the first backup', () => (whole().length > 0 ? whole() : undefined))
  const ready = await (await fetch(`http://127.0.0.1:${first.port}/readyz`)).json()
  expect(ready).toMatchObject({ data: { ok: true, backup: expect.stringMatching(/^newest of 20/) } })
  await first.kill()
  const second = await startProcess(data, { settings })
  // It ends in order only once what it has begun has ended too.
  await second.kill('SIGTERM')
  expect(whole()).toEqual([made])
  const restored = holdfast(['restore', join(backups, made ?? '')], {
    HOLDFAST_DATA: join(folder(), 'again'),
  })
  expect(restored).toMatchObject({ status: 0 })
  // By hand with a rule: one a day stays.
  const kept = holdfast(['backup', backups, '--keep', '7 daily', '--json'], { HOLDFAST_DATA: data })
  expect(JSON.parse(kept.stdout)).toMatchObject({ removed: [join(backups, made ?? '')] })
  expect(whole()).toHaveLength(1)
})

test('a doctor looks beside a running server and without one, in words and as JSON, and its code tells how it is', async () => {
  const app = await openApp({ listen: true, clock: movableClock(Date.now()) })
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const piston = await scriptedPiston(() => ({}))
  onTestFinished(() => piston.close())
  const env = { HOLDFAST_DATA: app.data, PUBLIC_URL: app.base }
  const beside = await holdfastAside(['doctor', '--json'], { ...env, PISTON_URL: piston.url })
  const told = JSON.parse(beside.stdout) as { ok: boolean; checks: { name: string; ok: boolean | null }[] }
  const of = (name: string) => told.checks.find((one) => one.name === name)
  // The disk of the machine that tests is told as it is.
  expect(told.checks.filter(({ name, ok }) => ok === false && name !== 'Disk')).toEqual([])
  expect(told.ok).toBe(of('Disk')?.ok)
  expect(beside.status).toBe(told.ok ? 0 : 1)
  for (const name of ['Data', 'Proxy', 'Event stream', 'Engines']) expect(of(name)?.ok, name).toBe(true)
  await app.close()
  const without = holdfast(['doctor'], {
    ...env,
    TZ: 'Mars/Phobos',
    PISTON_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  expect(without.status).toBe(1)
  for (const line of [
    /^ok {5}Data {10}.*No server runs/m,
    /^WRONG {2}Time zone/m,
    /^– {6}Address/m,
    /^WRONG {2}Mail.*ECONNREFUSED.*\n +→ Check/m,
    /^WRONG {2}Engines.*\n +→ Check that the servers in PISTON_URL/m,
  ])
    expect(without.stdout).toMatch(line)
})

test('evidence is written into a file that a foreign program checks, beside a running server, and the log says so', async () => {
  const app = await openApp({ listen: true })
  onTestFinished(() => app.remove())
  const e = await startExam(app)
  e.device.write('finish', '', { reason: 'candidate' })
  await e.device.sync()
  const place = folder()
  const env = { HOLDFAST_DATA: app.data, INIT_CWD: place }
  const keyOf = (told: string) => (JSON.parse(told) as { receipt_key: string }).receipt_key
  const key = keyOf(holdfast(['receipt-key', '--json'], env).stdout)
  expect(key).toBe(await (await fetch(`${app.base}/api/v1/receipt_key`)).text())
  expect(holdfast(['receipt-key'], env).stdout).toContain(`SHA-256 ${app.ctx.keys.receiptKeyFingerprint}`)
  for (const [of, name] of [
    [String(e.org.driveId), 'drive.zip'],
    [e.who.ref, 'attempt.zip'],
  ] as const) {
    const made = holdfast(['evidence', of, name, '--json'], env)
    expect(made).toMatchObject({ status: 0 })
    expect(made.stderr).toContain('1 of 1 test …')
    const told = JSON.parse(made.stdout) as { file: string; bytes: number }
    expect(told).toMatchObject({ file: join(place, name), attempts: 1 })
    const archive = readFileSync(told.file)
    expect(archive.length).toBe(told.bytes)
    expect(checkArchive({ archive, key, receipts: [e.device.proof.newest] }).wrong).toEqual([])
  }
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  const { entries } = await must(app.send, 'getAuditLog', { headers })
  expect(entries.slice(0, 2).map(({ user, action, subject }) => [user, action, subject])).toEqual([
    ['Operator of the server', 'evidence.download', `attempt ${e.who.ref}`],
    ['Operator of the server', 'evidence.download', `drive ${e.org.driveId}`],
  ])
  for (const [of, to, words] of [
    ['999', 'new.zip', 'There is no drive 999.'],
    ['nobody', 'new.zip', 'There is no attempt nobody.'],
    [e.who.ref, 'drive.zip', 'is there already.'],
    [e.who.ref, 'none/new.zip', 'does not exist.'],
  ] as const)
    expect(holdfast(['evidence', of, to], env)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
  expect(readdirSync(place).toSorted()).toEqual(['attempt.zip', 'drive.zip'])
})

test('whoever is locked out gets a link from the operator, beside a running server, and the log says so', async () => {
  const app = await openApp({ listen: true })
  onTestFinished(() => app.remove())
  const { admin } = await seedOrganization(app.ctx, 'locked')
  const env = { HOLDFAST_DATA: app.data, PUBLIC_URL: app.base }
  const session = await signIn(app.send, admin.email, admin.password)
  const { status, stdout } = holdfast(['reset-password', admin.email.toUpperCase(), '--json'], env)
  expect(status).toBe(0)
  const { link } = JSON.parse(stdout) as { link: string }
  const prefix = `${app.base}/verify_forgot_password/`
  expect(link.startsWith(prefix)).toBe(true)
  // Nothing has changed until it is used.
  await must(app.send, 'getAuditLog', { headers: session })
  const body = {
    reset_password_token: link.slice(prefix.length),
    password: 'another four plain words',
    password_confirmation: 'another four plain words',
  }
  await must(app.send, 'postPasswordReset', { body })
  expect((await call(app.send, 'getAuditLog', { headers: session })).status).toBe(401)
  expect((await call(app.send, 'postPasswordReset', { body })).status).toBe(404)
  const again = await signIn(app.send, admin.email, body.password)
  const { entries } = await must(app.send, 'getAuditLog', { headers: again })
  expect(entries.slice(0, 2).map(({ user, action }) => [user, action])).toEqual([
    [expect.not.stringContaining('Operator'), 'user.reset_password'],
    ['Operator of the server', 'user.reset_link'],
  ])
  for (const [whose, words] of [
    ['nobody@example.org', 'nobody@example.org has no account.'],
    ['', 'Say whose'],
  ] as const)
    expect(holdfast(['reset-password', whose], env).stderr).toContain(words)
})

test.each([
  [['backup', 'there', '--keep', 'everything'], '--keep must be such as'],
  [['nonsense'], 'There is no command nonsense.'],
  [['backup', '--nonsense'], "Unknown option '--nonsense'"],
  [['verify', 'this', 'that'], "'that' is more than verify takes. It takes: holdfast verify [<backup>]"],
  [['backup', 's3://key:secret@bucket'], 'is such as s3://bucket/prefix, without any key in it'],
  [['backup'], 'Say where'],
  [['restore'], 'Say which'],
  [['erase'], 'Say whom'],
  [['reset-password'], 'Say whose'],
  [['retention', '--days', '30'], 'Say which drive'],
  [['retention', '--drive', '12', '--days', '7'], '--days takes a whole number from 30 to 3650'],
  [['evidence', '12'], 'Say of what, and where'],
  [['create-admin'], 'Give an email address'],
  [['create-admin', 'nobody'], 'Give an email address'],
])('what nobody knows is said in words, with the code of a wrong call: %j', (args, words) => {
  const called = holdfast(args, { HOLDFAST_DATA: join(folder(), 'data') })
  expect(called).toMatchObject({ status: 2, stdout: '' })
  expect(called.stderr).toContain(words)
})

test('a command about an installation that is not there makes none', () => {
  const data = join(folder(), 'data')
  for (const args of [['verify'], ['retention'], ['erase', 'nobody@example.org', '--yes']]) {
    const called = holdfast(args, { HOLDFAST_DATA: data })
    expect(called.status, args[0]).toBe(1)
    expect(existsSync(data), args[0]).toBe(false)
    expect(called.stderr).toContain(`There is no installation in ${data}`)
  }
})

const MOUNT = 'mount -t tmpfs -o size=1m holdfast "$0" && exec "$@"'
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'holdfast', '/mnt']).status === 0

test.skipIf(!canMount)(
  'no room for a backup, or for what is restored, is said in words and leaves what was there',
  async () => {
    const app = await openApp()
    await app.ctx.storage.put('images/large', randomBytes(2_000_000))
    await app.close()
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const place = folder()
    const small = folder()
    const inSmall = (args: readonly string[], data: string) =>
      spawnSync(
        'unshare',
        ['-rm', 'sh', '-c', MOUNT, small, process.execPath, 'dist/server/main.mjs', ...args],
        {
          cwd: root,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOLDFAST_LOG: 'silent', HOLDFAST_DATA: data },
        },
      )
    const full = inSmall(['backup', small], app.data)
    expect(full).toMatchObject({ status: 1, stdout: '' })
    expect(full.stderr).toMatch(/There is no room left for|database or disk is full/)
    const { stdout } = holdfast(['backup', place, '--json'], { HOLDFAST_DATA: app.data })
    const { folder: made } = JSON.parse(stdout) as { folder: string }
    const restored = inSmall(['restore', made], join(small, 'data'))
    expect(restored).toMatchObject({ status: 1, stdout: '' })
    expect(restored.stderr).toContain('There is no room left for')
  },
)

test('each command says how it is called, and makes nothing for it', () => {
  const data = join(folder(), 'data')
  const overview = holdfast(['--help'], { HOLDFAST_DATA: data })
  expect(overview.status).toBe(0)
  const names = [...overview.stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name ?? '')
  expect(names).toEqual([
    'serve',
    'backup',
    'backup-key',
    'restore',
    'verify',
    'erase',
    'retention',
    'candidate-data',
    'export',
    'import',
    'doctor',
    'evidence',
    'receipt-key',
    'create-admin',
    'reset-password',
    'health',
    'engine',
  ])
  // Each starts the program.
  const tried = process.env.HOLDFAST_EXAMS_TIMES === undefined ? ['backup', 'evidence', 'engine'] : names
  for (const name of tried) {
    const { status, stdout } = holdfast([name, '--help'], { HOLDFAST_DATA: data })
    expect(status, name).toBe(0)
    expect(stdout).toMatch(new RegExp(`^holdfast ${name}`))
  }
})
