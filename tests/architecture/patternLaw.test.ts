import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowPatterns } from '../../scripts/lib/patternLaw.mjs'

/** Planted breaches turn the check of patterns red. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-patterns-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plant(path: string, text: string): { lines: string[]; read: number } {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  return slowPatterns(`${folder}/`, [String(path.split('/')[0])])
}

const square = 'grows by the square'
test.each([
  ['contract/a.ts', 'export const tidy = (s: string) => s.replace(/ *[\\p{Cc}]+ */gu, " ")', square],
  ['runtimes/deep/a.ts', 'const NUMBER = /^[+-]?(\\d+\\.?\\d*)$/', square],
  ['state-machines/a.ts', 'export const end = (s: string) => s.replace(/\\s+$/, "")', square],
  ['pwa/a.tsx', 'export const A = () => <p>{"a".replace(/\\d*\\w+!/g, "")}</p>', square],
  ['db/a.ts', 'const words = /^(?:\\w+\\s?)*$/', 'grows exponentially'],
  ['api/a.mjs', 'const made = new RegExp(name)', 'put together at run time'],
  ['api/a.ts', "const made = globalThis.RegExp('a+$')", 'put together at run time'],
])('in %s: %s', (path, text, why) => {
  const { lines, read } = plant(path, `import { x } from './x.ts'\n${text}\n`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`${path}:2 `)
  expect(lines[0]).toContain(why)
  expect(read).toBe(1)
})

test.each(['/^\\d{1,6}$/', '/(?<!\\/)\\/+$/', "/^'[=+]/", '/[,;\\r\\n]+/', '/\\p{M}+/gu'])(
  'lets %s pass, and has read it',
  (pattern) => {
    expect(plant('api/a.ts', `export const pattern = ${pattern}\n`)).toEqual({ lines: [], read: 1 })
  },
)
