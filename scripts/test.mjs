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
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const full = process.argv.includes('--full')
const faults = process.argv.includes('--faults')
const env = {
  ...process.env,
  ...((full || faults) && { HOLDFAST_FAULT_ROUNDS: '200', HOLDFAST_EXAMS_TIMES: full ? '10' : '1' }),
  ...(full && { HOLDFAST_BROWSER_KILLS: '30', HOLDFAST_SEQUENCES: '10000' }),
}

const run = (command, args) =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'inherit', env }).on('close', (code) => resolve(code === 0))
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
/** What failed, told once more at the end: thousands of lines lie between. */
const failures = []
function count(ok, what) {
  if (ok) return passed++
  failed++
  failures.push(what)
}

/** The failed tests of a report of vitest, each with the first line of its error. */
const failedOf = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults, message }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return message ? [`${file}: ${message.split('\n')[0]}`] : []
    return tests.map(
      (test) => `${file} > ${test.fullName}: ${(test.failureMessages[0] ?? '').split('\n')[0]}`,
    )
  })

async function vitest(projects, { how = run, workers = 2 } = {}) {
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
  const ok = await how(process.execPath, [...args, ...projects.flatMap((p) => ['--project', p])])
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'))
    passed += results.numPassedTests
    failed += results.numFailedTests
    failures.push(...failedOf(results))
    // A suite that could not even be read fails without a failed test.
    if (!ok && results.numFailedTests === 0) count(false, `a suite of ${projects.join(', ')}`)
  } catch {
    count(false, `the suite of ${projects.join(', ')}, which left no report`)
  }
  rmSync(folder, { recursive: true, force: true })
}

if (faults) {
  const { build } = await import('./build.mjs')
  await build()
  await vitest(['faults'])
} else {
  count(await run(process.execPath, ['scripts/check.mjs']), 'npm run check')
  await ensureChromium()
  if (full) ensureFirefox()
  await vitest(['unit', 'integration'])
  // Killed processes and browsers mostly wait, so that more of them than there are cores keep these busy. The simulator
  // never waits, and takes the time that nothing else wants.
  const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority
  const beside = [
    vitest(['offline'], { how: runBeside(PRIORITY_LOW) }),
    vitest(['faults'], { how: runBeside(PRIORITY_NORMAL) }),
  ]
  await vitest(['e2e'], { workers: 3 })
  await vitest(['walked'])
  await Promise.all(beside)
  if (full) count(await run(process.execPath, ['scripts/anywhere.mjs']), 'npm run test:anywhere')
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
