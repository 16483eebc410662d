import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/**
 * Over plain http from another machine a page has no `crypto.randomUUID` and no `crypto.subtle`: a click on what uses
 * them throws there, and on nobody's own machine. Keys are made of `getRandomValues`; what needs encryption asks first.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The rooms whose modules a browser loads. */
const rooms = ['contract', 'state-machines', 'runtimes', 'pwa']

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

/** Asks whether there is encryption, before anything of it is used. */
const guard = /globalThis\.crypto\?\.subtle/

/** The uses in a module that break over plain http; one line each. */
function faultsIn(path: string, text: string): string[] {
  const code = withoutComments(text)
  const uses = (name: string): boolean =>
    new RegExp(
      `crypto\\s*(\\??\\.|\\[['"])${name}|\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*[\\w.]*crypto\\b`,
    ).test(code)
  return [
    ...(uses('randomUUID') ? [`${path} uses randomUUID`] : []),
    ...(uses('subtle') && !guard.test(code)
      ? [`${path} uses subtle without asking whether it is there`]
      : []),
  ]
}

it('pages use nothing that is missing over plain http without asking for it', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(room, path)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((path) => faultsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

it.each([
  'const key = crypto.randomUUID()',
  'const key = globalThis.crypto?.randomUUID?.()',
  "const key = crypto['randomUUID']()",
  'const { randomUUID } = crypto',
  "await crypto.subtle.digest('SHA-256', bytes)",
  'const { subtle } = window.crypto',
  '/* globalThis.crypto?.subtle */ crypto.subtle.exportKey()',
])('a breach is found: %s', (line) => expect(faultsIn('a.ts', line)).toHaveLength(1))

it.each([
  'const key = crypto.getRandomValues(new Uint32Array(4))',
  '// over plain http there is no crypto.randomUUID',
  "const here = globalThis.crypto?.subtle !== undefined\nif (here) await crypto.subtle.digest('SHA-256', bytes)",
  "const look = { bg: 'sea.subtle' }",
])('what is no breach passes: %s', (line) => expect(faultsIn('a.ts', line)).toEqual([]))
