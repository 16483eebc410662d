import type { Op } from '#contract/ops.ts'
import type { SyncRequest } from '#contract/sync.ts'
import type { SyncEffect } from '#machines/sync/state.ts'
import { Device } from './device.ts'
import { ModelServer } from './model.ts'
import { Rng } from './rng.ts'
import type { Fault, Reply, SimServer, StoredOp } from './server.ts'

/**
 * One seeded exam: two devices, a server, and a network that drops, doubles, delays and reorders; browsers and the
 * server crash at any step, also between an op's way to the disk and the sender's hearing of it; clocks jump, the
 * lease is taken over. At the end the network heals and everything must have arrived.
 */

interface Upward {
  device: Device
  boot: number
  request: SyncRequest
}
interface Downward {
  device: Device
  boot: number
  nonce: string
  reply: Reply
}

export interface ExamOptions {
  seed: number
  fault?: Fault
  /** The real apply instead of the model. */
  server?: SimServer
  steps?: number
}

/** Broken invariants in words; none where the exam went well. */
export async function playExam({
  seed,
  fault = 'none',
  server: given,
  steps = 60,
}: ExamOptions): Promise<string[]> {
  const rng = new Rng(seed)
  const server =
    given ??
    new ModelServer(
      'attempt',
      fault,
      () => rng.text(),
      (p) => rng.chance(p),
    )
  const devices = [new Device('device-a', rng, fault), new Device('device-b', rng, fault)] as const
  const harsh = rng.number()
  const up: Upward[] = []
  const down: Downward[] = []
  let now = 1_000
  const broken: string[] = []

  const run = (device: Device, effects: SyncEffect[]): void => {
    for (const effect of effects)
      if (effect.type === 'send') {
        const request = device.request(effect)
        if (request) up.push({ device, boot: device.boot, request })
      }
  }
  const askLease = async (device: Device, takeOver: boolean): Promise<void> => {
    const grant = await server.lease(device.id, takeOver, now, replaced(device))
    if (grant === 'held' || rng.chance(harsh * 0.2)) return
    run(device, device.grant(grant, now))
    run(device, device.feed({ type: 'tick', now }))
  }
  const carryUp = async (place: number, keep: boolean): Promise<void> => {
    const message = up[place]
    if (!message) return
    if (!keep) up.splice(place, 1)
    const reply = await server.sync(message.request, now)
    down.push({ device: message.device, boot: message.boot, nonce: message.request.nonce, reply })
  }
  const carryDown = (place: number, keep: boolean): void => {
    const message = down[place]
    if (!message) return
    if (!keep) down.splice(place, 1)
    // A page that was closed hears nothing.
    if (message.boot === message.device.boot && message.device.state)
      run(message.device, message.device.receive(message.nonce, message.reply, now))
  }
  const tick = (device: Device): void => run(device, device.feed({ type: 'tick', now }))

  await askLease(devices[0], false)
  for (let i = 0; i < steps; i++) {
    const device = rng.chance(0.75) ? devices[0] : devices[1]
    const action = rng.number()
    now += rng.below(400)
    if (rng.chance(0.6)) run(device, device.tell(now))
    if (action < 0.3) {
      if (device.canWrite) device.append(now)
      if (rng.chance(0.5)) run(device, device.tell(now))
    } else if (action < 0.5) await carryUp(rng.below(up.length), rng.chance(harsh * 0.3))
    else if (action < 0.68) carryDown(rng.below(down.length), rng.chance(harsh * 0.3))
    else if (action < 0.8) {
      const due = Math.min(...devices.map((d) => d.dueAt))
      if (due !== Infinity) now = Math.max(now, due)
      devices.forEach(tick)
    } else if (action < 0.8 + harsh * 0.06) up.splice(rng.below(up.length || 1), 1)
    else if (action < 0.8 + harsh * 0.12) down.splice(rng.below(down.length || 1), 1)
    else if (action < 0.94) {
      const sent = device.state?.inFlight
      if (sent && rng.chance(0.3))
        run(
          device,
          device.feed({
            type: 'failed',
            now,
            nonce: sent.nonce,
            why: rng.chance(0.5) ? 'network' : 'timeout',
          }),
        )
      else if (rng.chance(0.3)) run(device, device.feed({ type: 'wake', now }))
    } else if (action < 0.965) {
      device.crash()
      if (rng.chance(0.8)) {
        device.wakeUp(now)
        tick(device)
      }
    } else if (action < 0.975) broken.push(...(await crash(server, devices)))
    else if (action < 0.985) device.skew = rng.below(172_800_000) - 86_400_000
    else if (!device.disk || device.disk.leaseLost || rng.chance(0.3)) await askLease(device, rng.chance(0.5))
    if (device.wantsLease) await askLease(device, true)
  }

  server.crash()
  up.length = 0
  down.length = 0
  await heal()
  return [...broken, ...(await check(server, devices))]

  /** The network works from now on; browsers that were closed are opened again. */
  async function heal(): Promise<void> {
    for (const device of devices) {
      if (!device.state) device.wakeUp(now)
      while (device.hasUntold) run(device, device.tell(now))
      const sent = device.state?.inFlight
      if (sent) run(device, device.feed({ type: 'failed', now, nonce: sent.nonce, why: 'network' }))
    }
    for (let round = 0; round < 400; round++) {
      for (const device of devices) {
        run(device, device.feed({ type: 'wake', now }))
        if (device.wantsLease) await askLeaseSurely(device)
      }
      while (up.length > 0) await carryUp(0, false)
      while (down.length > 0) carryDown(0, false)
      if (up.length === 0 && devices.every(isDone)) return
      now += 1_000
    }
  }

  async function askLeaseSurely(device: Device): Promise<void> {
    const grant = await server.lease(device.id, true, now, replaced(device))
    if (grant !== 'held') run(device, device.grant(grant, now))
  }
}

