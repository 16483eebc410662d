#!/usr/bin/env node
// Runs what depends on the place it runs at, at other places: paths of other lengths, time zones, languages, users.
//   npm run test:anywhere            every place
//   npm run test:anywhere -- 8 120   those with paths of such lengths
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { openScreen } from './lib/screen.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()

/** The engine's way of starting, what dates and texts become, files and their owners, and one whole test in a browser. */
const sensitive = [
  'tests/unit',
  'tests/integration/execution',
  'tests/integration/mail',
  'tests/integration/db',
  'tests/integration/api/data-directory.test.ts',
  'tests/integration/api/start-files.test.ts',
  'tests/e2e/candidate/journey.test.ts',
]
const NOBODY = 65534

/** The shortest path has room for the folder of temporary files and three letters. */
const places = [
  { length: 8, TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', isOrdinaryUser: true },
  { length: 20, TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8', hasScreen: true },
  { length: 62, TZ: 'Asia/Kolkata', LC_ALL: 'C', isWithoutTracer: true },
  { length: 120, TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', isOrdinaryUser: true },
]

const must = (command, ...args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

/** A folder that is not there yet, whose path has so many characters; parts are kept below what a file system takes. */
function pathOf(length) {
  let folder = tmpdir()
  while (length - folder.length > 101) folder = join(folder, 'l'.repeat(60))
  const rest = length - folder.length - 1
  if (rest < 3) throw new Error(`No path of ${length} characters fits below ${folder}`)
  for (let n = 0; n < 1_000; n++) {
    const path = join(folder, n.toString(36).padStart(rest, 'h'))
    if (!existsSync(path)) return path
  }
  throw new Error(`No path of ${length} characters is free`)
}

/** The sources, and the packages by links where the file system has them. */
function copyTo(path) {
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path)
  for (const name of readdirSync(root))
    if (!['.git', 'dist', 'node_modules', 'test-results'].includes(name))
      must('cp', '-R', join(root, name), join(path, name))
  const linked = spawnSync('cp', ['-al', 'node_modules', join(path, 'node_modules')], { stdio: 'ignore' })
  if (linked.status !== 0) must('cp', '-R', 'node_modules', path)
  // The files that Vite keeps there are its user's.
  for (const name of ['.vite', '.vite-temp', '.vitest'])
    rmSync(join(path, 'node_modules', name), { recursive: true, force: true })
}

/** Everything of the path but strace. */
function pathWithoutTracer(folder) {
  const seen = new Set(['strace'])
  for (const from of (process.env.PATH ?? '').split(':').filter((name) => existsSync(name)))
    for (const name of readdirSync(from)) {
      if (seen.has(name)) continue
      seen.add(name)
      symlinkSync(join(from, name), join(folder, name))
    }
  return folder
}

async function runAt(place) {
  const path = pathOf(place.length)
  const aside = mkdtempSync(join(tmpdir(), 'holdfast-'))
  const screen = place.hasScreen ? await openScreen() : null
  try {
    copyTo(path)
    const isRoot = process.getuid?.() === 0
    const user = place.isOrdinaryUser && isRoot ? { uid: NOBODY, gid: NOBODY } : {}
    if (user.uid) {
      const own = readdirSync(path).filter((name) => name !== 'node_modules')
      must('chown', '-R', `${NOBODY}:${NOBODY}`, ...own.map((name) => join(path, name)), aside)
      // The packages stay whose they are: their files are shared.
      must('chown', `${NOBODY}:${NOBODY}`, path, join(path, 'node_modules'))
    }
    const { length, TZ, LC_ALL, isWithoutTracer } = place
    const DISPLAY = screen?.display
    const { DISPLAY: _, ...env } = process.env
    const told = { length, TZ, LC_ALL, DISPLAY, user: user.uid ?? process.getuid?.(), isWithoutTracer }
    console.log(`\nAt ${path}: ${JSON.stringify(told)}`)
    const at = {
      cwd: path,
      stdio: 'inherit',
      ...user,
      env: {
        ...env,
        HOME: aside,
        TZ,
        LC_ALL,
        LANG: LC_ALL,
        ...(DISPLAY && { DISPLAY }),
        ...(isWithoutTracer && { PATH: pathWithoutTracer(aside) }),
      },
    }
    const files = [...sensitive, ...(isWithoutTracer ? ['tests/faults/fsync.test.ts'] : [])]
    // The browser's tests take the built product.
    const commands = [
      ['scripts/build.mjs'],
      ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...files],
    ]
    return commands.every((command) => spawnSync(process.execPath, command, at).status === 0)
  } finally {
    screen?.close()
    for (const folder of [path, aside]) rmSync(folder, { recursive: true, force: true })
  }
}

const asked = process.argv.slice(2).map(Number)
const taken = places.filter(({ length }) => asked.length === 0 || asked.includes(length))
await ensureChromium()
const failed = []
for (const place of taken) if (!(await runAt(place))) failed.push(place)
console.log(`${taken.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
