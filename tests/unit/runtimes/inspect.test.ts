import { format } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { javascriptRunner, type RunText } from './support.ts'

let run: RunText

beforeAll(async () => {
  run = await javascriptRunner()
})

/** Arguments of console.log, as source text; the result must be what Node itself prints. */
const printed = [
  '"text", 1, -0, 1.5, NaN, 10n, true, null, undefined, Symbol("s")',
  '[], {}, [[]], [{}], {a: {}}',
  '[1, 2, 3], ["a", "it\'s"], [undefined, null], [-0, 5n]',
  '{a: 1, "b-c": "x", 3: [1], [Symbol("k")]: 2}',
  '{a: {b: {c: {d: 1}}}}',
  '[[[[1]]]]',
  'Array.from({length: 10}, (_, i) => i)',
  'Array.from({length: 120}, (_, i) => i * i)',
  'Array.from({length: 30}, (_, i) => "w".repeat(i % 5 + 1))',
  'Array.from({length: 8}, (_, i) => "a longer piece of text " + i)',
  'Array.from({length: 3}, (_, y) => Array.from({length: 3}, (_, x) => x * y))',
  'Array.from({length: 7}, (_, i) => ({id: i, name: "n" + i}))',
  '[1, , 3, , ,]',
  'new Map([["a", 1], [{k: 1}, [2]]]), new Set([1, "b"]), new Map()',
  'new (class Point { constructor() { this.x = 1; this.y = 2 } })()',
  'Object.create(null), Object.assign(Object.create(null), {a: 1})',
  'function f() {}, () => {}, class A {}, class B extends Map {}, async () => {}, function* g() {}',
  'new Uint8Array([1, 2, 3]), new Float64Array(2)',
  'new Date(0), /a+/g, [new Date(NaN)]',
  'new Number(3), new String("x"), new Boolean(false)',
  '{get a() { return 1 }, set b(v) {}, get c() { return 1 }, set c(v) {}}',
  '(() => { const a = {n: 1}; a.self = a; return a })()',
  '{text: "line\\nbreak", tab: "\\t", quote: "\\"", both: "\'\\""}',
  '{a: "x".repeat(40), b: "y".repeat(40)}',
  '{list: [1, 2, 3], map: new Map([[1, {a: 2}]]), fn() {}}',
  '"%s is %d years, %i, %f, %j %o %%", "Al", 42, 42.9, "1.5", {a: 1}, [1]',
  '"%s", {a: {b: 1}}, "rest", 5',
  '"100%", 5',
  'Object.assign([1, 2], {extra: true}), Object.assign(() => {}, {a: 1})',
]

/** Node's additions for %o and typed arrays go beyond what candidates print. */
const comparable = printed.filter((source) => !source.includes('%o'))

describe('console.log', () => {
  it.each(comparable)('prints %s as Node does', async (source) => {
    // The same source text is evaluated on both sides.
    const values = new Function(`return [${source}]`)()
    expect((await run(`console.log(${source})`)).stdout).toBe(`${format(...values)}\n`)
  })

  it('prints errors with their message', async () => {
    expect((await run('console.log(new RangeError("far"))')).stdout).toMatch(/^RangeError: far\n {4}at /)
  })

  it('writes errors and warnings to standard error, and indents groups', async () => {
    const result = await run(
      'console.error(1); console.warn(2); console.group("g"); console.log("a\\nb"); console.groupEnd(); console.log("c")',
    )
    expect(result).toMatchObject({ stderr: '1\n2\n', stdout: 'g\n  a\n  b\nc\n' })
  })
})
