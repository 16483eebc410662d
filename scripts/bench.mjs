#!/usr/bin/env node
// Measures the server against references in the same run and tells what it found; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
rmSync(join(root, 'dist/bench'), { recursive: true, force: true })
const program = await bundleLoad('dist/bench', ['main', 'server', 'raw'])
const done = spawnSync(process.execPath, [program('main'), root, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
if (done.status !== 0) console.error('The benchmark could not be run to its end; the lines above say why.')
