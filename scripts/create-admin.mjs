#!/usr/bin/env node
// Makes an organization with its first admin: npm run create-admin -- you@example.org
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/stamp.mjs'

process.chdir(root)
ensureInstalled()
const { build } = await import('./build.mjs')
await build()
process.argv.splice(2, 0, 'create-admin')
await import('../dist/server/main.mjs')
