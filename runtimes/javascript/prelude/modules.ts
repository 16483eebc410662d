/** Prelude part: process, the built-in modules behind require and import, and what becomes global. */
export const MODULES_PRELUDE = String.raw`
const exitHandlers = []
let exiting = false
const exitNow = (code) => {
  if (!exiting) { exiting = true; for (const handler of exitHandlers) handler(code) }
  host.exit(code)
  halt()
}
const outputStream = (fd) => ({
  fd, isTTY: false, columns: 80, on() { return this }, once() { return this },
  write(value, encoding, callback) {
    write(fd, value)
    const done = typeof encoding === 'function' ? encoding : callback
    if (typeof done === 'function') queueMicrotask(done)
    return true
  },
  end(value) { if (value !== undefined) write(fd, value) },
})
const process = {
  argv: ['node', '/main.js'], env: {}, execArgv: [], exitCode: undefined, pid: 1, platform: 'linux', arch: 'wasm32',
  version: 'v20.0.0', versions: { node: '20.0.0' },
  stdin, stdout: outputStream(1), stderr: outputStream(2),
  exit(code) { exitNow(code === undefined ? Number(process.exitCode) || 0 : Number(code) || 0) },
  abort() { exitNow(134) },
  cwd: () => '/', uptime: () => performance.now() / 1000, nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
  hrtime: Object.assign((since) => {
    const now = performance.now()
    const nanoseconds = Math.floor(now * 1e6) - (since ? since[0] * 1e9 + since[1] : 0)
    return [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9]
  }, { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) }),
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0 }),
  on(name, handler) { if (name === 'exit') exitHandlers.push(handler); return process },
  once(name, handler) { return process.on(name, handler) },
  emitWarning: nothing,
}
const noFile = (path) => Object.assign(new Error("ENOENT: no such file or directory, open '" + path + "'"), { code: 'ENOENT', errno: -2 })
const isInput = (path) => path === 0 || path === '/dev/stdin' || path === '/proc/self/fd/0'
let readPosition = 0
const fs = {
  readFileSync(path, options) {
    if (!isInput(path)) throw noFile(path)
    const encoding = typeof options === 'string' ? options : options && options.encoding
    if (!encoding) return new Buffer(inputBytes())
    return encoding === 'utf8' || encoding === 'utf-8' ? inputText() : new Buffer(inputBytes()).toString(encoding)
  },
  readSync(fd, target, offset, length) {
    if (fd !== 0) throw noFile(fd)
    const chunk = inputBytes().subarray(readPosition, readPosition + (length || target.length))
    target.set(chunk, offset || 0)
    readPosition += chunk.length
    return chunk.length
  },
  openSync(path) { if (isInput(path)) return 0; throw noFile(path) },
  closeSync: nothing,
  existsSync: isInput,
  writeSync(fd, value) { if (fd !== 1 && fd !== 2) throw noFile(fd); write(fd, value); return value.length },
  writeFileSync(path, value) {
    if (path !== 1 && path !== '/dev/stdout' && path !== 2 && path !== '/dev/stderr') throw noFile(path)
    write(path === 1 || path === '/dev/stdout' ? 1 : 2, value)
  },
  readFile(path, options, callback) {
    const done = callback || options
    setImmediate(() => {
      let data
      try { data = fs.readFileSync(path, callback ? options : undefined) } catch (error) { return done(error) }
      return done(null, data)
    })
  },
  promises: { readFile: async (path, options) => fs.readFileSync(path, options) },
}
class AssertionError extends Error { constructor(message) { super(message); this.name = 'AssertionError'; this.code = 'ERR_ASSERTION' } }
const assert = (value, message) => { if (!value) throw message instanceof Error ? message : new AssertionError(message || 'The expression evaluated to a falsy value') }
const assertSame = (same) => (a, b, message) => assert(same(a, b), message || 'Expected ' + inspect(a) + ' to equal ' + inspect(b))
const deepSame = (a, b) => inspect(a, { depth: null }) === inspect(b, { depth: null })
Object.assign(assert, {
  ok: assert, AssertionError, equal: assertSame((a, b) => a == b), strictEqual: assertSame(Object.is),
  notStrictEqual: assertSame((a, b) => !Object.is(a, b)), deepEqual: assertSame(deepSame), deepStrictEqual: assertSame(deepSame),
  throws(run) { let threw = false; try { run() } catch { threw = true } assert(threw, 'Missing expected exception.') },
})
const builtin = {
  fs, 'fs/promises': fs.promises, process, assert, events: EventEmitter,
  readline: { createInterface, promises: { createInterface: promisedInterface }, clearLine: nothing, cursorTo: nothing },
  'readline/promises': { createInterface: promisedInterface },
  util: { inspect, format, promisify: (run) => (...values) => new Promise((resolve, reject) => run(...values, (error, value) => error ? reject(error) : resolve(value))), TextEncoder, TextDecoder },
  os: { EOL: '\n', cpus: () => [], platform: () => 'linux' },
  buffer: { Buffer }, perf_hooks: { performance }, console,
  timers: { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval: clearTimeout, clearImmediate },
  'timers/promises': { setTimeout: (delay, value) => new Promise((resolve) => setTimeout(resolve, delay, value)) },
}
const plainName = (name) => String(name).replace(/^node:/, '')
const require = (name) => {
  if (Object.hasOwn(builtin, plainName(name))) return builtin[plainName(name)]
  throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' })
}
const moduleSource = (name) => {
  if (!Object.hasOwn(builtin, plainName(name))) return ''
  const names = Object.keys(builtin[plainName(name)]).filter((key) => /^[A-Za-z_]\w*$/.test(key) && key !== 'default')
  const found = 'const found = globalThis[Symbol.for("engine.require")](' + JSON.stringify(name) + ');'
  const named = plainName(name) === 'events' ? 'export { found as EventEmitter };' : names.length > 0 ? 'export const { ' + names.join(', ') + ' } = found;' : ''
  return found + 'export default found;' + named
}
const report = (error) => write(2, 'Uncaught ' + (error instanceof Error ? describeError(error) : inspect(error)) + '\n')
const globals = {
  console, process, require, Buffer, TextEncoder, TextDecoder, performance, Date: VirtualDate, print: console.log, readline: takeLine,
  setTimeout, setInterval, setImmediate, clearTimeout, clearInterval: clearTimeout, clearImmediate, queueMicrotask, global: globalThis,
  [Symbol.for('engine.require')]: require,
}
for (const key of Reflect.ownKeys(globals)) {
  Object.defineProperty(globalThis, key, { value: globals[key], writable: true, enumerable: false, configurable: true })
}
const finish = () => {
  if (!exiting) { exiting = true; for (const handler of exitHandlers) handler(Number(process.exitCode) || 0) }
  return Number(process.exitCode) || 0
}
const begin = (main) => { const module = { exports: {} }; watch(main.call(module.exports, module.exports, require, module, '/main.js', '/')) }
const setShift = (columns) => { shift = columns }
return { turn, watch, report, moduleSource, finish, begin, setShift }
`
