import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { withSourcePlaces } from '#runtimes/typescript/places.ts'
import { createStripper, formatFault } from '#runtimes/typescript/stripper.ts'

const { resolve } = createRequire(import.meta.url)
const strip = await createStripper(readFileSync(resolve('@swc/wasm-typescript/wasm.js')))
const MiB = 1024 * 1024

it('types become white space, so that every place stays', async () => {
  const source = 'interface A { n: number }\nconst a: A = { n: 1 }; type B = A\nconsole.log(a.n!)\n'
  const stripped = await strip(source, 64 * MiB)
  expect(stripped).toEqual({ code: expect.any(String) })
  const { code } = stripped as { code: string }
  expect(code).toHaveLength(source.length)
  expect(code.indexOf('console.log(a.n ')).toBe(source.indexOf('console.log(a.n!'))
})

it('reading a program keeps to its memory, and what is left of one meets no other', async () => {
  const large = 'let a: number = 1\n'.replaceAll('a', 'abc').repeat(60_000)
  expect(await strip(large, 3 * MiB)).toEqual({ isOutOfMemory: true })
  expect(await strip(`let x = ${'['.repeat(30_000)}`, 64 * MiB)).toEqual({
    refusal: 'main.ts: The program is nested too deeply to be read.\n',
  })
  expect(await strip('let x: number', 64 * MiB)).toEqual({ code: 'let x        ' })
})

it('a refusal shows its line, and its place alone where there is none to show', () => {
  const fault = { message: 'Unexpected eof', startLine: 3, startColumn: 4 }
  expect(formatFault({ ...fault, snippet: 'one\ntwo {\n    ^\n' })).toBe(
    'main.ts:3:5\ntwo {\n    ^\nSyntaxError: Unexpected eof.\n',
  )
  expect(formatFault({ ...fault, snippet: '\n' })).toBe('main.ts:3:5\nSyntaxError: Unexpected eof.\n')
})

it('places of a program that was written anew are led back to its source', async () => {
  const source = 'enum A { B }\n\n\nfunction f(a: A): never {\n  throw new Error(a.toString())\n}\nf(A.B)\n'
  const { code, map } = (await strip(source, 64 * MiB)) as { code: string; map: string }
  const line = code.split('\n').findIndex((text) => text.includes('throw'))
  expect(withSourcePlaces(`at f (main.js:${line + 1}:11)\n`, map)).toBe('at f (main.ts:5:9)\n')
  expect(withSourcePlaces('at main.js:3\n', undefined)).toBe('at main.ts:3\n')
  expect(withSourcePlaces('at main.js:999:1\n', map)).toBe('at main.ts\n')
})
