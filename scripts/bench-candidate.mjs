#!/usr/bin/env node
// Measures the candidate's pages in a real browser and tells what it found; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are, and with an error where a page did not do its work.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { buildReferencePages } from './lib/referencePages.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
await build()
await ensureChromium()
const program = await bundleLoad('dist/bench-candidate', ['candidate', 'candidatePages'])
await buildReferencePages('dist/bench-candidate/pages')
const data = mkdtempSync(join(root, 'dist/bench-candidate/data-'))
const done = spawnSync(process.execPath, [program('candidate'), root, data, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
rmSync(data, { recursive: true, force: true })
if (done.status !== 0) {
  console.error('The benchmark could not be run to its end; the lines above say why.')
  process.exitCode = 1
}
