#!/usr/bin/env node
// Records a begun test with the build of a checkout, for tests/e2e/candidate/begun.test.ts: what is to become of it
// with every later build. `node scripts/record-begun.mjs <checkout> <name>`; the checkout is installed and built.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

const [checkout, name] = process.argv.slice(2)
if (!checkout || !name || !existsSync(join(checkout, 'dist/server/main.mjs'))) {
  console.error('Say which checkout, with its build, and the name of the recording:')
  console.error('  node scripts/record-begun.mjs ../holdfast-before 2026-11-before-the-new-log')
  process.exit(1)
}
ensureInstalled()
await ensureChromium()
const recorder = join(root, 'tests/e2e/support/recordBegun.ts')
const done = spawnSync(process.execPath, ['--import', 'tsx', recorder, resolve(checkout), name], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = done.status ?? 1
