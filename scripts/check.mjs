#!/usr/bin/env node
// Everything that can be known without running the product: format and lint, types, the import law, how the house is cut, slow patterns, dead code, sizes.
import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()

const bin = (name) => `node_modules/.bin/${name}`
// The compiler in its native form takes a third of the time; the one beside it is for tools that want its library.
// Two of its runs share the cores: more checkers in each would only read the same libraries again.
const tsc = ['node_modules/typescript-native/bin/tsc', '--checkers', '1']
const checks = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types: server', process.execPath, [...tsc, '-p', 'tsconfig.json']],
  ['types: pages', process.execPath, [...tsc, '-p', 'pwa/tsconfig.json']],
  ['types: worker', process.execPath, [...tsc, '-p', 'pwa/worker/tsconfig.json']],
  ['types: tests', process.execPath, [...tsc, '-p', 'tests/tsconfig.json']],
  ['import law', process.execPath, ['scripts/lib/importLaw.mjs']],
  ['figures of the house', process.execPath, ['scripts/lib/figures.mjs']],
  ['slow patterns', process.execPath, ['scripts/lib/patternLaw.mjs']],
  ['dead code', bin('knip'), ['--no-progress']],
]

function run([name, command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

// Two at a time: the machine it must run on has two cores.
const waiting = [...checks]
const results = []
async function worker() {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next))
}
await Promise.all([worker(), worker()])
const { build } = await import('./build.mjs')
await build()
const { checkSizes } = await import('./lib/sizes.mjs')
results.push(checkSizes())
const failed = results.filter((ok) => !ok).length
console.log(
  failed === 0
    ? `check: ${results.length} passed, 0 failed`
    : `check: ${results.length - failed} passed, ${failed} failed`,
)
process.exitCode = failed === 0 ? 0 : 1
