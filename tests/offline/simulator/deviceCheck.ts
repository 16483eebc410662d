import type { LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import type { SimServer } from './server.ts'

/** An op that the page called kept on this device. */
export type Kept = Pick<OpRecord, 'type' | 'key' | 'body' | 'hash'>

type Stored = Awaited<ReturnType<SimServer['stored']>>

/** Broken invariants in words, after the network has healed. */
export async function checkDevice(
  db: LocalDatabase,
  { ops, quarantined }: Stored,
  kept: readonly Kept[],
): Promise<string[]> {
  const broken: string[] = []
  const own = await db.ops.toArray()
  const aside = await db.aside.toArray()
  const written = new Map([...aside, ...own].map((op) => [op.hash, op]))
  const inLog = new Set(ops.map((op) => op.hash))
  const beside = new Set(quarantined.map((op) => op.hash))
  const arrived = (op: OpRecord): boolean => inLog.has(op.hash) || beside.has(op.hash)

  if (new Set(ops.map((op) => op.op_id)).size < ops.length) broken.push('an op stands twice in the log')
  if (ops.some((op, place) => op.seq !== place + 1)) broken.push('the log has a hole')
  for (const op of ops) if (!written.has(op.hash)) broken.push(`seq ${op.seq} was never written here`)
  for (const op of kept) if (!written.has(op.hash)) broken.push(`a ${op.type} that was kept here is gone`)
  for (const op of own) {
    if (!arrived(op)) broken.push(`seq ${op.seq} never arrived`)
    if (op.acked_at !== null && !inLog.has(op.hash)) broken.push(`seq ${op.seq} was shown as saved`)
  }
  for (const lease of new Set([...written.values()].map((op) => op.lease_id))) {
    const its = [...written.values()].filter((op) => op.lease_id === lease).sort((a, b) => a.seq - b.seq)
    const end = its.findIndex((op) => !arrived(op))
    if (end >= 0 && its.slice(end).some(arrived)) broken.push('an op arrived without those before it')
  }

  const log = ops.flatMap(({ hash }) => written.get(hash) ?? [])
  const besideLog = [...beside].flatMap((hash) => written.get(hash) ?? [])
  broken.push(...checkStanding(log, besideLog, kept), ...checkNewest(log, besideLog, kept))
  return broken
}

/** Ops that happened by themselves are there once. */
function checkStanding(
  log: readonly OpRecord[],
  beside: readonly OpRecord[],
  kept: readonly Kept[],
): string[] {
  const broken: string[] = []
  for (const { body } of kept.filter((op) => op.type === 'focus_lost')) {
    const times = log.filter((op) => op.type === 'focus_lost' && op.body === body).length
    if (times > 1) broken.push(`${body} counts ${times} times`)
    if (times === 0 && !beside.some((op) => op.body === body))
      broken.push(`${body} was kept on the device and is gone`)
  }
  return broken
}

/** The newest value of each key that was kept is the newest one that arrived. */
function checkNewest(log: readonly OpRecord[], beside: readonly OpRecord[], kept: readonly Kept[]): string[] {
  const nameOf = ({ type, key }: Pick<Kept, 'type' | 'key'>): string => `${type} ${key}`
  const newestKept = new Map(kept.filter((op) => op.type !== 'focus_lost').map((op) => [nameOf(op), op]))
  const newestInLog = new Map(log.map((op) => [nameOf(op), op]))
  return [...newestKept].flatMap(([name, op]) =>
    newestInLog.get(name)?.body === op.body || beside.some((o) => nameOf(o) === name && o.body === op.body)
      ? []
      : [`the newest ${name} that was kept on the device is gone`],
  )
}
