// A stamp of a build's sources: their names, sizes and contents. Another stamp means the build is stale.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

const sources = {
  server: ['contract', 'state-machines', 'runtimes', 'db', 'api', 'package.json', 'scripts/build.mjs'],
  pages: [
    'contract',
    'state-machines',
    'runtimes',
    'pwa',
    'candidate.html',
    'console.html',
    'vite.config.ts',
    'package.json',
  ],
}

export function stampOf(part) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(path.slice(root.length))
      hash.update(readFileSync(path))
    }
  }
  for (const source of sources[part]) add(join(root, source))
  return hash.digest('hex')
}

export function staleness(stampFile, part) {
  const path = join(root, stampFile)
  return !existsSync(path) || readFileSync(path, 'utf8') !== stampOf(part)
}
