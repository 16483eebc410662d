import { join } from 'node:path'
import { machine, tell } from './figures.ts'
import { largeData } from './lists/data.ts'
import { BARS, measureLists } from './lists/measure.ts'

/** Measures every list and result call on large data. Arguments: the project's folder, --json, --rounds=40. */
const [root = '.', ...flags] = process.argv.slice(2)
const rounds = Number(flags.find((flag) => flag.startsWith('--rounds='))?.slice('--rounds='.length) ?? 40)
const migrations = join(root, 'db/migrations')

const begun = performance.now()
const data = await largeData(migrations, process.env.HOLDFAST_DATA, (line) => console.error(line))
const before = machine()
const figures = await measureLists(join(root, 'dist/bench-lists/listServer.mjs'), [data, migrations], rounds)
const after = machine()
const seconds = Math.round((performance.now() - begun) / 1000)

if (flags.includes('--json'))
  console.log(
    JSON.stringify({ machine: before, load_after: after.load, seconds, bars: BARS, ...figures }, null, 2),
  )
else {
  const { reference, calls, deep, streams } = figures
  console.log(`${before.cpus} × ${before.model}, Node ${before.node}; data in ${data}`)
  console.log(
    `load (1, 5, 15 min): ${before.load.join(', ')} before, ${after.load.join(', ')} after; ${seconds} s, ${rounds} rounds\n`,
  )
  const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')
  const lines = (head: string[], rows: string[][]): void => {
    for (const [name = '', ...cells] of [head, ...rows])
      console.log(`${name.padEnd(40)}${cells.map((cell) => cell.padStart(10)).join('')}`)
    console.log('')
  }
  lines(
    ['call', 'p50 ms', 'p95 ms', 'x ref.', 'cpu ms', `<= ${BARS.p95} ms`],
    [
      ['reference (getSession)', tell(reference.p50), tell(reference.p95), '1', '', ''],
      ...calls.map((f) => [
        f.name,
        tell(f.p50),
        tell(f.p95),
        f.ratio.toFixed(1),
        tell(f.cpu),
        verdict(f.met),
      ]),
    ],
  )
  lines(
    ['deep page to page 1', 'ratio', `<= ${BARS.deep}`],
    deep.map((f) => [f.name, f.ratio.toFixed(2), verdict(f.met)]),
  )
  lines(
    ['beside others', 'lines', 'seconds', 'stall ms', 'p99.9 ms', 'growth MB', ''],
    streams.map((f) => [
      f.name,
      tell(f.rows),
      tell(f.seconds),
      tell(f.stallMs),
      tell(f.stallP999Ms),
      tell(f.growthMb),
      verdict(f.met),
    ]),
  )
  console.log(
    `bars: stall <= ${BARS.stallMs} ms (median of the runs), growth <= ${BARS.growthMb} MB (largest run)`,
  )
}
