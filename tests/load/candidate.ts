import { openBench } from './candidate/bench.ts'
import { benchDrafts } from './candidate/drafts.ts'
import { benchDrain } from './candidate/drain.ts'
import { benchHour } from './candidate/hour.ts'
import { benchKeys } from './candidate/keys.ts'
import { benchLighthouse } from './candidate/lighthouse.ts'
import { benchReload } from './candidate/reload.ts'
import { benchScripts } from './candidate/scripts.ts'
import { benchWelcome } from './candidate/welcome.ts'
import { type Figure, machine, table, tell } from './figures.ts'

/**
 * Measures what the candidate's device does. Arguments: the project's folder, an empty folder for data, --json,
 * --rounds=5, --only=welcome,keys,….
 */
const [root = '.', data = '', ...flags] = process.argv.slice(2)
const flag = (name: string): string | undefined =>
  flags.find((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3)
const rounds = Number(flag('rounds') ?? 5)
const only = flag('only')?.split(',')

const benches = {
  scripts: benchScripts,
  welcome: benchWelcome,
  lighthouse: benchLighthouse,
  reload: benchReload,
  keys: benchKeys,
  drafts: benchDrafts,
  drain: benchDrain,
  hour: benchHour,
}
const unknown = only?.filter((name) => !(name in benches)) ?? []
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)

const begun = performance.now()
const bench = await openBench(root, data, rounds)
const before = machine()
const figures: Figure[] = []
try {
  for (const [name, measure] of Object.entries(benches)) {
    if (only && !only.includes(name)) continue
    const found = await measure(bench)
    for (const f of found)
      console.error(`${f.name}: ${tell(f.ours)} ${f.unit}, ${f.ratio.toFixed(2)} of the reference`)
    figures.push(...found)
  }
} finally {
  await bench.close()
}
const after = machine()
const seconds = Math.round((performance.now() - begun) / 1000)
if (flags.includes('--json'))
  console.log(JSON.stringify({ machine: before, load_after: after.load, seconds, rounds, figures }, null, 2))
else {
  console.log(`${before.cpus} × ${before.model}, Node ${before.node}, ${bench.browserVersion}`)
  console.log(
    `load (1, 5, 15 min): ${before.load.join(', ')} before, ${after.load.join(', ')} after; ${seconds} s, ${rounds} rounds\n`,
  )
  console.log(table(figures))
}
