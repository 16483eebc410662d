import type { InterviewProgram } from '../program.ts'

/** Modules of Node, errors and how a program ends. */
export const JAVASCRIPT_MODULES: readonly InterviewProgram[] = [
  {
    name: 'paths',
    stdin: '/home/ann/../bob/notes.tar.gz',
    source: `
const path = require('path')
const given = require('fs').readFileSync(0, 'utf8').trim()
console.log(path.normalize(given), path.basename(given), path.extname(given), path.dirname(given))
console.log(path.parse(given), path.join('a', '..', '/b/', './c'), path.resolve('/x', 'y', '..', 'z'), path.relative('/a/b/c', '/a/d'))
console.log(path.isAbsolute('a'), path.sep, path.format({ dir: '/tmp', name: 'f', ext: '.txt' }))`,
  },
  {
    name: 'addresses and queries',
    source: `
const url = new URL('https://ann:s3cret@Example.com:8443/shop/../list?q=caf%C3%A9&page=2#top')
console.log(url.host, url.hostname, url.port, url.pathname, url.search, url.hash, url.username, url.origin)
url.searchParams.append('tag', 'a b')
url.searchParams.set('page', 3)
console.log(url.href, Object.fromEntries(url.searchParams), url.searchParams.getAll('tag'))
const params = new URLSearchParams({ z: 1, a: 'x&y' })
params.sort()
console.log(params.toString(), [...params.keys()], params.has('z'))
console.log(new URL('../up?x#y', 'http://h/a/b/c').href, url)
try { new URL('no address') } catch (error) { console.log(error.name, error.code, error.message) }
console.log(require('querystring').parse('a=1&a=2&b=').a, require('url').URL === URL)`,
  },
  {
    name: 'assertions',
    source: String.raw`
const assert = require('node:assert/strict')
const loose = require('assert')
const tried = (run) => { try { run(); console.log('held') } catch (error) { console.log(error.name, error.code, JSON.stringify(error.message.split('\n')[0])) } }
tried(() => assert.equal(1, 1))
tried(() => assert.equal(1, '1'))
tried(() => loose.equal(1, '1'))
tried(() => assert.deepEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }))
tried(() => assert.deepEqual([1, 2], [1, 3]))
tried(() => loose.deepEqual({ a: 1 }, { a: '1' }))
tried(() => assert.throws(() => { throw new TypeError('bad thing') }, TypeError))
tried(() => assert.throws(() => { throw new TypeError('bad thing') }, /thing/))
tried(() => assert.throws(() => {}))
tried(() => assert.notEqual(NaN, NaN))
tried(() => assert.match('abc', /b/))
assert.rejects(async () => { throw new Error('late') }, { message: 'late' }).then(() => console.log('rejected as it should'))`,
  },
  {
    name: 'util and its friends',
    source: `
const util = require('util')
const { StringDecoder } = require('string_decoder')
console.log(util.inspect({ a: { b: { c: { d: 1 } } } }, { depth: null }), util.format('%s=%d', 'x', 5), util.isDeepStrictEqual([1], [1]))
console.log(util.inspect({ b: 1, a: [1, 2] }, { compact: false, sorted: true }), util.types.isDate(new Date()))
class Money { constructor(cents) { this.cents = cents } [util.inspect.custom]() { return '$' + (this.cents / 100).toFixed(2) } }
console.log(new Money(1999), [new Money(5)])
const decoder = new StringDecoder('utf8')
console.log(decoder.write(Buffer.from([0xc3])) + decoder.write(Buffer.from([0xa9])))
const half = util.promisify((value, done) => setImmediate(() => value % 2 ? done(new Error('odd: ' + value)) : done(null, value / 2)))
half(8).then((value) => { console.log(value); return half(3) }).catch((error) => console.log(error.message))
util.promisify(setTimeout)(300).then(() => console.log('slept'))`,
  },
  {
    name: 'buffers and encodings',
    source: `
const text = 'Grüße'
const bytes = Buffer.from(text)
console.log(bytes, bytes.length, bytes.toString('hex'), bytes.toString('base64'), Buffer.from('R3LDvMOfZQ==', 'base64').toString())
const packed = Buffer.alloc(7)
packed.writeUInt16BE(513, 0); packed.writeInt32LE(-2, 2); packed[6] = 255
console.log(packed, packed.readUInt16BE(0), packed.readInt32LE(2), packed.subarray(0, 2).equals(Buffer.from([2, 1])))
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString(), Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.byteLength('é'), bytes.indexOf('r'))
console.log(new TextEncoder().encode('é'), new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 0xac])), btoa('hi'), atob('aGk='))
console.log(JSON.stringify(Buffer.from('ab')))`,
  },
  {
    name: 'the main module',
    stdin: '6 7',
    source: `
'use strict'
function solve(input) { const [a, b] = input.trim().split(' ').map(Number); return a * b }
module.exports = { solve }
if (require.main === module) {
  console.log(solve(require('node:fs').readFileSync(0).toString()))
}`,
  },
  {
    name: 'an async main module',
    stdin: '1\n2',
    source: `
async function run() {
  const lines = []
  for await (const line of require('readline').createInterface({ input: process.stdin })) lines.push(line)
  return lines.map(Number)
}
if (require.main === module) run().then(console.log, (error) => { console.error(error); process.exit(1) })`,
  },
  {
    name: 'messages of errors',
    source: `
'use strict'
const tried = (run) => { try { run() } catch (error) { console.log(error.name + ': ' + error.message) } }
tried(() => null.name)
tried(() => undefined.list.length)
tried(() => { const user = {}; user.address.street = 1 })
tried(() => missing + 1)
tried(() => { later; let later = 1 })
tried(() => { const fixed = 1; fixed = 2 })
tried(() => { Object.freeze({ a: 1 }).a = 2 })
tried(() => JSON.parse(''))
tried(() => JSON.parse('not json'))
tried(() => { const ring = { inner: {} }; ring.inner.ring = ring; JSON.stringify(ring) })
tried(() => JSON.stringify({ big: 1n }))
tried(() => new Array(-1))
tried(() => [].reduce((a, b) => a + b))
tried(() => 1n + 1)
tried(() => 5n / 0n)
tried(() => Object.keys(null))
tried(() => new Date(NaN).toISOString())
tried(() => decodeURIComponent('%'))`,
  },
  {
    name: 'errors of its own, with causes',
    source: `
class AppError extends Error { constructor(message, options) { super(message, options); this.name = this.constructor.name } }
class NotFound extends AppError { constructor(what) { super(what + ' not found'); this.status = 404 } }
const find = (id) => { if (id > 2) throw new NotFound('item ' + id); return id }
for (const id of [1, 3]) {
  try { console.log(find(id)) } catch (error) {
    console.log(error instanceof NotFound, error instanceof Error, error.name, error.status, String(error), Object.keys(error))
  } finally { console.log('looked for', id) }
}
try { try { null.x } catch (cause) { throw new AppError('outer', { cause }) } } catch (error) { console.log(error.message, error.cause.constructor.name) }
const many = new AggregateError([new Error('a'), new Error('b')], 'several')
console.log(many.errors.length, many.message, Error('no new').message, typeof many.stack)`,
  },
  {
    name: 'an error that nobody catches',
    source: `
process.on('exit', (code) => console.log('exit', code))
console.log('before')
const broken = () => { throw new TypeError('broken') }
setTimeout(broken, 1)
setTimeout(() => console.log('never'), 50)`,
  },
  {
    name: 'an exit code of its own',
    stdin: 'bad',
    source: String.raw`
const { stdin, stdout } = process
stdin.on('data', (data) => {
  if (String(data).trim() === 'bad') { stdout.write('refused\n'); process.exitCode = 3 }
})
stdin.on('end', () => stdout.write('ended without a line feed'))`,
  },
  {
    name: 'recursion eight thousand deep',
    stdin: '8000',
    source: `
const depth = Number(require('fs').readFileSync(0, 'utf8'))
const sum = (n) => n === 0 ? 0 : n + sum(n - 1)
console.log(sum(depth))
const memo = new Map()
const ways = (n) => { if (n < 2) return 1n; if (!memo.has(n)) memo.set(n, ways(n - 1) + ways(n - 2)); return memo.get(n) }
console.log(String(ways(1000)).length)
const next = Array.from({ length: depth }, (_, i) => i + 1)
const seen = new Set()
const visit = (at) => { if (at >= depth || seen.has(at)) return; seen.add(at); visit(next[at]) }
visit(0)
console.log(seen.size)`,
  },
  {
    name: 'recursion without an end, caught',
    source: `
let depth = 0
const down = () => { depth++; down() }
try { down() } catch (error) {
  console.log(error instanceof RangeError, error.name, error.message, error.constructor === RangeError, depth > 1000)
}`,
  },
  {
    name: 'files in a folder for temporary ones',
    source: String.raw`
const fs = require('fs')
const path = require('path')
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'try-'))
const file = path.join(folder, 'notes.txt')
fs.writeFileSync(file, 'one\n')
fs.appendFileSync(file, 'two\n')
console.log(fs.readFileSync(file, 'utf8').split('\n').length, fs.existsSync(file), fs.readdirSync(folder))
fs.unlinkSync(file)
try { fs.readFileSync(path.join(folder, 'gone')) } catch (error) { console.log(error.code) }
fs.promises.readFile('/dev/stdin', 'utf8').then((text) => console.log(JSON.stringify(text)))
fs.rmSync(folder, { recursive: true })`,
  },
  {
    name: 'a class hierarchy',
    stdin: 'circle 2\nsquare 3',
    source: String.raw`
class Shape {
  static #made = 0
  #name
  constructor(name) { this.#name = name; Shape.#made++ }
  get name() { return this.#name }
  static get made() { return Shape.#made }
  toString() { return this.name + ' ' + this.area().toFixed(2) }
  area() { throw new Error('not implemented') }
  static { this.kinds = [] }
}
class Circle extends Shape { constructor(r) { super('circle'); this.r = r } area() { return Math.PI * this.r ** 2 } }
class Square extends Shape { constructor(a) { super('square'); this.a = a } area() { return this.a ** 2 } toJSON() { return { side: this.a } } }
const kinds = { circle: Circle, square: Square }
const shapes = require('fs').readFileSync(0, 'utf8').trim().split('\n').map((line) => { const [kind, size] = line.split(' '); return new kinds[kind](+size) })
for (const shape of shapes) console.log(String(shape), shape instanceof Shape, shape.constructor.name, shape)
console.log(Shape.made, Shape.kinds, JSON.stringify(shapes), Object.getPrototypeOf(Circle) === Shape)
const mixed = Object.assign(Object.create({ inherited: 1 }), { own: 2 })
for (const key in mixed) console.log(key, Object.hasOwn(mixed, key))
const { own, ...rest } = { own: 1, a: 2, b: 3 }
console.log(own, rest, mixed?.missing?.deep ?? 'default', (() => { try { return 'try' } finally { console.log('finally') } })())`,
  },
  {
    name: 'closures, currying and composition',
    source: `
const curry = (run) => function curried(...args) { return args.length >= run.length ? run(...args) : (...more) => curried(...args, ...more) }
const compose = (...runs) => (value) => runs.reduceRight((result, run) => run(result), value)
const memoise = (run) => { const known = new Map(); return (key) => known.has(key) ? known.get(key) : (known.set(key, run(key)), known.get(key)) }
console.log(curry((a, b, c) => a + b * c)(1)(2, 3), compose((x) => x + 1, (x) => x * 2)(5))
let calls = 0
const square = memoise((x) => { calls++; return x * x })
console.log(square(4), square(4), calls)
var self = this
console.log(this === module.exports, (function () { return typeof this })(), [1, 2, 3].map(parseInt), typeof null, typeof undeclared, void 0)
console.log([..."mississippi"].reduce((all, letter) => all.set(letter, (all.get(letter) || 0) + 1), new Map()))
console.log(String(Symbol('tag')), [1, 2, 3, 4, 5].filter((x) => x & 1), [[1, 'a'], [2, 'b']].map(([n, l]) => l + n), Math.max(...[1, 5, 3]), [3, 1, 2].sort().join(), [] + {}, [1] == 1, null ?? 'x', 0 || 'y')
label: for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (j === 1) continue label; if (i === 2) break label; console.log(i, j) }`,
  },
]
