import { createJailExecutor } from '#api/execution/jail/executor.ts'
import type { PistonEndpoint } from '#api/execution/piston/endpoint.ts'
import { createPistonExecutor } from '#api/execution/piston/executor.ts'
import type { Executor } from '#api/execution/port.ts'
import { type Figure, median, percentile, tell } from '../figures.ts'
import type { Found } from './boxes.ts'
import { BENCH_LANGUAGES, type BenchLanguage, IDLE, sieve, WORK } from './programs.ts'
import { jobsPerSecond, runWell, wallOf } from './runs.ts'

/** Boxes of this machine against the Piston servers that are set. */

const STARTS = 30
const JOBS = 30

export async function benchPiston(endpoints: PistonEndpoint[], rounds: number): Promise<Found> {
  if (endpoints.length === 0)
    return { figures: [], leftOut: ['Piston: PISTON_URL names no server, so its rows are left out.'] }
  const piston = createPistonExecutor({ endpoints })
  const boxes = createJailExecutor()
  try {
    const [there, here] = await Promise.all([piston.describe(), boxes.describe()])
    const ids = BENCH_LANGUAGES.filter((id) =>
      [there, here].every(({ languages }) => languages.some((one) => one.id === id)),
    )
    if (ids.length === 0)
      return { figures: [], leftOut: ['Piston: it and the boxes here have no language in common.'] }
    const figures: Figure[] = []
    for (const id of ids) figures.push(await start(boxes, piston, id))
    figures.push(await throughput(boxes, piston, ids, [here.slots, there.slots], rounds))
    return { figures, leftOut: [] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { figures: [], leftOut: [`Piston: its rows are left out, ${why}.`] }
  } finally {
    await Promise.all([piston.close(), boxes.close()])
  }
}

async function start(boxes: Executor, piston: Executor, id: BenchLanguage): Promise<Figure> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let n = -2; n < STARTS; n++) {
    const box = await wallOf(() => runWell(boxes, id, IDLE[id], ''))
    const there = await wallOf(() => runWell(piston, id, IDLE[id], ''))
    if (n < 0) continue
    ours.push(box)
    theirs.push(there)
  }
  const p50 = percentile(ours, 50)
  return {
    name: `${id}, box to Piston`,
    about: `a program that does nothing, from the call to its result; p50 of ${STARTS}.`,
    unit: 'ms',
    reference: percentile(theirs, 50),
    against: 'the same program at Piston, its way there included',
    ours: p50,
    ratio: p50 / percentile(theirs, 50),
    bar: 'none',
    met: null,
    notes: [`p95 ${tell(percentile(ours, 95))} ms, at Piston ${tell(percentile(theirs, 95))} ms`],
  }
}

async function throughput(
  boxes: Executor,
  piston: Executor,
  ids: readonly BenchLanguage[],
  [here, there]: readonly [number, number],
  rounds: number,
): Promise<Figure> {
  const idAt = (n: number): BenchLanguage => ids[n % ids.length] ?? 'javascript'
  const work = (executor: Executor) => (n: number) =>
    runWell(executor, idAt(n), sieve(idAt(n)), WORK.test[idAt(n)])
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await jobsPerSecond(JOBS, here, work(boxes)))
    theirs.push(await jobsPerSecond(JOBS, there, work(piston)))
  }
  const ratios = ours.map((jobs, n) => jobs / (theirs[n] ?? Number.NaN))
  return {
    name: 'a second, boxes to Piston',
    about: `programs of about a tenth of a second (${ids.join(', ')}), all slots busy (${here}).`,
    unit: 'per s',
    reference: median(theirs),
    against: `the same programs at Piston, all slots busy (${there})`,
    ours: median(ours),
    ratio: median(ratios),
    bar: 'none',
    met: null,
    rounds: ratios,
    notes: [],
  }
}
