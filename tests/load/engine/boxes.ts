import { readFileSync } from 'node:fs'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import type { FoundToolchain } from '#api/execution/jail/find.ts'
import type { Executor } from '#api/execution/port.ts'
import { type Figure, median, percentile, tell } from '../figures.ts'
import { type BareProgram, clockBare, prepareBare, spawnBare, toolchainsHere } from './bare.ts'
import { ASLEEP, BENCH_LANGUAGES, type BenchLanguage, ENDLESS, IDLE, sieve, WORK } from './programs.ts'
import { jobsPerSecond, runOnce, runWell, wallOf } from './runs.ts'

/** Boxes against the same programs without one. */

const NAMES = { cpp: 'C++', python: 'Python', javascript: 'Node' } as const
const STARTS = 200
const KILLS = 12
const LIMIT_MS = 300
const JOBS = 60

export interface Found {
  figures: Figure[]
  /** What could not be measured here, and why. */
  leftOut: string[]
}

/** @param rounds in how many turns ours and the reference are measured */
export async function benchBoxes(rounds: number): Promise<Found> {
  const executor = createJailExecutor()
  try {
    const { languages, lacks = [], slots, isolation } = await executor.describe()
    if (languages.length === 0) return { figures: [], leftOut: lacks.map((why) => `Boxes: ${why}.`) }
    const toolchains = await toolchainsHere()
    const found = BENCH_LANGUAGES.flatMap((id) => toolchains.filter(({ toolchain }) => toolchain.id === id))
    const here = found.map(({ toolchain }) => toolchain.id as BenchLanguage)
    const leftOut = BENCH_LANGUAGES.filter((id) => !here.includes(id)).map(
      (id) => `${NAMES[id]} in a box: this machine has no toolchain.`,
    )
    const bare = new Map(found.map((one) => [one.toolchain.id, prepareBare(one, sieve(idOf(one)))]))
    const bareOf = (id: BenchLanguage): BareProgram => {
      const program = bare.get(id)
      if (!program) throw new Error(`${id} was not made ready`)
      return program
    }
    try {
      const figures: Figure[] = []
      for (const id of here) figures.push(await speed(executor, id, bareOf(id), rounds))
      const [first] = found
      if (first) figures.push(await start(executor, first, isolation ?? ''))
      figures.push(await throughput(executor, here, bareOf, slots, rounds))
      if (here.includes('javascript')) figures.push(await kills(executor))
      return { figures, leftOut }
    } finally {
      for (const program of bare.values()) program.remove()
    }
  } finally {
    await executor.close()
  }
}

const idOf = ({ toolchain }: FoundToolchain): BenchLanguage => toolchain.id as BenchLanguage

async function speed(
  executor: Executor,
  id: BenchLanguage,
  bare: BareProgram,
  rounds: number,
): Promise<Figure> {
  const stdin = WORK.second[id]
  const [boxed, alone]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    const box = await runWell(executor, id, sieve(id), stdin)
    const reference = await clockBare(bare, stdin)
    if (box.stdout !== reference.stdout) throw new Error(`${id} printed something else in its box`)
    if (round < 0) continue
    boxed.push(box.cpuMs)
    alone.push(reference.cpuMs)
  }
  const ratios = boxed.map((ms, n) => ms / (alone[n] ?? Number.NaN))
  const ratio = median(ratios)
  return {
    name: `${NAMES[id]} in a box`,
    about: 'processor time of a sieve of about a second, in a box.',
    unit: 'ms',
    reference: median(alone),
    against:
      id === 'cpp' ? 'the same program compiled with the same g++ -O2, by itself' : 'the same, by itself',
    ours: median(boxed),
    ratio,
    bar: '<= 1.1',
    met: ratio <= 1.1,
    rounds: ratios,
    notes: [],
  }
}

