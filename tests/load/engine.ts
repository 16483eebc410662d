import { join } from 'node:path'
import { readConfig } from '#api/config.ts'
import { benchBoxes, type Found } from './engine/boxes.ts'
import { benchEmbedded } from './engine/embedded.ts'
import { benchPiston } from './engine/piston.ts'
import { machine, table } from './figures.ts'

/**
 * Measures the engines against the same programs by themselves. Arguments: the project's folder, --json, --rounds=7,
 * --only=boxes|embedded|piston.
 */
const [root = '.', ...flags] = process.argv.slice(2)
const flag = (name: string): string | undefined =>
  flags.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const rounds = Number(flag('rounds') ?? 7)
const only = flag('only')
const { PISTON_URL } = process.env
const { piston } = readConfig({ HOLDFAST_DATA: '.', ...(PISTON_URL && { PISTON_URL }) })

const before = machine()
const begun = performance.now()
const parts: Found[] = []
if (!only || only === 'boxes') parts.push(await benchBoxes(rounds))
if (!only || only === 'embedded') parts.push(await benchEmbedded(join(root, 'dist/server/engine-child.mjs')))
if (!only || only === 'piston') parts.push(await benchPiston(piston, rounds))
const after = machine()
const seconds = Math.round((performance.now() - begun) / 1000)
const figures = parts.flatMap((part) => part.figures)
const leftOut = parts.flatMap((part) => part.leftOut)
if (flags.includes('--json'))
  console.log(
    JSON.stringify({ machine: before, load_after: after.load, seconds, figures, left_out: leftOut }, null, 2),
  )
else {
  console.log(`${before.cpus} × ${before.model}, Node ${before.node}`)
  console.log(
    `load (1, 5, 15 min): ${before.load.join(', ')} before, ${after.load.join(', ')} after; ${seconds} s\n`,
  )
  if (figures.length > 0) console.log(table(figures))
  for (const line of leftOut) console.log(line)
}
