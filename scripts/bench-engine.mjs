#!/usr/bin/env node
// Measures the engines against the same programs started by themselves and tells what it found; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are.
import { spawnSync } from 'node:child_process'
import { buildServerIfStale } from './build.mjs'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
await buildServerIfStale()
const program = await bundleLoad('dist/bench-engine', ['engine'])
const done = spawnSync(process.execPath, [program('engine'), root, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
if (done.status !== 0) console.error('The benchmark could not be run to its end; the lines above say why.')
