import { type Candidate, requireApplied, startAll, stockUp } from './candidates.ts'
import { Child, type Seeded } from './child.ts'
import { syncTime } from './disk.ts'
import { type Figure, median, tell } from './figures.ts'
import { type Lane, openLane, type Pumped, pump } from './pump.ts'

/** The hot path over real HTTP: our server, the same with one commit a request, and node:http alone, in turns. */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const CONNECTIONS = 256
const BATCHERS = 32
const BATCH_OPS = 50
const ROUND_MS = 1_000
/** More than a connection can send in a round. */
const RAW_STOCK = 2_000

interface Place {
  child: Child<{ port: number }>
  /** Writes what the pass will send. */
  prepare(): void
  /** One pass of a round. */
  pass(): Promise<Pumped>
}
interface Measured {
  rates: number[]
  /** CPU milliseconds of the server's process for 1,000 requests. */
  costs: number[]
  /** Share of one core the server's process used. */
  busy: number[]
}

async function inTurns(places: readonly Place[]): Promise<Measured[]> {
  const found = places.map((): Measured => ({ rates: [], costs: [], busy: [] }))
  for (let round = -1; round < ROUNDS; round++)
    for (const [i, place] of places.entries()) {
      place.prepare()
      const before = await place.child.cpu()
      const { rate, answers, ms } = await place.pass()
      const cpu = (await place.child.cpu()) - before
      // The first round warms up.
      if (round < 0) continue
      found[i]?.rates.push(rate)
      found[i]?.costs.push((cpu / answers) * 1000)
      found[i]?.busy.push(cpu / ms)
    }
  return found
}

export interface Scripts {
  server: string
  raw: string
  migrations: string
  /** A folder on the disk to measure. */
  folder: string
  /** Options of node for our server, for profiling. */
  node?: string[]
}

export async function benchSaves(scripts: Scripts): Promise<Figure[]> {
  const server = (name: string, people: number, group: string, node: string[] = []) =>
    Child.start<Seeded>(
      scripts.server,
      [`${scripts.folder}/${name}`, scripts.migrations, `${people}`, group],
      node,
    )
  const grouped = await server('grouped', CONNECTIONS + BATCHERS, 'all', scripts.node)
  const alone = await server('alone', CONNECTIONS, '1')
  const everybody = await startAll(grouped)
  const loners = await startAll(alone)
  const savers = everybody.slice(BATCHERS)
  const batchers = everybody.slice(0, BATCHERS)
  const { bytes, answerBytes } = await sampleSave(grouped, savers)
  const raw = await Child.start<{ port: number }>(scripts.raw, [`${answerBytes}`])
  const rawLanes = await Promise.all(savers.map(() => openLane(raw.served.port)))
  const ours = (child: Child<Seeded>, who: Candidate[], each: { requests: number; ops: number }): Place => ({
    child,
    prepare: () => stockUp(child, who, each),
    async pass() {
      const pumped = await pump(lanesOf(who), ROUND_MS)
      requireApplied(who)
      return pumped
    },
  })
  const rawPlace: Place = {
    child: raw,
    prepare() {
      for (const lane of rawLanes) lane.stock = new Array(RAW_STOCK).fill(bytes)
    },
    pass: () => pump(rawLanes, ROUND_MS),
  }
  const [rawRates, save, single] = await inTurns([
    rawPlace,
    ours(grouped, savers, { requests: 140, ops: 1 }),
    ours(alone, loners, { requests: 60, ops: 1 }),
  ])
  const fsync = syncTime(scripts.folder, 200)
  const [rawAgain, batch] = await inTurns([
    rawPlace,
    ours(grouped, batchers, { requests: 40, ops: BATCH_OPS }),
  ])
  await Promise.all([grouped.stop(), alone.stop(), raw.stop()])
  if (!rawRates || !save || !single || !rawAgain || !batch) throw new Error('Nothing was measured')
  const batchOps = {
    ...batch,
    rates: batch.rates.map((rate) => rate * BATCH_OPS),
    costs: batch.costs.map((ms) => ms / BATCH_OPS),
  }
  return [
    {
      name: 'save',
      about: `one op a request, ${CONNECTIONS} connections, fsync before the answer, receipt included.`,
      ...compare(rawRates, save),
      unit: 'requests/s',
      against: 'node:http that reads and answers JSON of the same sizes, no database',
      bar: '>= 0.30',
      met: ratioOf(rawRates, save) >= 0.3,
    },
    {
      name: 'batch',
      about: `${BATCH_OPS} ops a request, ${BATCHERS} connections, each its own chain.`,
      ...compare(rawAgain, batchOps),
      unit: 'ops/s',
      against: 'requests/s of the same node:http, one op each',
      bar: '>= 1.20',
      met: ratioOf(rawAgain, batchOps) >= 1.2,
    },
    {
      name: 'group',
      about: 'the save of above; many requests share one commit.',
      ...compare(single, save),
      unit: 'requests/s',
      against: 'our own server with one commit a request',
      bar: '>= 4',
      met: ratioOf(single, save) >= 4,
      notes: [
        `the disk's fsync: ${tell(fsync)} ms (median of 200 writes of 4 KB with fdatasync)`,
        ...compare(single, save).notes,
      ],
    },
  ]
}

const lanesOf = (who: readonly Candidate[]): Lane[] => who.map(({ lane }) => lane)

const ratioOf = (reference: Measured, ours: Measured): number =>
  median(ours.rates.map((rate, i) => rate / (reference.rates[i] ?? Number.NaN)))

function compare(reference: Measured, ours: Measured) {
  const cost = (m: Measured): string =>
    `${tell(median(m.costs))} ms of CPU for 1,000, ${Math.round(median(m.busy) * 100)} % of a core`
  return {
    reference: median(reference.rates),
    ours: median(ours.rates),
    ratio: ratioOf(reference, ours),
    rounds: ours.rates.map((rate, i) => rate / (reference.rates[i] ?? Number.NaN)),
    notes: [`the server's process: reference ${cost(reference)}, ours ${cost(ours)}`],
  }
}

/** One save sent for real: the bytes of the request, and how many its answer has. */
async function sampleSave(child: Child<Seeded>, savers: Candidate[]) {
  const [first] = savers
  if (!first) throw new Error('Nobody was invited')
  stockUp(child, [first], { requests: 1, ops: 1 })
  const [bytes] = first.lane.stock
  if (!bytes) throw new Error('Nothing was written')
  await pump([first.lane], ROUND_MS)
  requireApplied([first])
  return { bytes, answerBytes: Buffer.byteLength(first.lane.answer) }
}
