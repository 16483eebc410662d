#!/usr/bin/env node
// Brings the product up from a fresh clone: installs if needed, builds if stale, then serves in this same process.
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
await import('../dist/server/main.mjs')
endWithNpm()

/** A SIGTERM to npm alone ends npm and its shell, and not what they started: without them the server ends as well. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
