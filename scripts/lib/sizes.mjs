// The initial JavaScript of the candidate's pages, gzipped, against its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './stamp.mjs'

/**
 * Everything a page loads before it can be used: its entry, and what must come before the screen works, by its module or
 * by the name of a file of several (vite.config.ts).
 */
const pages = [
  { name: 'welcome', build: 'candidate', limitKb: 100, roots: ['candidate.html'] },
  {
    name: 'test screen',
    build: 'candidate',
    limitKb: 350,
    roots: [
      'candidate.html',
      'pwa/candidate/exam/TestPage.tsx',
      'pwa/candidate/way/flow.ts',
      'device',
      'editor',
      'pwa/markdown/render.ts',
    ],
  },
  { name: 'console', build: 'console', limitKb: 350, roots: ['console.html'] },
]

export function measureSizes() {
  return pages.map(({ name, build: entry, limitKb, roots }) => {
    const build = JSON.parse(readFileSync(join(root, `dist/pages/build-${entry}.json`), 'utf8'))
    const files = new Set()
    const reach = (key) => {
      const chunk = build[key] ?? Object.values(build).find((file) => file.name === key)
      if (!chunk) throw new Error(`${name}: the build has no ${key}`)
      if (files.has(chunk.file)) return
      files.add(chunk.file)
      for (const next of chunk.imports ?? []) reach(next)
    }
    for (const key of roots) reach(key)
    const bytes = [...files]
      .filter((file) => file.endsWith('.js'))
      .reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(root, 'dist/pages', file)), { level: 9 }).length,
        0,
      )
    return { name, limitKb, kb: Math.round(bytes / 102.4) / 10 }
  })
}

export function checkSizes() {
  if (!existsSync(join(root, 'dist/pages/build-candidate.json'))) return false
  let ok = true
  for (const { name, limitKb, kb } of measureSizes()) {
    const fits = kb <= limitKb
    ok &&= fits
    console.log(`${fits ? 'ok    ' : 'FAILED'}  initial JavaScript, ${name}: ${kb} KB gzip of ${limitKb}`)
  }
  return ok
}
