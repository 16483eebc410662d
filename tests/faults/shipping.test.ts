import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readStanding } from '#api/backups/logSegments.ts'
import { readManifest } from '#api/backups/manifest.ts'
import { connect } from '#db/connect.ts'
import { openApp, type Send, seedOrganization, startDevice, waitFor } from '../factories/index.ts'
import { startProcess } from './process.ts'

/** The built program: what commands do to a server that ships its log, and what a killed backup leaves. */

const root = fileURLToPath(new URL('../../', import.meta.url))

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-ships-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  HOLDFAST_LOG: 'silent',
  ...env,
})
const holdfast = (args: readonly string[], env: Record<string, string>) =>
  spawnSync(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: environment(env),
  })
function begun(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    env: environment(env),
    stdio: 'ignore',
  })
  let isOver = false
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isOver = true
      resolve()
    }),
  )
  return { child, ended, isOver: () => isOver }
}

const canTrace =
  spawnSync('strace', ['-V']).status === 0 && spawnSync('systemd-analyze', ['--version']).status === 0

for (const shipping of ['off', 'on'] as const)
  test(`verify beside a server (log: ${shipping}) keeps no save waiting for seconds, and ends no generation`, async () => {
    const seeded = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
    const { data } = seeded
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const org = await seedOrganization(seeded.ctx, 'beside', { candidates: 1 })
    await seeded.close()
    const backups = folder()
    const settings = { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: shipping }
    const server = await startProcess(data, { settings })
    onTestFinished(() => server.kill())
    const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const device = await startDevice({ send, clock: { now: Date.now } }, org.candidates[0])
    const problem_id = org.problems[0].id
    const based = () =>
      Promise.all(
        readdirSync(backups)
          .filter((name) => /^holdfast-\w+Z$/.test(name))
          .map(async (name) => (await readManifest(join(backups, name))).log?.generation),
      )
    if (shipping === 'on')
      await waitFor('a backup that the log goes on from', async () => (await based()).find(Boolean))
    else await waitFor('a backup', async () => (await based()).length > 0)
    const generation = (await readStanding(data))?.generation
    let saves = 0
    let longest = 0
    const save = async () => {
      const body = { problem_id, language_id: 1, answer: `text ${++saves}` }
      device.write('draft', `code:${problem_id}:1`, body)
      const began = performance.now()
      await device.sync()
      longest = Math.max(longest, performance.now() - began)
    }
    for (let n = 0; n < 20; n++) await save()
    longest = 0
    const verify = begun(['verify'], { HOLDFAST_DATA: data, ...settings })
    while (!verify.isOver()) await save()
    await verify.ended
    expect(longest).toBeLessThan(2_000)
    const after = Date.now()
    if (shipping === 'on') {
      for (let n = 0; n < 5; n++) await save()
      await waitFor(
        'the log to be shipped',
        async () => Date.parse((await readStanding(data))?.checked_at ?? '') > after,
      )
      expect((await readStanding(data))?.generation).toBe(generation)
    }
    await server.kill('SIGTERM')
  })

test.skipIf(!canTrace)(
  'a flush of the database that fails once costs no later save its place in the shipped log',
  async () => {
    const seeded = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
    const { data } = seeded
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const org = await seedOrganization(seeded.ctx, 'flush', { candidates: 1 })
    await seeded.close()
    const backups = folder()
    const failing = 'inject=fsync:error=EIO:when=120'
    const server = await startProcess(data, {
      wrap: ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync', '-e', failing],
      settings: { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' },
    })
    onTestFinished(() => server.kill())
    const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const backup = await waitFor('a backup that the log goes on from', async () => {
      for (const name of readdirSync(backups).filter((one) => /^holdfast-\w+Z$/.test(one)))
        if ((await readManifest(join(backups, name))).log) return join(backups, name)
      return undefined
    })
    const device = await startDevice({ send, clock: { now: Date.now } }, org.candidates[0])
    const problem_id = org.problems[0].id
    let refused = 0
    for (let n = 0; n < 200; n++) {
      device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: `text ${n}` })
      const isRefused = await device.sync().then(
        () => false,
        () => true,
      )
      if (isRefused) refused++
      // A device that was refused waits before it tries again.
      if (isRefused) await setTimeout(1_500)
      await setTimeout(20)
    }
    await device.sync()
    expect(refused).toBeGreaterThan(0)
    const acked = Date.now()
    await waitFor(
      'the log to be shipped',
      async () => Date.parse((await readStanding(data))?.checked_at ?? '') > acked,
    )
    await server.kill()
    const again = join(folder(), 'again')
    expect(holdfast(['restore', backup], { HOLDFAST_DATA: again })).toMatchObject({ status: 0 })
    const seqsIn = (of: string): unknown => {
      const db = connect(join(of, 'holdfast.db'), { readonly: true })
      const found = db.prepare('SELECT max(seq) FROM ops').pluck().get()
      db.close()
      return found
    }
    expect(seqsIn(again)).toBe(device.ops.length)
  },
)

