#!/usr/bin/env node
// The whole suite: check, build, then every vitest project. Ends with one line 'N passed, N failed' over all of it.
//   npm test               everything that fits into minutes
//   npm run test:full      the same with the long runs
//   npm run test:faults    the long fault runs alone
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Takes only the time that nothing else wants, and prints when it is done. */
const runBeside = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })

let passed = 0
let failed = 0
const count = (ok) => (ok ? passed++ : failed++)

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
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests
    // A suite that could not even be read fails without a failed test.
    if (!ok && numFailedTests === 0) failed++
  } catch {
    failed++
  }
  rmSync(folder, { recursive: true, force: true })
}

if (faults) {
  const { build } = await import('./build.mjs')
  await build()
  await vitest(['faults'])
} else {
  count(await run(process.execPath, ['scripts/check.mjs']))
  await ensureChromium()
  if (full) ensureFirefox()
  await vitest(['unit', 'integration'])
  // Killed processes and browsers mostly wait; the simulator never does, and takes what they leave.
  const simulated = vitest(['offline'], { how: runBeside })
  await vitest(['faults', 'e2e'])
  await simulated
  if (full) count(await run(process.execPath, ['scripts/anywhere.mjs']))
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
