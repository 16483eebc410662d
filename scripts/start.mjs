#!/usr/bin/env node
// Brings the product up from a fresh clone: installs if needed, builds if stale, then serves in this same process.
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
await import('../dist/server/main.mjs')
