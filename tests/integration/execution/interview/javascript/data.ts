import type { InterviewProgram } from '../program.ts'

/** Numbers, texts, collections and how they are shown. */
export const JAVASCRIPT_DATA: readonly InterviewProgram[] = [
  {
    name: 'big integers',
    stdin: '30',
    source: `
const n = BigInt(require('fs').readFileSync(0, 'utf8'))
let f = 1n
for (let i = 2n; i <= n; i++) f *= i
console.log(f, String(f).length, f % 1000007n, -7n / 2n, 2n ** 100n, BigInt.asUintN(8, 257n), 10n > 9, 2n == 2)
console.log([3n, 1n, 2n].sort(), { id: 5n }, typeof f, f.toString(16), (123456789n).toLocaleString('en-US'))`,
  },
  {
    name: 'typed arrays',
    source: `
const a = new Uint8Array([250, 260, -1])
const view = new DataView(new ArrayBuffer(8))
view.setInt16(0, -2); view.setFloat32(4, 1.5, true)
console.log(a, a.toReversed(), a.with(0, 9), view.getUint8(0), view.getFloat32(4, true))
console.log(Float64Array.from([1, 2.5], (x) => x * 2), new Int32Array(4).fill(7).subarray(1, 3), new Uint8ClampedArray([300, -5]))
const shared = new Int16Array(a.buffer.slice(0, 2))
console.log(shared.length, a.at(-1), [...a.entries()], a.findLast((x) => x > 200), a.toSorted().join('-'))`,
  },
  {
    name: 'arrays of ES2023 and before',
    source: `
const a = [5, 1, 4]
console.log(a.toSorted((x, y) => x - y), a.toReversed(), a.toSpliced(1, 1, 9, 9), a.with(2, 0), a)
console.log(a.findLast((x) => x > 3), a.findLastIndex((x) => x > 9), a.at(-2), [1, [2, [3, [4]]]].flat(Infinity))
console.log([1, 2, 3].flatMap((x) => [x, x * x]), Array.from('añb'), Array.of(7), [3, 2].includes(2), [1, 2, 3, 4].copyWithin(0, 2))
console.log([10, 9, 1].sort(), ['b', undefined, 'a'].sort(), [..."ab"].entries().next(), Array.isArray([]))
console.log(Object.fromEntries(new Map([['x', 1]])), Object.entries({ p: 1, q: [2] }))`,
  },
  {
    name: 'nested, sparse and cyclic values as they are printed',
    source: String.raw`
const tree = { value: 1, left: { value: 2, left: { value: 3, left: { value: 4 } } }, right: null }
console.log(tree)
console.log(JSON.stringify(tree, null, 2))
const ring = { name: 'ring', parts: [] }
ring.self = ring
ring.parts.push(ring, [ring])
console.log(ring)
console.log([1, , 3, , , 6], new Array(3), [undefined, null], [[[[]]]], [[[[1]]]])
console.log(new Map([['k', new Set([1, [2]])]]), new Map(), { m: new Map([[{ a: 1 }, 'v']]) })
console.log(Array.from({ length: 30 }, (_, i) => 'w' + i), Array.from({ length: 120 }, (_, i) => i))
class Point { #hidden = 1; constructor(x, y) { this.x = x; this.y = y } get size() { return 2 } }
console.log(new Point(1, 2), [new Point(3, 4)], { p: new Point(5, 6) }, Point, [Point, () => {}, Symbol('s')])
console.log([1.5, -0, NaN], "it's", ["it's", 'say "hi"'], 'a\tb', ['a\tb'], null, undefined, true, -0)
console.log({ f() {}, g: () => 1, get h() { return 1 }, [Symbol('k')]: 1, 'a-b': 2, 3: 4 })
console.log(Promise.resolve(1), new WeakMap(), Buffer.from('hi'), new Error('only its message').message)
console.log('%s has %d of %i, %j and 5%%', 'A', 1.5, 2.9, { b: 1 }, 'more', { c: { d: { e: {} } } })`,
  },
  {
    name: 'a table on the console',
    source: String.raw`
console.table([{ name: 'Ann', score: 9.5 }, { name: 'Bob', passed: true }])
console.table([[1, 2], [3, 4]])
console.table({ first: { a: 1 }, second: { a: 2 } })
console.table(['x', 'y'])
console.table([{ a: 1, b: 2 }], ['b'])
console.group('group')
console.log('inside\nit')
console.groupEnd()
console.count(); console.count('x'); console.count()
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 })
console.assert(1 === 1, 'not shown')`,
  },
  {
    name: 'numbers, money and words in English',
    source: `
console.log((1234567.891).toLocaleString(), (0.256).toLocaleString('en-US', { style: 'percent' }), (42).toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
console.log(new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(3.14159), new Intl.NumberFormat('en-US', { notation: 'compact' }).format(15300))
console.log(['résumé', 'Zoe', 'apple', 'Apple', 'eve', 'Äpfel', '10', '9'].sort((a, b) => a.localeCompare(b)))
console.log(['file10', 'file2', 'File1'].sort(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare), 'a'.localeCompare('B'), 'a'.localeCompare('A'))
const day = new Date(Date.UTC(2024, 1, 29, 13, 5))
console.log(day.toISOString(), day.getUTCDay(), day.toLocaleDateString('en-US', { timeZone: 'UTC' }), day.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' }))
console.log(new Intl.PluralRules('en-US', { type: 'ordinal' }).select(3), new Intl.ListFormat('en').format(['a', 'b', 'c']))
console.log((255).toString(2), (0.1 + 0.2).toFixed(10), (1e21).toString(), Number('0x1f'), parseInt('12px'), (1234.5).toExponential(2), Number.MAX_SAFE_INTEGER)`,
  },
  {
    name: 'texts and patterns',
    stdin: 'The quick brown fox. The lazy dog! 2024-01-15 and 2023-12-31',
    source: String.raw`
const text = require('fs').readFileSync(0, 'utf8').trim()
const words = text.toLowerCase().match(/[a-z]+/g)
const counts = words.reduce((all, word) => ({ ...all, [word]: (all[word] ?? 0) + 1 }), {})
console.log(Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 3))
for (const { groups, index } of text.matchAll(/(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/g)) console.log(groups.day + '.' + groups.month + '.' + groups.year, index)
console.log(text.replace(/(\w+) (\w+)/, '$2 $1'), 'x'.padStart(3, '-'), 'abc'.at(-1), 'a-b-c'.replaceAll('-', '+'), ' t '.trim() + '|')
console.log(/(?<=\$)\d+/.exec('cost $42')[0], 'aXbX'.split('X', 1), '\u{1F600}'.length, [...'\u{1F600}!'].length, 'ß'.toUpperCase(), 'é'.normalize('NFD').length)
console.log(/^[\p{L}]+$/u.test('çà'), 'cba'.localeCompare('abc') > 0, 'tel: 5'.search(/\d/), 'ab'.repeat(2), encodeURIComponent('a b&c'))`,
  },
  {
    name: 'a heap, a cache and a linked list',
    stdin: '5 3 8 1 9 2',
    source: `
class Heap {
  #items = []
  get size() { return this.#items.length }
  push(value) {
    const all = this.#items
    let at = all.push(value) - 1
    while (at > 0 && all[(at - 1) >> 1] > all[at]) { const up = (at - 1) >> 1; [all[up], all[at]] = [all[at], all[up]]; at = up }
  }
  pop() {
    const all = this.#items
    const top = all[0]
    const last = all.pop()
    if (all.length === 0) return top
    all[0] = last
    for (let at = 0; ;) {
      let least = at
      for (const down of [2 * at + 1, 2 * at + 2]) if (down < all.length && all[down] < all[least]) least = down
      if (least === at) return top
      ;[all[at], all[least]] = [all[least], all[at]]
      at = least
    }
  }
}
class Cache extends Map {
  constructor(limit) { super(); this.limit = limit }
  get(key) { const value = super.get(key); if (super.delete(key)) super.set(key, value); return value }
  set(key, value) { super.delete(key); super.set(key, value); if (this.size > (this.limit ?? Infinity)) this.delete(this.keys().next().value); return this }
}
const heap = new Heap()
require('fs').readFileSync(0, 'utf8').trim().split(' ').forEach((value) => heap.push(+value))
const sorted = []
while (heap.size) sorted.push(heap.pop())
console.log(sorted)
const cache = new Cache(2)
cache.set('a', 1).set('b', 2); cache.get('a'); cache.set('c', 3)
console.log([...cache.keys()], cache.has('b'))
let list = null
for (const value of sorted.slice(0, 3)) list = { value, next: list }
console.log(list)`,
  },
  {
    name: 'deep copies and proxies',
    source: `
const original = { when: new Date(0), tags: new Set(['a']), nested: { list: [1, { two: 2 }] }, pattern: /x/gi, none: undefined }
const copy = structuredClone(original)
copy.nested.list[1].two = 3
copy.tags.add('b')
console.log(original.nested.list[1].two, original.tags.size, copy)
try { structuredClone({ run() {} }) } catch (error) { console.log(error.name) }
const watched = new Proxy({}, { get: (target, key) => key in target ? target[key] : 'no ' + String(key), set(target, key, value) { console.log('set', key, value); target[key] = value; return true } })
watched.colour = 'red'
console.log(watched.colour, watched.size, Reflect.ownKeys(watched))
const frozen = Object.freeze({ a: 1 })
frozen.a = 2
console.log(frozen.a, Object.isFrozen(frozen), Object.getOwnPropertyDescriptor(frozen, 'a'))`,
  },
]
