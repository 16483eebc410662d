import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#db/connect.ts'
import {
  Device,
  fillIn,
  type Invited,
  type Organization,
  openApp,
  type Send,
  seedOrganization,
  waitFor,
} from '../factories/index.ts'
import { startProcess } from './process.ts'
import { type FaultMode, startFaultProxy } from './proxy.ts'

/**
 * Devices write without a pause through a proxy that spoils their connections, and the server is killed with SIGKILL at
 * random moments and started again. Everything the server acknowledged is in its log, once, in order.
 */

const ROUNDS = Number(process.env.HOLDFAST_FAULT_ROUNDS ?? 15)
const DEVICES = 3
const modes: FaultMode[] = [
  'ok',
  'ok',
  'cut-after-request',
  'cut-after-response',
  'truncate',
  'drip',
  'portal',
  'unavailable',
  'refuse',
]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

test(`${ROUNDS} kills: nothing acknowledged is lost, nothing stands twice, the log is an exact prefix`, {
  timeout: 60_000 + ROUNDS * 30_000,
}, async () => {
  const filled = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
  const org = await seedOrganization(filled.ctx, 'kill', { candidates: DEVICES })
  await filled.close()

  let server = await startProcess(filled.data)
  const proxy = await startFaultProxy({ host: '127.0.0.1', port: server.port })
  onTestFinished(() => Promise.all([proxy.close(), server.kill()]).then(() => {}))
  const direct: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const spoiled: Send = (path, init) =>
    fetch(`http://127.0.0.1:${proxy.port}${path}`, { ...init, signal: AbortSignal.timeout(2_000) })
  const writers = await Promise.all(org.candidates.map((who) => enter(direct, spoiled, org, who)))

  let isOver = false
  const writing = writers.map((writer) => writer.run(() => isOver))
  let acked = 0
  const restarts: number[] = []
  const empties: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await proxy.set(pick(modes))
    await pause(Math.random() * 300)
    await proxy.set('ok')
    const before = writers.map((w) => w.device.acked)
    await waitFor('an ack of every device', () => writers.every((w, i) => w.device.acked > (before[i] ?? 0)))
    await pause(Math.random() * 60)
    await server.kill('SIGKILL')
    acked = writers.reduce((sum, w) => sum + w.device.acked, 0)
    const from = performance.now()
    server = await startProcess(filled.data, { port: server.port })
    restarts.push(performance.now() - from)
    empties.push(emptyProgramMs())
  }
  isOver = true
  await proxy.set('ok')
  await Promise.all(writing)
  for (const { device } of writers)
    await waitFor('the rest', async () => {
      if (device.tail.length > 0) await trySync(device)
      return device.tail.length === 0
    })
  await proxy.close()
  await server.kill('SIGTERM')

  const database = connect(`${filled.data}/holdfast.db`)
  for (const { device, who, faults } of writers) {
    const rows = database
      .prepare('SELECT seq, op_id, hash FROM ops WHERE attempt_id = ? ORDER BY seq')
      .all(who.attemptId)
    expect(rows).toEqual(device.ops.map(({ seq, op_id, hash }) => ({ seq, op_id, hash })))
    expect(faults.lost).toEqual([])
    expect(faults.seen).toBeGreaterThan(0)
    const saved = database
      .prepare('SELECT saved FROM answers WHERE attempt_id = ?')
      .pluck()
      .all(who.attemptId)
    expect(saved).toEqual([`version ${device.ops.length}`])
  }
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  expect(acked).toBeGreaterThanOrEqual(ROUNDS * DEVICES)
  // Three seconds; on a machine that is busy with something else, as many times longer as an empty program takes there.
  expect(median(restarts)).toBeLessThan(3_000 * Math.max(1, median(empties) / 200))
  await (await openApp({ data: filled.data })).remove()
})

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[list.length >> 1] ?? Infinity

function emptyProgramMs(): number {
  const from = performance.now()
  spawnSync(process.execPath, ['-e', ''])
  return performance.now() - from
}

interface Writer {
  device: Device
  who: Invited
  /** Requests that failed, and acks the server later knew nothing of. */
  faults: { seen: number; lost: string[] }
  run(isOver: () => boolean): Promise<void>
}

async function enter(direct: Send, spoiled: Send, org: Organization, who: Invited): Promise<Writer> {
  const device = new Device(direct, await fillIn(direct, who), Date.now)
  await device.start()
  device.connect(spoiled)
  const faults: Writer['faults'] = { seen: 0, lost: [] }
  const problem_id = org.problems[0].id
  return {
    device,
    who,
    faults,
    async run(isOver) {
      while (!isOver()) {
        const body = { problem_id, language_id: 1, answer: `version ${device.head.seq + 1}` }
        if (device.tail.length < 200) device.write('draft', `code:${problem_id}:1`, body)
        const before = device.acked
        const head = await trySync(device)
        if (head === null) faults.seen++
        else if (head < before) faults.lost.push(`acked ${before}, the server stands at ${head}`)
        await pause(2)
      }
    },
  }
}

/** The server's head where it acknowledged, null where anything else came back. */
async function trySync(device: Device): Promise<number | null> {
  try {
    return (await device.sync(device.tail.slice(0, 50))).head_seq
  } catch (error) {
    if (error instanceof Error && /not this device's|repeats another nonce/.test(error.message)) throw error
    return null
  }
}
