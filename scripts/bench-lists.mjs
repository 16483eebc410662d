#!/usr/bin/env node
// Measures the lists and results on large data and tells what it found; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are.
import { spawnSync } from 'node:child_process'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const program = await bundleLoad('dist/bench-lists', ['lists', 'listServer'])
const done = spawnSync(process.execPath, [program('lists'), root, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
if (done.status !== 0) console.error('The benchmark could not be run to its end; the lines above say why.')
