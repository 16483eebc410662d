#!/usr/bin/env node
// Walks all evidence of the installation and names what does not hold: npm run --silent verify
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
process.argv.splice(2, 0, 'verify')
await import('../dist/server/main.mjs')
