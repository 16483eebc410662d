#!/usr/bin/env node
// The whole suite: check, build, then every vitest project. Ends with one line 'N passed, N failed' over all of it.
//   npm test               everything that fits into minutes
//   npm run test:full      the same with the long runs
//   npm run test:faults    the long fault runs alone
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureFirefox } from './lib/firefox.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureProxies } from './lib/proxies.mjs'
import { ensurePython } from './lib/python.mjs'
import { root } from './lib/stamp.mjs'
import { ensureToolchains } from './lib/toolchains.mjs'

process.chdir(root)
ensureInstalled()
const full = process.argv.includes('--full')
const faults = process.argv.includes('--faults')
const env = {
  ...process.env,
  ...((full || faults) && { HOLDFAST_FAULT_ROUNDS: '200', HOLDFAST_EXAMS_TIMES: full ? '10' : '1' }),
  ...(full && { HOLDFAST_BROWSER_KILLS: '30', HOLDFAST_SEQUENCES: '10000' }),
}

const run = (command, args, more = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...more } })
    child.on('close', (code) => resolve(code === 0))
  })

/** Runs beside another one, and prints when it is done. */
const runBeside = (priority) => (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    setPriority(child.pid, priority)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })

let passed = 0
let failed = 0
/** The failed tests, told once more at the end: thousands of lines lie between. */
const failures = []
/** The tests that passed only with nothing beside them: a fault of the test, or one that a busy machine brings out. */
const unsteady = []
function count(ok, what) {
  if (ok) return passed++
  failed++
  failures.push(what)
}

/**
 * A report of vitest by file: how many of its tests passed, and each failed one with the first line of its error. A file
 * that could not even be read fails without a failed test.
 */
const byFile = ({ testResults }) =>
  new Map(
    testResults.map(({ name, status, assertionResults, message }) => {
      const file = relative(root, name)
      const red = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages: [first = ''] }) => `${file} > ${fullName}: ${firstLine(first)}`)
      if (red.length === 0 && status === 'failed') red.push(`${file}: ${firstLine(message)}`)
      return [file, { green: assertionResults.filter((test) => test.status === 'passed').length, red }]
    }),
  )

const firstLine = (text) => text.split('\n')[0]

/** Runs vitest's projects, or some files of them. @returns what `byFile` makes of its report */
async function vitest(projects, { how = run, workers = 2, files = [], more = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  const report = join(folder, 'report.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--maxWorkers=${workers}`,
  ]
  const chosen = [...projects.flatMap((p) => ['--project', p]), ...files]
  const ok = await how(process.execPath, [...args, ...chosen], more)
  const whole = `the suite of ${projects.join(', ')}`
  try {
    const results = byFile(JSON.parse(readFileSync(report, 'utf8')))
    if (!ok && redFiles(results).length === 0) results.set(whole, { green: 0, red: [whole] })
    return results
  } catch {
    return new Map([[whole, { green: 0, red: [`${whole}, which left no report`] }]])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const redFiles = (results) => [...results.keys()].filter((file) => results.get(file).red.length > 0)

function add(results) {
  for (const { green, red } of results.values()) {
    passed += green
    failed += red.length
    failures.push(...red)
  }
}

/** More files than these do not fail because the machine was busy. */
const SECOND_LOOK_FILES = 3

/**
 * Runs what failed beside other browsers and killed servers once more, with nothing beside it. A test that is green
 * then counts as passed and is named as unsteady; one that is red twice has failed.
 */
async function addAfterSecondLook(project, first) {
  const files = redFiles(first)
  if (files.length === 0 || files.length > SECOND_LOOK_FILES) return add(first)
  const second = await vitest([project], { workers: 1, files, more: { HOLDFAST_SECOND_LOOK: '1' } })
  for (const file of files) if (second.get(file)?.red.length === 0) unsteady.push(...first.get(file).red)
  add(new Map([...first, ...second]))
}

if (faults) {
  const { build } = await import('./build.mjs')
  await build()
  add(await vitest(['faults']))
} else {
  ensurePython()
  ensureProxies()
  ensureToolchains(full)
  await ensureChromium()
  if (full) ensureFirefox()
  const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority
  // Some of them wait, for programs and timers: one more than there are cores, and the check beside them, keep these busy.
  const checked = runBeside(PRIORITY_NORMAL)(process.execPath, ['scripts/check.mjs'])
  add(await vitest(['unit', 'integration'], { workers: 3 }))
  count(await checked, 'npm run check')
  // Killed processes and browsers mostly wait, so that more of them than there are cores keep these busy. The simulator
  // never waits, and takes the time that nothing else wants.
  const beside = [
    vitest(['offline'], { how: runBeside(PRIORITY_LOW) }),
    vitest(['faults'], { how: runBeside(PRIORITY_NORMAL) }),
  ]
  const inBrowsers = await vitest(['e2e'], { workers: 3 })
  const [offline, killed] = await Promise.all(beside)
  add(offline)
  await addAfterSecondLook('faults', killed)
  await addAfterSecondLook('e2e', inBrowsers)
  add(await vitest(['walked']))
  if (full) count(await run(process.execPath, ['scripts/anywhere.mjs']), 'npm run test:anywhere')
}
for (const line of unsteady) console.log(`unsteady (red beside others, green alone): ${line}`)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
