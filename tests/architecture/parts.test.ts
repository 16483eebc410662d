import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The messages between the parts of the test on a page: each thing said is heard, and each thing asked is answered. */

const folder = fileURLToPath(new URL('../../pwa/attempt', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'events.ts')
  .map((path) => readFileSync(join(folder, path), 'utf8'))
  .join('\n')
const all = (pattern: RegExp, text = sources): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

const named = all(/\{ type: '([A-Z_]+)'/g, readFileSync(join(folder, 'events.ts'), 'utf8'))

it('names no event that nobody sends', () => {
  expect(all(/send\(\{\s*type: '([A-Z_]+)'/g)).toEqual(named)
})

it('names no event that nobody hears', () => {
  expect(all(/(?:case |\.on\()'([A-Z_]+)'/g)).toEqual(named)
})

it('asks nothing that nobody answers, and answers nothing that nobody asks', () => {
  const answered = all(/\.answer\('([A-Z_]+)'/g)
  expect(all(/\.request\('([A-Z_]+)'/g)).toEqual(answered)
  expect(answered).not.toEqual([])
})
