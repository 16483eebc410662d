import { vi } from 'vitest'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import { deviceId } from '#pwa/attempt/db/device.ts'
import { attemptOf, type Breaking, breakWrites, openStorage } from '../../factories/deviceStorage.ts'
import { checkDevice, type Kept } from './deviceCheck.ts'
import { Network } from './network.ts'
import { Page } from './page.ts'
import type { Rng } from './rng.ts'
import type { SimServer } from './server.ts'

/** So long after the line is back everything has arrived, in seconds. G6 of the promises. */
const ALL_SENT_S = 60

/**
 * One seeded exam of what a candidate's browser really runs: the log and the sender over storage in memory, against
 * the real apply. The line fails in every way, the disk refuses writes, the browser is killed at any turn. Then the
 * network heals and everything must have arrived. The caller fakes the timers and gives the network its fetch.
 */
export async function playDeviceExam(
  seed: number,
  rng: Rng,
  server: SimServer,
  connect: (network: Network) => void,
): Promise<string[]> {
  const network = new Network(server, rng, rng.number() * 0.7)
  connect(network)
  const name = `exam-${seed}`
  const attemptId = await begin(name, server)
  const refusals = rng.chance(0.5) ? 0 : rng.number() * 0.1
  let healed = false
  const disk = breakWrites('attempts', () => (!healed && rng.chance(refusals) ? somewhere(rng) : null))
  const kept: Kept[] = []
  let count = 0
  const broken: string[] = []
  let rebased = 0
  const load = () => Page.open(name, attemptId, network, () => void rebased++)
  let page = await load()

  const entries = (): NewEntry[] => Array.from({ length: 1 + rng.below(2) }, () => entryOf(rng, ++count))
  const append = async (): Promise<void> => {
    const wanted = entries()
    const written = await page.append(wanted)
    kept.push(...written.map((op) => ({ type: op.type, key: op.key, body: op.body, hash: op.hash })))
  }
  const restart = async (): Promise<void> => {
    await page.kill()
    page = await load()
  }
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
    await page.settle()
    if (!(await page.hasWrittenAcks())) broken.push('an ack was told that is not written')
    broken.push(...(await page.screen.faults(await heldBy(server))))
  }

  for (let i = 0; i < 24; i++) {
    const action = rng.number()
    if (action < 0.4) {
      if (page.isWriter) await append()
      if (rng.chance(0.5)) page.tell()
    } else if (action < 0.75) await pass([100, 300, 1_000, 5_000, 20_000][rng.below(5)] ?? 0)
    else if (action < 0.8) page.sender.wake()
    else if (action < 0.92) {
      // Killed in the middle of what it does, some turns of the event loop after it began.
      const writing = page.isWriter && rng.chance(0.5) ? append() : Promise.resolve()
      if (rng.chance(0.5)) page.sender.wake()
      for (let turn = rng.below(30); turn > 0; turn--) await new Promise(setImmediate)
      await restart()
      await writing
    } else if (action < 0.95) await network.deliverCopy()
    else if (action < 0.98) {
      page.reopen()
    } else if (rng.chance(0.3)) await server.lease('another device', true, Date.now())
  }

  // A long outage before the end: whoever waits longer after each failure waits longest now.
  if (rng.chance(0.5)) {
    network.harsh = 1
    for (let minute = rng.below(20); minute > 0; minute--) await pass(60_000)
  }

  healed = true
  network.harsh = 0
  if (rng.chance(0.5)) await restart()
  page.tell()
  // Nobody wakes the sender: a line that comes back says so to no page.
  for (let second = 0; second < ALL_SENT_S && !(await isDone(page, attemptId)); second++) await pass(1_000)
  broken.push(...(await checkDevice(page.db, await server.stored(), kept)))
  if (rebased > network.forks) broken.push('the log was begun anew without need')
  if (!(await isDone(page, attemptId))) broken.push(`not done: ${JSON.stringify(page.sender.state)}`)
  await page.kill()
  disk.mend()
  return broken
}

/** The start: the lease is in the storage before anything is written. */
async function begin(name: string, server: SimServer): Promise<string> {
  const db = openStorage(name)
  const lease = await server.lease(await deviceId(db), false, Date.now())
  if (lease === 'held') throw new Error('somebody else began this exam')
  await db.attempts.add(attemptOf(lease))
  db.close()
  return lease.attempt_id
}

const somewhere = (rng: Rng): Breaking => (rng.chance(0.5) ? 'commit' : rng.below(12))

/** A choice, sometimes of a question that is not there, or something that happened by itself. */
function entryOf(rng: Rng, count: number): NewEntry {
  if (rng.chance(0.2)) return { type: 'focus_lost', key: '', body: { ms: count } }
  const question_id = rng.chance(0.1) ? 999 : 1 + rng.below(3)
  const selected_options = [question_id === 999 ? 1 : (question_id - 1) * 10 + 1 + rng.below(10)]
  const type = rng.chance(0.7) ? 'mcq_save' : 'mcq_select'
  return { type, key: `mcq:${question_id}`, body: { question_id, selected_options } }
}

async function heldBy(server: SimServer): Promise<(hash: string) => boolean> {
  const { ops, quarantined } = await server.stored()
  const hashes = new Set([...ops, ...quarantined].map(({ hash }) => hash))
  return (hash) => hashes.has(hash)
}

async function isDone(page: Page, attemptId: string): Promise<boolean> {
  const { mode, acked, tail, quarantinedSeq } = page.sender.state
  const attempt = await page.db.attempts.get(attemptId)
  if (mode === 'lease_lost') return quarantinedSeq >= (attempt?.tail_seq ?? 0)
  return mode === 'open' && acked.seq === tail.seq && acked.seq === attempt?.tail_seq
}
