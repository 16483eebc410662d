#!/usr/bin/env node
// Measures an import of 5,000 questions while candidates save; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildServerIfStale } from './build.mjs'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
await buildServerIfStale()
const program = await bundleLoad('dist/bench-import', ['imports', 'server'])
// The thread that reads files lies beside the server that starts it.
copyFileSync('dist/server/import-worker.mjs', 'dist/bench-import/import-worker.mjs')
const data = mkdtempSync(join(root, 'dist/bench-import/data-'))
const done = spawnSync(
  process.execPath,
  [program('imports'), program('server'), data, join(root, 'db/migrations'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
rmSync(data, { recursive: true, force: true })
if (done.status !== 0) console.error('The benchmark could not be run to its end; the lines above say why.')
