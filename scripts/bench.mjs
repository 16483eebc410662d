#!/usr/bin/env node
// Measures the server against references in the same run and tells what it found; see docs/benchmarks.md.
// A benchmark reports: it ends with 0 whatever the figures are.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
await bundle()
const done = spawnSync(
  process.execPath,
  [join(root, 'dist/bench/main.mjs'), root, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
if (done.status !== 0) console.error('The benchmark could not be run to its end; the lines above say why.')

/** As the server itself is built, so that what is measured is what is served. */
async function bundle() {
  const { rolldown } = await import('rolldown')
  rmSync(join(root, 'dist/bench'), { recursive: true, force: true })
  for (const name of ['main', 'server', 'raw']) {
    const made = await rolldown({
      cwd: root,
      input: `tests/load/${name}.ts`,
      platform: 'node',
      external: [/^node:/, /^[^./#]/],
    })
    await made.write({
      dir: 'dist/bench',
      entryFileNames: `${name}.mjs`,
      format: 'esm',
      codeSplitting: false,
    })
    await made.close()
  }
}
