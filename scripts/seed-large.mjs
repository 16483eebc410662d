#!/usr/bin/env node
// Builds a data directory with 10⁵ candidates, 10⁶ answers and 10⁴ drives, in HOLDFAST_DATA or a temporary one.
import { spawnSync } from 'node:child_process'
import { bundleLoad } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const program = await bundleLoad('dist/seed-large', ['seedLarge'])
const done = spawnSync(process.execPath, [program('seedLarge'), root], { stdio: 'inherit' })
process.exitCode = done.status ?? 1
