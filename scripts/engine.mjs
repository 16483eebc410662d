/**
 * Starts the embedded engine as a Piston-compatible service:
 *   npm run engine -- --port 2000 [--host 127.0.0.1] [--slots 2]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildServerIfStale } from './build.mjs'
import { root } from './lib/stamp.mjs'

await buildServerIfStale()
const entry = join(root, 'dist/server/engine.mjs')
const server = spawn(process.execPath, [entry, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  process.exitCode = code ?? 1
})
