/** Prelude part: the built-in modules behind require and import, and what becomes global. */
export const MODULES_PRELUDE = String.raw`
const kit = {
  host, inspect, format, primitive, part, Buffer, codeError, received, custom: CUSTOM, promisified, process, localeOf, setTimeout, clearTimeout, setImmediate, encodeUtf8, decodeUtf8,
}
inspect.custom = CUSTOM
const timerPromises = {
  setTimeout: setTimeout[promisified], setImmediate: setImmediate[promisified],
  async *setInterval(delay, value) { for (;;) { await setTimeout[promisified](delay); yield value } },
}
const timersModule = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval: clearTimeout, clearImmediate, promises: timerPromises }
const osModule = { EOL: '\n', cpus: () => [], platform: () => 'linux', type: () => 'Linux', arch: () => 'wasm32', tmpdir: () => '/tmp', homedir: () => '/', hostname: () => 'localhost', totalmem: () => 0, freemem: () => 0, uptime: () => 0, endianness: () => 'LE', availableParallelism: () => 1 }
const notHere = (what) => { throw new Error(what + ' is not there on this engine') }
const randomInt = (low, high) => high === undefined ? Math.floor(Math.random() * low) : low + Math.floor(Math.random() * (high - low))
const fillRandom = (bytes) => { const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength); for (let i = 0; i < view.length; i++) view[i] = randomInt(256); return bytes }
const randomUUID = () => 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (mark) => (mark === 'x' ? randomInt(16) : 8 + randomInt(4)).toString(16))
const cryptoModule = {
  randomUUID, randomInt, randomBytes: (size) => fillRandom(new (part('buffer'))(size)), getRandomValues: fillRandom,
  createHash: () => notHere('crypto.createHash'), createHmac: () => notHere('crypto.createHmac'),
}
const builtin = {
  fs: () => fs, 'fs/promises': () => fs.promises, process: () => process, events: () => EventEmitter, console: () => console,
  readline: () => readlineModule, 'readline/promises': () => readlineModule.promises,
  timers: () => timersModule, 'timers/promises': () => timerPromises,
  os: () => osModule, buffer: () => ({ Buffer: part('buffer'), atob, btoa, kMaxLength: 2 ** 31 }), perf_hooks: () => ({ performance }),
  crypto: () => cryptoModule, module: () => ({ createRequire: () => require, builtinModules: Object.keys(builtin) }),
  path: () => part('path'), 'path/posix': () => part('path'), url: () => part('url').url, querystring: () => part('url').querystring,
  assert: () => part('equal').assert, 'assert/strict': () => part('equal').assert.strict,
  util: () => part('util').util, 'util/types': () => part('util').util.types, string_decoder: () => ({ StringDecoder: part('util').StringDecoder }),
}
const ELSEWHERE = ['async_hooks', 'child_process', 'cluster', 'dgram', 'dns', 'http', 'http2', 'https', 'net', 'stream', 'stream/promises', 'tls', 'tty', 'v8', 'vm', 'worker_threads', 'zlib', 'inspector', 'test', 'diagnostics_channel']
const plainName = (name) => String(name).replace(/^node:/, '')
const made = new Map()
const require = (name) => {
  const plain = plainName(name)
  if (Object.hasOwn(builtin, plain)) {
    if (!made.has(plain)) made.set(plain, builtin[plain]())
    return made.get(plain)
  }
  const said = ELSEWHERE.includes(plain) ? "Cannot find module '" + name + "': it is not there on this engine" : "Cannot find module '" + name + "'"
  throw Object.assign(new Error(said), { code: 'MODULE_NOT_FOUND' })
}
const mainModule = { exports: {}, id: '.', filename: '/main.js', loaded: false, children: [], paths: [], require }
require.main = mainModule
require.cache = {}
require.resolve = (name) => name
const moduleSource = (name) => {
  const plain = plainName(name)
  if (!Object.hasOwn(builtin, plain)) return ''
  const found = require(name)
  const names = Object.keys(found).filter((key) => /^[A-Za-z_]\w*$/.test(key) && key !== 'default')
  return 'const found = globalThis[Symbol.for("engine.require")](' + JSON.stringify(name) + ');export default found;'
    + (names.length > 0 ? 'export const { ' + names.join(', ') + ' } = found;' : '')
}
const atob = (text) => Buffer.from(String(text), 'base64').toString('latin1')
const btoa = (text) => Buffer.from(String(text), 'latin1').toString('base64')
const globals = {
  console, process, require, TextEncoder, TextDecoder, performance, Date: VirtualDate, print: console.log, readline: takeLine, Intl, atob, btoa,
  setTimeout, setInterval, setImmediate, clearTimeout, clearInterval: clearTimeout, clearImmediate, queueMicrotask, global: globalThis,
  module: mainModule, exports: mainModule.exports, __filename: '/main.js', __dirname: '/', crypto: cryptoModule,
  [Symbol.for('engine.require')]: require,
}
for (const key of Reflect.ownKeys(globals)) {
  Object.defineProperty(globalThis, key, { value: globals[key], writable: true, enumerable: false, configurable: true })
}
const LAZY = { Buffer: 'buffer', URL: 'url', URLSearchParams: 'url', structuredClone: 'clone', DOMException: 'clone', AbortController: 'abort', AbortSignal: 'abort', Event: 'abort', EventTarget: 'abort' }
for (const name of Object.keys(LAZY)) lazily(globalThis, name, () => name === 'Buffer' ? part('buffer') : part(LAZY[name])[name])
const parts = new Map()
function part(name) {
  if (!parts.has(name)) parts.set(name, host.part(name)(kit))
  return parts.get(name)
}
const begin = (main) => { watch(main.call(mainModule.exports, mainModule.exports, require, mainModule, '/main.js', '/')); runTicks() }
const beginScript = (value) => { watch(value); runTicks() }
const setShift = (columns) => { shift = columns }
return { turn, watch, report, uncaught, moduleSource, finish, begin, beginScript, setShift }
`