test('an encrypted backup that was ended leaves no copy in clear in the data directory', async () => {
  const data = join(folder(), 'data')
  const place = folder()
  expect(holdfast(['create-admin', 'a@example.org'], { HOLDFAST_DATA: data })).toMatchObject({ status: 0 })
  const made = holdfast(['backup-key', join(place, 'own.key'), '--json'], { HOLDFAST_DATA: data })
  const { recipient } = JSON.parse(made.stdout) as { recipient: string }
  const env = { HOLDFAST_DATA: data, HOLDFAST_BACKUPS_RECIPIENT: recipient }
  const copies = () => readdirSync(data).filter((name) => name.startsWith('.try-backup-'))
  const isCopied = () => copies().some((name) => readdirSync(join(data, name)).includes('holdfast.db'))
  const backup = begun(['backup', join(place, 'backups')], env)
  while (!isCopied() && !backup.isOver()) await nextTurn()
  expect(backup.isOver()).toBe(false)
  // As a server ends the one that is being made when it ends itself.
  backup.child.kill('SIGTERM')
  await backup.ended
  expect(holdfast(['backup', join(place, 'backups')], env)).toMatchObject({ status: 0 })
  const server = await startProcess(data, { settings: { HOLDFAST_LOG: 'silent' } })
  await server.kill('SIGTERM')
  expect(copies()).toEqual([])
})

test.skipIf(!canTrace)('the unit lets the program make every system call that it makes', () => {
  const unit = readFileSync(join(root, 'deploy/holdfast.service'), 'utf8')
  const groups = new Map<string, string[]>()
  let name = ''
  for (const line of spawnSync('systemd-analyze', ['syscall-filter'], { encoding: 'utf8' }).stdout.split(
    '\n',
  )) {
    if (line.startsWith('@')) name = line.trim().split(/\s/)[0] ?? ''
    else if (line.trim() && !line.trim().startsWith('#')) {
      const listed = groups.get(name) ?? []
      groups.set(name, [...listed, line.trim()])
    }
  }
  const membersOf = (one: string): string[] =>
    one.startsWith('@') ? (groups.get(one) ?? []).flatMap(membersOf) : [one]
  const [, told = ''] = /^SystemCallFilter=(.*)$/m.exec(unit) ?? []
  const allowed = new Set([...told.split(' '), '@default'].flatMap(membersOf))
  expect(allowed.size).toBeGreaterThan(100)
  const file = join(folder(), 'calls')
  const traced = spawnSync(
    'strace',
    ['-f', '-c', '-o', file, process.execPath, 'dist/server/main.mjs', 'create-admin', 'a@example.org'],
    { cwd: root, env: environment({ HOLDFAST_DATA: join(folder(), 'data') }) },
  )
  expect(traced.status).toBe(0)
  const made = readFileSync(file, 'utf8')
    .split('\n')
    .slice(2)
    .flatMap((line) => (/^\s*[\d.]+\s/.test(line) ? [line.trim().split(/\s+/).at(-1) ?? ''] : []))
    .filter((call) => call !== 'total')
  expect(made.length).toBeGreaterThan(20)
  // A call that is not allowed ends the process by SIGSYS, as the unit names no error number.
  expect(made.filter((call) => !allowed.has(call))).toEqual([])
})
