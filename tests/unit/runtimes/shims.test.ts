import { createRequire } from 'node:module'
import { format } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { withNodeMessages } from '#runtimes/javascript/messages.ts'
import { javascriptRunner, quickjsBytes, type RunText } from './support.ts'

let run: RunText

beforeAll(async () => {
  run = await javascriptRunner()
})

const require = createRequire(import.meta.url)

/** Arguments of console.log, as source text; the result must be what this Node prints. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  path: [
    "...['', '/', 'a', '/a', 'a/', '/a/b.txt', '.x', 'a.', 'a/../b', '//a//b/.', '../..'].flatMap((p) => [path.normalize(p), path.dirname(p), path.basename(p), path.extname(p), path.parse(p)])",
    "path.join('/a', '..', 'b', './c', 'd/..'), path.join(''), path.resolve('/a/b', '../c'), path.relative('/a/b/c', '/a/d'), path.relative('/a', '/a')",
    "path.basename('/a/b.txt', '.txt'), path.format({ dir: '/x', base: 'y' }), path.format({ name: 'n', ext: '.e' }), path.isAbsolute('a')",
  ],
  url: [
    "...['https://u:p%20s@EX.com:8080/a/../b?q=1#h', 'http://e.com:80/a b?c d#e f', 'file:///tmp/x', 'mailto:a@b.c', 'http://127.0.0.1/', 'http://[::1]:3000/', 'custom://host/path?x', 'https://e.com/a/./b/%2e%2e/c', 'http:e.com/x'].map((u) => new URL(u)).flatMap((u) => [u.href, u.origin, u.host, u.port, u.pathname, u.search, u.hash, u.username, u.password])",
    "...[['/x', 'http://h/a/b'], ['x', 'http://h/a/b'], ['../x', 'http://h/a/b/c'], ['?q', 'http://h/a?z'], ['#f', 'http://h/a?z'], ['//o/p', 'http://h/a'], ['', 'http://h/a?b#c']].map(([a, b]) => new URL(a, b).href)",
    "...['nope', 'http://', '/x', 'http://a b/', 'http://h:99999/'].map((u) => { try { return new URL(u) } catch (e) { return e.name + e.code + e.message } })",
    "new URLSearchParams('?a=1&a=2&b=%20+%41').toString(), new URLSearchParams({ a: 'x&y', c: 'é~*' }), Object.fromEntries(new URLSearchParams('x=1&y=2'))",
  ],
  'structuredClone and deep equality': [
    "structuredClone({ a: [1, { b: new Date(0) }], m: new Map([[1, new Set([2])]]), r: /x/gi, u: undefined, t: new Uint8Array([1, 2]), e: new RangeError('r').message })",
    '(() => { const ring = {}; ring.self = ring; const copy = structuredClone(ring); return copy.self === copy && copy !== ring })()',
    "[() => 1, Symbol('s'), { f() {} }].map((v) => { try { return structuredClone(v) } catch (e) { return e.name } })",
    "...[[{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: '1' }], [[1, , 2], [1, undefined, 2]], [new Map([[{ a: 1 }, 2]]), new Map([[{ a: 1 }, 2]])], [new Set([[1]]), new Set([[1]])], [NaN, NaN], [0, -0], [new Date(0), new Date(1)], [/a/g, /a/i]].map(([a, b]) => require('util').isDeepStrictEqual(a, b))",
  ],
  numbers: [
    '...[0, -0, 5, 999.9995, 1234.5, 1234567.891, -0.0001, 1e21, 1e-7, NaN, Infinity, 2.5, 1.005].flatMap((n) => [n.toLocaleString(), n.toLocaleString("en-US", { maximumFractionDigits: 2 }), n.toLocaleString("en-US", { minimumFractionDigits: 2 }), n.toLocaleString("en-US", { maximumFractionDigits: 0 }), n.toLocaleString("en-US", { style: "percent" }), n.toLocaleString("en-US", { maximumSignificantDigits: 3 })])',
    "...['USD', 'EUR', 'GBP', 'JPY', 'INR', 'CHF'].flatMap((currency) => [1234.5, -0.5].map((n) => n.toLocaleString('en-US', { style: 'currency', currency })))",
    "...[5, 999, 1000, 1234, 15300, 999999, 1234567, 2e9, 5e12].flatMap((n) => ['short', 'long'].map((compactDisplay) => new Intl.NumberFormat('en-US', { notation: 'compact', compactDisplay }).format(n)))",
    "(12345678901234567890n).toLocaleString('en-US'), (1234567).toLocaleString('en-IN'), (5).toLocaleString('en-US', { minimumIntegerDigits: 2 }), (12).toLocaleString('en-US', { signDisplay: 'always' }), [1234.5, 6].toLocaleString()",
    "...[1, 2, 3, 4, 11, 21, 112].map((n) => new Intl.PluralRules('en-US', { type: 'ordinal' }).select(n)), new Intl.ListFormat('en', { type: 'disjunction' }).format(['a', 'b', 'c'])",
  ],
  dates: [
    "...[undefined, { dateStyle: 'medium' }, { dateStyle: 'full' }, { dateStyle: 'short' }, { month: 'short', day: 'numeric' }, { year: 'numeric', month: '2-digit', day: '2-digit' }, { month: 'long', year: 'numeric' }, { weekday: 'short' }, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }].map((o) => new Date(Date.UTC(2024, 0, 5, 15, 4, 9)).toLocaleDateString('en-US', { timeZone: 'UTC', ...o })), new Date(0).toLocaleDateString('en-GB', { timeZone: 'UTC' })",
    "...[{}, { hour: '2-digit', minute: '2-digit' }, { hour12: false }, { timeStyle: 'short' }].map((o) => new Date(Date.UTC(2024, 0, 5, 0, 4, 9)).toLocaleTimeString('en-US', { timeZone: 'UTC', ...o }))",
    "new Date(Date.UTC(2024, 0, 5, 15, 4, 9)).toLocaleString('en-US', { timeZone: 'UTC' }), new Date(NaN).toLocaleDateString()",
  ],
  words: [
    "['b', 'a', 'C', 'A', 'ä', 'z', 'Z', '_', '1', '10', '2', 'é', 'e', 'f', ' x', '-y', 'résumé', 'resume', 'Resume', ''].sort((x, y) => x.localeCompare(y))",
    "['a10', 'a2', 'A1', 'b'].sort(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare), 'a'.localeCompare('á', 'en', { sensitivity: 'base' }), 'a'.localeCompare('A', undefined, { sensitivity: 'accent' })",
    String.raw`Array.from('!@#$%^&*()_+-=[]{}|;:\'",./<>?~ 09azAZ').sort((x, y) => x.localeCompare(y)).join('')`,
  ],
  'what JSON refuses': [
    String.raw`...['', '{', '[', '{"a"', '{"a":', '[1,2', 'tru', 'nul', 'not json', '<html>', '[,]', '{"a":tru}', 'undefined', 'invalid json string that is rather long', '{"name": "Al", "age": }'].map((text) => { try { return JSON.parse(text) } catch (e) { return e.name + e.message.replace(/ \(line.*/, '') } })`,
    '...[(o) => { o.o = o }, (o) => { o.a = { b: [o] } }, (o) => { o.a = { b: { c: { d: { e: o } } } } }].map((twist) => { const o = {}; twist(o); try { JSON.stringify(o) } catch (e) { return e.message } })',
  ],
  buffers: [
    "Buffer.from('héllo'), Buffer.from('héllo').toString('base64'), Buffer.alloc(3, 'ab'), Buffer.from('hello').indexOf('l'), Buffer.from('a').compare(Buffer.from('b')), Buffer.from('ab').equals(Buffer.from('ab'))",
    '(() => { const b = Buffer.alloc(10); b.writeInt16BE(-2, 0); b.writeUInt32LE(7, 2); b.writeFloatBE(1.5, 6); return [b, b.readInt16BE(0), b.readUInt32LE(2), b.readFloatBE(6)] })()',
  ],
  'values with an own form': [
    'Promise.resolve(4), [Promise.reject(3)].map((p) => { p.catch(() => {}); return p }), new WeakSet(), new ArrayBuffer(2), new DataView(new ArrayBuffer(1)), Object(1n), new (class A extends Map {})([[1, 2]])',
    "require('util').inspect({ b: 'x'.repeat(50), a: [1, { c: new Map([[1, 2]]) }] }, { compact: false, sorted: true, depth: 0 }), require('util').inspect('abc', { maxStringLength: 2 }), require('util').inspect([1, 2, 3], { maxArrayLength: 1 })",
    "{ [Symbol.for('nodejs.util.inspect.custom')]: (depth, options) => 'own ' + depth }, [{ a: { b: { c: {} } } }], { a: { b: { c: [] } } }",
  ],
}

describe.each(Object.entries(ALIKE))('%s', (_subject, sources) => {
  it.each(sources)('%s', async (source) => {
    const program = `const path = require('path')\nconsole.log(${source})`
    const values = new Function('require', 'path', `return [${source}]`)(require, require('node:path'))
    expect((await run(program)).stdout).toBe(`${format(...values)}\n`)
  })
})

describe('the messages of errors', () => {
  it('are those of Node, and a full stack is a RangeError', async () => {
    const source = `
      'use strict'
      const tried = (run) => { try { run() } catch (error) { console.log(error.name + ': ' + error.message) } }
      const down = () => down() + 1
      tried(down)
      try { down() } catch (error) { console.log(error instanceof RangeError, error.constructor === RangeError) }
      tried(() => undefined.x); tried(() => { const one = 1; one = 2 }); tried(() => { Object.freeze([1])[0] = 2 })`
    expect((await run(source)).stdout.split('\n')).toEqual([
      'RangeError: Maximum call stack size exceeded',
      'true true',
      "TypeError: Cannot read properties of undefined (reading 'x')",
      'TypeError: Assignment to constant variable.',
      "TypeError: Cannot assign to read only property '0' of object '#<Object>'",
      '',
    ])
  })

  it('cannot be given to a build that does not have the words', () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 10, 1, 0, 11, 1, 0])
    expect(() => withNodeMessages(empty)).toThrow('the module does not say')
    const original = quickjsBytes()
    expect(withNodeMessages(original).length).toBeLessThan(original.length + 4_096)
  })
})

describe('subjects that are not there', () => {
  it.each([
    ["require('zlib')", "Cannot find module 'zlib': it is not there on this engine"],
    ["new Intl.Segmenter('en')", 'Intl.Segmenter is not there on this engine'],
    ["(1).toLocaleString('fr')", 'Locales other than English are not there on this engine: fr'],
    [
      "new Date().toLocaleString('en', { timeZone: 'Asia/Tokyo' })",
      'Time zones other than UTC are not there on this engine: Asia/Tokyo',
    ],
  ])('%s says so', async (source, message) => {
    expect((await run(`try { ${source} } catch (error) { console.log(error.message) }`)).stdout).toBe(
      `${message}\n`,
    )
  })
})
