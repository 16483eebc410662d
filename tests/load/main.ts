import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchBackup } from './backup.ts'
import { benchBoot } from './boot.ts'
import { type Figure, machine, table } from './figures.ts'
import { benchSaves } from './saves.ts'

/** Runs the benches and tells what they found. Arguments: the project's folder, --json, --only=saves|boot|backup. */
const [root = '.', ...flags] = process.argv.slice(2)
const only = flags.find((flag) => flag.startsWith('--only='))?.slice('--only='.length)
const profile = process.env.BENCH_PROFILE
const built = join(root, 'dist/bench')
// Beside the data directory of a normal start, so that the same disk is measured.
const folder = mkdtempSync(join(root, 'dist/bench/data-'))
const places = {
  server: join(built, 'server.mjs'),
  raw: join(built, 'raw.mjs'),
  main: join(root, 'dist/server/main.mjs'),
  migrations: join(root, 'db/migrations'),
  folder,
  ...(profile && { node: ['--cpu-prof', `--cpu-prof-dir=${profile}`] }),
}

const before = machine()
const begun = performance.now()
const figures: Figure[] = []
try {
  if (!only || only === 'saves') figures.push(...(await benchSaves(places)))
  if (!only || only === 'boot') figures.push(...(await benchBoot(places)))
  if (!only || only === 'backup') figures.push(...(await benchBackup(places)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const after = machine()
const seconds = Math.round((performance.now() - begun) / 1000)
if (flags.includes('--json'))
  console.log(JSON.stringify({ machine: before, load_after: after.load, seconds, figures }, null, 2))
else {
  console.log(`${before.cpus} × ${before.model}, Node ${before.node}`)
  console.log(
    `load (1, 5, 15 min): ${before.load.join(', ')} before, ${after.load.join(', ')} after; ${seconds} s\n`,
  )
  console.log(table(figures))
}
