/**
 * Starts the embedded engine as a Piston-compatible service:
 *   npm run engine -- --port 2000 [--host 127.0.0.1] [--slots 2]
 * It runs the built files where they exist; otherwise it bundles the sources into a temporary folder first.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'dist/server')

async function bundle(input, file) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({ input: join(root, input), cwd: root, platform: 'node', logLevel: 'silent' })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
}

/** A folder with both entries in it, and whether it has to be removed afterwards. */
async function entries() {
  const complete = ['engine.mjs', 'engine-child.mjs'].every((name) => existsSync(join(built, name)))
  if (complete) return { folder: built, temporary: false }
  // Inside the checkout, so that the engines' packages are found from there.
  const folder = await mkdtemp(join(root, 'node_modules/.engine-'))
  await bundle('api/execution/service/main.ts', join(folder, 'engine.mjs'))
  await bundle('api/execution/embedded/child.ts', join(folder, 'engine-child.mjs'))
  return { folder, temporary: true }
}

const { folder, temporary } = await entries()
const server = spawn(process.execPath, [join(folder, 'engine.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  if (temporary) await rm(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
