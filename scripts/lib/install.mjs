// Installs the packages of the lock file where they are not there yet. Uses nothing outside Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stamp.mjs'

const stampFile = join(root, 'node_modules/.holdfast-installed')

/** A lock older than this was left by a command that was killed. */
const STALE_LOCK_MS = 900_000

export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Holdfast needs Node 20.19 or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.versions.modules)
    .digest('hex')
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
  if (isInstalled()) return
  const unlock = lock()
  // Leaving the process would skip a finally, and the next command would wait for a lock nobody holds.
  const installed = isInstalled() || install(wanted)
  unlock()
  if (installed) return
  console.error('The packages could not be installed; the lines above say why.')
  process.exit(1)
}

/** Two commands at once must not install into the same folder: the second one waits for the first. */
function lock() {
  const folder = join(root, '.installing')
  const nap = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      mkdirSync(folder)
      return () => rmSync(folder, { recursive: true, force: true })
    } catch {
      const age = existsSync(folder) ? Date.now() - statSync(folder).mtimeMs : 0
      if (age > STALE_LOCK_MS) rmSync(folder, { recursive: true, force: true })
      else Atomics.wait(nap, 0, 0, 500)
    }
  }
}

function install(wanted) {
  // On stderr: what a command prints may be read by another program.
  console.error('Installing packages (once; this takes a minute or two) …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  if (done.status === 0) writeFileSync(stampFile, wanted)
  return done.status === 0
}
