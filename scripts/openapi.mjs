#!/usr/bin/env node
// Prints the description of the HTTP interface, as a running server gives it at /api/v1/openapi.json: two versions are
// compared by it.
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { openApiDocument } = await import('../api/openapi.ts')
console.log(JSON.stringify(openApiDocument(), null, 2))
