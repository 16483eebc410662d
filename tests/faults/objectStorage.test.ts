import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { BUCKET, type ObjectStorage, startObjectStorage } from '../factories/objectStorage.ts'
import { waitFor } from '../factories/wait.ts'
import { startProcess } from './process.ts'

/** The built program and S3-compatible storage of which one is killed while a backup is on its way to the other. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const main = ['dist/server/main.mjs']
/** It takes long enough to be found under way. */
const FILLER_MB = 16

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-storage-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function parts(): Promise<{ data: string; storage: ObjectStorage; env: Record<string, string> }> {
  const storage = await startObjectStorage()
  onTestFinished(() => storage.end())
  const data = join(folder(), 'data')
  const env = {
    PATH: process.env.PATH ?? '',
    HOLDFAST_DATA: data,
    HOLDFAST_LOG: 'error',
    ...storage.settings,
  }
  expect(holdfast(['create-admin', 'a@example.org'], env)).toMatchObject({ status: 0 })
  const db = connect(join(data, 'holdfast.db'))
  for (let n = 0; n < FILLER_MB; n++)
    db.prepare('INSERT INTO meta VALUES (?, ?)').run(`filler ${n}`, 'x'.repeat(1_000_000))
  db.close()
  return { data, storage, env }
}

const holdfast = (args: readonly string[], env: Record<string, string>) =>
  spawnSync(process.execPath, [...main, ...args], { cwd: root, encoding: 'utf8', env })

function begun(env: Record<string, string>, wrap: readonly string[] = []) {
  const [command = process.execPath, ...before] = [...wrap, process.execPath]
  const child = spawn(command, [...before, ...main, 'backup', place], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

const place = `s3://${BUCKET}/here`
/** What lies in the storage, by its name there, and parts of what is being uploaded. */
const objectsIn = ({ folder: of }: ObjectStorage): string[] =>
  readdirSync(of, { recursive: true, encoding: 'utf8' }).filter((name) => /object$|uploads/.test(name))
const underWay = (storage: ObjectStorage) =>
  waitFor('a backup to be under way', () => objectsIn(storage).length > 0, { every: 1 })
const manifests = (storage: ObjectStorage) =>
  objectsIn(storage).filter((name) => /manifest\.json/.test(name)).length

test('a backup whose process or whose storage is killed in its middle is none, and the next one is made', async () => {
  const { data, storage, env } = await parts()
  const first = begun(env)
  await underWay(storage)
  first.child.kill('SIGKILL')
  await first.ended
  expect(manifests(storage)).toBe(0)

  const second = begun(env)
  const before = objectsIn(storage).length
  await waitFor('another one to be under way', () => objectsIn(storage).length > before, { every: 1 })
  await storage.kill()
  const { code, said } = await second.ended
  expect(code).toBe(1)
  expect(said).toContain(`${storage.endpoint} cannot be reached`)
  expect(said).not.toMatch(/\bat .*:\d+:\d+|S3RVER/)
  await storage.again()
  expect(manifests(storage)).toBe(0)

  const made = holdfast(['backup', place], env)
  expect(made).toMatchObject({ status: 0, stderr: 'Copying the database …\nReading it again …\n' })
  expect(manifests(storage)).toBe(1)
  // Neither process left the copy that was on its way.
  expect(readdirSync(data).filter((name) => name.startsWith('.try-'))).toEqual([])
})

const MOUNT = 'mount -t tmpfs -o size=30m holdfast "$1" && cp -a "$0/." "$1" && shift && exec "$@"'
const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'holdfast', '/mnt']).status === 0
if (!canMount)
  console.log('a full data directory: SKIPPED, because this machine lets no user mount a file system.')

test.skipIf(!isLong || !canMount)(
  'a backup is not made where the data directory has no room for the copy, and says so',
  async () => {
    const { data, storage, env } = await parts()
    const full = folder()
    const wrap = ['unshare', '-rm', 'sh', '-c', MOUNT, data, full]
    const { code, said } = await begun({ ...env, HOLDFAST_DATA: full }, wrap).ended
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/The database could not be copied: .*(full|no room)/),
    })
    expect(objectsIn(storage)).toEqual([])
  },
)

test.skipIf(!isLong)(
  'a server makes its backups in a bucket, and is ready while the storage hangs',
  async () => {
    const { data, storage, env } = await parts()
    const settings = { ...env, HOLDFAST_BACKUPS: place }
    const server = await startProcess(data, { settings })
    onTestFinished(() => server.kill())
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
      return ((await answer.json()) as { data: { backup: string } }).data.backup
    }
    await waitFor('a backup', async () => (await ready()).startsWith('newest of'), { every: 200 })
    storage.freeze()
    const began = performance.now()
    expect(await ready()).toMatch(/^newest of/)
    expect(performance.now() - began).toBeLessThan(5_000)
    await server.kill('SIGTERM')
    storage.thaw()
  },
)
