import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import type { Failure } from '#contract/errors.ts'
import { connect } from '#db/connect.ts'
import {
  call,
  type Device,
  jpeg,
  must,
  openApp,
  type Send,
  seedOrganization,
  startDevice,
  waitFor,
} from '../factories/index.ts'
import { startProcess } from './process.ts'

/**
 * What 200 candidates write in an hour, sent as fast as it is taken, to a server that may take 512 MB of memory, on a disk
 * of 1 GB that it fills: a real file system in a file, and a control group of its own.
 */

const PEOPLE = 200
/** A draft every five seconds, of an hour. */
const DRAFTS = 720
/** A picture a minute. */
const DRAFTS_A_PICTURE = 12
const MEMORY = 512 * 1024 * 1024
const GROUP = `/sys/fs/cgroup/memory/holdfast-${process.pid}`

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
const canLimit = isLong && madeGroup() && existsSync('/dev/loop-control')
if (isLong && !canLimit)
  console.log('a small machine: SKIPPED, it needs root, a loop device and a memory control group.')

function madeGroup(): boolean {
  try {
    mkdirSync(GROUP)
    writeFileSync(join(GROUP, 'memory.limit_in_bytes'), String(MEMORY))
    return true
  } catch {
    return false
  }
}

const must0 = (command: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

interface Told {
  refusals: Map<string, number>
  /** Answers that say neither that it was taken nor why it was not. */
  wordless: string[]
}

test.skipIf(!canLimit)(
  `an hour of ${PEOPLE} candidates with 512 MB of memory and a disk of 1 GB that fills: nothing acknowledged is lost`,
  { timeout: 3_600_000 },
  async () => {
    const filled = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
    const org = await seedOrganization(filled.ctx, 'small', { candidates: PEOPLE })
    await filled.close()
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-small-'))
    const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
    mkdirSync(disk)
    must0('truncate', '-s', '1G', image)
    must0('mkfs.ext4', '-q', '-m', '0', image)
    must0('mount', '-o', 'loop', image, disk)
    const data = join(disk, 'data')
    cpSync(filled.data, data, { recursive: true })
    const reserve = join(disk, 'reserve')
    must0('fallocate', '-l', '500M', reserve)

    const wrap = ['sh', '-c', `echo $$ > ${GROUP}/cgroup.procs && exec "$@"`, 'sh']
    let server = await startProcess(data, { wrap })
    onTestFinished(async () => {
      await server.kill()
      must0('umount', disk)
      for (const gone of [folder, filled.data]) rmSync(gone, { recursive: true, force: true })
      rmdirSync(GROUP)
    })
    const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const devices = await Promise.all(
      org.candidates.map((who) => startDevice({ send, clock: { now: Date.now } }, who)),
    )
    const told: Told = { refusals: new Map(), wordless: [] }
    // Everybody has heard it.
    const isFull = (): boolean => (told.refusals.get('unavailable') ?? 0) >= PEOPLE
    const problem_id = org.problems[0].id
    const all = devices.map((device) => hourOf(send, device, problem_id, told))

    await Promise.race([Promise.all(all), waitFor('a full disk', isFull, { within: 1_800_000, every: 500 })])
    expect(isFull(), 'the disk was filled').toBe(true)
    // What it holds can still be read; if it is killed now, it starts again, or says that the disk is full.
    await expectReadable(send, org.candidates[0], devices[0])
    await server.kill()
    const again = () => startProcess(data, { wrap, port: server.port })
    const words = await again().then(
      (started) => {
        server = started
        return 'the disk is full, and it serves'
      },
      (error: Error) => error.message,
    )
    expect(words).toContain('full')
    if (server.child.exitCode === null && server.child.signalCode === null)
      await expectReadable(send, org.candidates[0], devices[0])

    rmSync(reserve)
    if (server.child.exitCode !== null || server.child.signalCode !== null) server = await again()
    await Promise.all(all)
    await waitFor('the server to be well', async () => (await send('/readyz')).status === 200, {
      within: 60_000,
    })
    expect(told.wordless).toEqual([])
    expect(told.refusals.get('unavailable')).toBeGreaterThan(0)
    expect(readFileSync(join(GROUP, 'memory.oom_control'), 'utf8')).toContain('oom_kill 0')
    const most = Number(readFileSync(join(GROUP, 'memory.max_usage_in_bytes'), 'utf8'))
    console.log(
      `a small machine: ${told.refusals.get('unavailable')} refusals, memory and file cache at most ${Math.round(most / 1e6)} MB`,
    )
    await server.kill('SIGTERM')

    const database = connect(join(data, 'holdfast.db'))
    const rows = database
      .prepare('SELECT o.hash FROM ops o JOIN leases l USING (lease_id) WHERE l.device_id = ? ORDER BY o.seq')
      .pluck()
    for (const device of devices) expect(rows.all(device.id)).toEqual(device.ops.map(({ hash }) => hash))
    const pictures = database.prepare('SELECT count(*) FROM snapshots WHERE stored_at IS NULL').pluck().get()
    expect(pictures).toBe(0)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  },
)

/** One candidate's hour: what is not taken is kept and sent again. */
async function hourOf(send: Send, device: Device, problem_id: number, told: Told): Promise<void> {
  const token = device.grant.auth_token
  let waiting: Uint8Array[] = []
  for (let draft = 0; draft < DRAFTS || device.tail.length > 0 || waiting.length > 0; draft++) {
    if (draft < DRAFTS) {
      const answer = randomBytes(1_000).toString('base64')
      device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer })
      if (draft % DRAFTS_A_PICTURE === 0) {
        const picture = jpeg({ bytes: 30_000 + draft, fill: draft % 250 })
        const taken = { sha256: sha256(Buffer.from(picture)), bytes: picture.length }
        device.write('snapshot_taken', '', taken)
        waiting.push(picture)
      }
    }
    const saved = await noted(told, () => device.post(device.request(device.tail.slice(0, 50))))
    const left: Uint8Array[] = []
    for (const picture of saved ? waiting : [])
      if (!(await sent(send, token, picture, told))) left.push(picture)
    if (saved) waiting = left
    if (!saved || left.length > 0) await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

async function sent(send: Send, token: string, picture: Uint8Array, told: Told): Promise<boolean> {
  const asked = { token, body: { sha256: sha256(Buffer.from(picture)) } }
  const answer = await call(send, 'postSnapshotUrl', asked).catch(() => null)
  const url = (answer?.json as { data?: { url: string } } | null)?.data?.url
  if (!url) return false
  const init = { method: 'PUT', body: picture as BodyInit, headers: { 'content-type': 'image/jpeg' } }
  return noted(told, async () => {
    const put = await send(url, init)
    return { status: put.status, text: await put.text() }
  })
}

/** Whether it was taken; a refusal is counted by its code, and a line that broke by nothing: the server was killed. */
async function noted(told: Told, ask: () => Promise<{ status: number; text: string }>): Promise<boolean> {
  const answer = await ask().catch(() => null)
  if (!answer) return false
  if (answer.status === 200) return true
  try {
    const { code, message } = JSON.parse(answer.text) as Failure
    if (code === 'internal' || !message.endsWith('.')) told.wordless.push(answer.text)
    told.refusals.set(code, (told.refusals.get(code) ?? 0) + 1)
  } catch {
    told.wordless.push(`${answer.status} ${answer.text.slice(0, 200)}`)
  }
  return false
}

async function expectReadable(
  send: Send,
  who: { candidateId: number } | undefined,
  device: Device | undefined,
): Promise<void> {
  if (!who || !device) throw new Error('Nobody was invited')
  const { drafts } = await must(send, 'getSavedAnswers', { token: device.grant.auth_token })
  expect(drafts.length).toBeGreaterThan(0)
  expect((await send('/healthz')).status).toBe(200)
}