/** A fork gives up the lease it came under. */
const replaced = (device: Device): string | undefined =>
  device.wantsLease ? device.disk?.lease.lease_id : undefined

function isDone(device: Device): boolean {
  const { state } = device
  if (!state || !device.disk) return true
  if (state.mode === 'forked') return false
  return state.mode === 'lease_lost'
    ? state.quarantinedSeq >= state.tail.seq
    : state.acked.seq === state.tail.seq
}

async function check(server: SimServer, devices: readonly Device[]): Promise<string[]> {
  const broken: string[] = []
  const { ops, quarantined } = await server.stored()
  const ids = new Set<string>()
  for (const op of ops) {
    if (ids.has(op.op_id)) broken.push(`op ${op.op_id} stands twice`)
    ids.add(op.op_id)
  }
  ops.forEach((op, place) => {
    if (op.seq !== place + 1) broken.push(`place ${place + 1} of the log holds seq ${op.seq}`)
  })
  const written = new Map(devices.flatMap((d) => [...d.written]))
  for (const op of ops)
    if (!written.has(op.lease_id)) broken.push(`seq ${op.seq} belongs to no device's lease`)
  const inLog = new Set(ops.map((op) => op.hash))
  const kept = new Set([...inLog, ...quarantined.map((q) => q.hash)])
  for (const device of devices) {
    for (const [lease, own] of device.written)
      broken.push(...checkLease(device, lease, own, ops, inLog, kept))
    // Each lease has one writer: whoever thinks otherwise has misread an answer.
    if (device.forks > 0) broken.push(`${device.id} took its log for a fork`)
    if (!isDone(device)) broken.push(`${device.id} is not done: ${JSON.stringify(device.state)}`)
  }
  return broken
}

/** The server is killed: whatever it acknowledged before stands when it is back, not only once a device sent it again. */
async function crash(server: SimServer, devices: readonly Device[]): Promise<string[]> {
  server.crash()
  const { ops, quarantined } = await server.stored()
  const inLog = new Set(ops.map((op) => op.hash))
  const kept = new Set([...inLog, ...quarantined.map((q) => q.hash)])
  return devices.flatMap((device) =>
    [...device.written].flatMap(([lease, own]) => lostAlthoughTold(device, lease, own, inLog, kept)),
  )
}

function lostAlthoughTold(
  { id, told, toldAside }: Device,
  lease: string,
  own: readonly Op[],
  inLog: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): string[] {
  const lost = (seq = 0, place: ReadonlySet<string>): string[] => {
    const gone = own.filter((op) => op.seq <= seq && !place.has(op.hash))
    return gone.length > 0 ? [`${id} was told that seq ${seq} is safe, and ${gone.length} ops are gone`] : []
  }
  return [...lost(told.get(lease), inLog), ...lost(toldAside.get(lease), kept)]
}

/** The log of each lease is a prefix of what the device wrote, and so is the log with what stands beside it. */
function checkLease(
  device: Device,
  lease: string,
  own: readonly Op[],
  ops: readonly StoredOp[],
  inLog: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): string[] {
  const { id, disk } = device
  const broken: string[] = []
  const stored = ops.filter((op) => op.lease_id === lease)
  if (!stored.every((op, i) => own[i]?.hash === op.hash))
    broken.push(`the server's ops of a lease of ${id} are no prefix of what it wrote`)
  const arrived = own.findIndex((op) => !kept.has(op.hash))
  const missing = arrived < 0 ? [] : own.slice(arrived)
  if (missing.some((op) => kept.has(op.hash))) broken.push(`an op of ${id} arrived without those before it`)
  broken.push(...lostAlthoughTold(device, lease, own, inLog, kept))
  if (missing.length > 0 && lease === disk?.lease.lease_id)
    broken.push(`${missing.length} ops of ${id} never arrived`)
  // Ops that a lease left behind when it was given up stand beside the log on the device.
  const aside = new Set(disk?.aside.map((op) => op.hash))
  const vanished = missing.filter((op) => !aside.has(op.hash))
  if (vanished.length > 0) broken.push(`${vanished.length} ops of ${id} are nowhere any more`)
  return broken
}