/** Begins and ends boxes one after the other: the way of every test of a submission. */
async function start(executor: Executor, of: FoundToolchain, isolation: string): Promise<Figure> {
  const id = idOf(of)
  const idle = prepareBare(of, IDLE[id])
  try {
    const [boxed, alone]: [number[], number[]] = [[], []]
    let ticks = 0
    for (let n = -5; n < STARTS; n++) {
      const before = ticksOfEnded()
      const ours = await wallOf(() => runWell(executor, id, IDLE[id], ''))
      const after = ticksOfEnded()
      const reference = await wallOf(() => spawnBare(idle, ''))
      if (n < 0) continue
      ticks += after - before
      boxed.push(ours)
      alone.push(reference)
    }
    const p50 = percentile(boxed, 50)
    return {
      name: 'a box',
      about: `a program that does nothing, from the call to its result: box, start, end; p50 of ${STARTS}.`,
      unit: 'ms',
      reference: percentile(alone, 50),
      against: 'the same program started by itself',
      ours: p50,
      ratio: p50 / percentile(alone, 50),
      bar: '<= 15 ms',
      met: p50 <= 15,
      notes: [
        `p95 ${tell(percentile(boxed, 95))} ms, by itself ${tell(percentile(alone, 95))} ms`,
        `processor time of a box: ${tell((10 * ticks) / STARTS)} ms, which hardly depends on what else runs`,
        ...(isolation ? [isolation] : []),
      ],
    }
  } finally {
    idle.remove()
  }
}

/** Processor time of all children that have ended, and of theirs; a tick has ten milliseconds. */
function ticksOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[13]) + Number(fields[14])
}

async function throughput(
  executor: Executor,
  here: readonly BenchLanguage[],
  bareOf: (id: BenchLanguage) => BareProgram,
  slots: number,
  rounds: number,
): Promise<Figure> {
  const idAt = (n: number): BenchLanguage => here[n % here.length] ?? 'javascript'
  const [boxed, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    boxed.push(
      await jobsPerSecond(JOBS, slots, (n) => runWell(executor, idAt(n), sieve(idAt(n)), WORK.test[idAt(n)])),
    )
    alone.push(await jobsPerSecond(JOBS, slots, (n) => spawnBare(bareOf(idAt(n)), WORK.test[idAt(n)])))
  }
  const ratios = boxed.map((jobs, n) => jobs / (alone[n] ?? Number.NaN))
  const ratio = median(ratios)
  return {
    name: 'boxes a second',
    about: `programs of about a tenth of a second (${here.map((id) => NAMES[id]).join(', ')}), all slots busy (${slots}).`,
    unit: 'per s',
    reference: median(alone),
    against: 'the same programs started by themselves, as many at a time',
    ours: median(boxed),
    ratio,
    bar: '>= 0.7',
    met: ratio >= 0.7,
    rounds: ratios,
    notes: [],
  }
}

/** How long after its limit a program that never ends is gone: by processor time, and by wall time while it sleeps. */
async function kills(executor: Executor): Promise<Figure> {
  const [late, lateAsleep]: [number[], number[]] = [[], []]
  for (let n = 0; n < KILLS; n++) {
    const busy = await runOnce(executor, 'javascript', ENDLESS, '', { cpuMs: LIMIT_MS, wallMs: 60_000 })
    if (busy.outcome !== 'time_limit') throw new Error(`An endless program ended as ${busy.outcome}`)
    late.push((busy.cpuMs ?? Number.NaN) - LIMIT_MS)
    const limits = { cpuMs: 10_000, wallMs: LIMIT_MS }
    const asleep = await wallOf(() => runOnce(executor, 'javascript', ASLEEP, '', limits))
    lateAsleep.push(asleep - LIMIT_MS)
  }
  const longest = Math.max(...late, ...lateAsleep)
  return {
    name: 'killed',
    about: `a program that never ends, after its limit of ${LIMIT_MS} ms: the longest of ${2 * KILLS}.`,
    unit: 'ms',
    reference: LIMIT_MS,
    against: 'the limit itself',
    ours: longest,
    ratio: longest / LIMIT_MS,
    bar: '<= 100 ms',
    met: longest <= 100,
    notes: [
      `processor time beyond the limit: p50 ${tell(percentile(late, 50))} ms, longest ${tell(Math.max(...late))} ms`,
      `asleep, wall time beyond it with the box's own way: p50 ${tell(percentile(lateAsleep, 50))} ms, longest ${tell(Math.max(...lateAsleep))} ms`,
    ],
  }
}
