#!/usr/bin/env node
// Develops with hot reload: the server restarts on a change, the pages are swapped in place. Open the printed vite address.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
const port = process.env.PORT ?? '3000'
const pages = process.env.PAGES_PORT ?? '5173'
// The rooms the server is made of, as its own type check names them.
const { include: rooms } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
const server = spawn(
  process.execPath,
  [
    ...rooms.map((room) => `--watch-path=${room}`),
    '--watch-preserve-output',
    '--import',
    'tsx',
    'api/commands/main.ts',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${pages}` },
  },
)
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', pages, '--strictPort'], {
  stdio: 'inherit',
  env: { ...process.env, HOLDFAST_API: `http://localhost:${port}` },
})
const end = () => {
  server.kill('SIGTERM')
  vite.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
server.on('close', () => vite.kill('SIGTERM'))
vite.on('close', () => server.kill('SIGTERM'))
