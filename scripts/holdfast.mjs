#!/usr/bin/env node
// The program of this checkout: installs if needed, builds if stale, then does what is asked in this same process.
//   node scripts/holdfast.mjs [command]     --help lists the commands; none serves
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

// A folder is named from where the caller stands, but what is built lies here.
process.env.INIT_CWD ??= process.cwd()
process.chdir(root)
ensureInstalled()
const { build, buildServerIfStale } = await import('./build.mjs')
// The engine alone shows no pages.
await (process.argv[2] === 'engine' ? buildServerIfStale() : build())
endWithNpm()
await import('../dist/server/main.mjs')

/** A SIGTERM to npm alone ends npm and its shell, and not what they started: without them the server ends as well. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
