/** Prelude part: process, and how a program ends. */
export const PROCESS_PRELUDE = String.raw`
const exitHandlers = []
const beforeExitHandlers = []
let exiting = false
const exitCodeOf = () => Number(process.exitCode) || 0
const tellExit = (code) => {
  if (exiting) return
  exiting = true
  for (const handler of exitHandlers) handler.call(process, code)
}
const exitNow = (code) => {
  process.exitCode = code
  tellExit(code)
  host.exit(exitCodeOf())
  halt()
}
const outputStream = (fd) => Object.assign(new EventEmitter(), {
  fd, isTTY: false, columns: 80, writable: true,
  write(value, encoding, callback) {
    if (typeof value !== 'string' && !ArrayBuffer.isView(value)) {
      throw codeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received ' + received(value))
    }
    write(fd, value)
    const done = typeof encoding === 'function' ? encoding : callback
    if (typeof done === 'function') nextTick(done)
    return true
  },
  end(value, ...more) { if (value !== undefined && typeof value !== 'function') this.write(value, ...more); return this },
  cork: nothing, uncork: nothing, getColorDepth: () => 1, hasColors: () => false,
})
const received = (value) => {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return 'function ' + value.name
  if (typeof value === 'object') return value.constructor && value.constructor.name ? 'an instance of ' + value.constructor.name : inspect(value, { depth: -1 })
  const text = inspect(value)
  return 'type ' + typeof value + ' (' + (text.length > 28 ? text.slice(0, 25) + '...' : text) + ')'
}
const process = {
  argv: ['node', '/main.js'], env: {}, execArgv: [], exitCode: undefined, pid: 1, ppid: 0, platform: 'linux', arch: 'wasm32',
  version: 'v20.0.0', versions: { node: '20.0.0' },
  stdin, stdout: outputStream(1), stderr: outputStream(2),
  exit(code) { exitNow(code === undefined ? exitCodeOf() : Number(code) || 0) },
  abort() { exitNow(134) },
  cwd: () => '/', uptime: () => performance.now() / 1000, nextTick,
  hrtime: Object.assign((since) => {
    const now = performance.now()
    const nanoseconds = Math.floor(now * 1e6) - (since ? since[0] * 1e9 + since[1] : 0)
    return [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9]
  }, { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) }),
  memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), { rss: () => 0 }),
  on(name, handler) {
    if (name === 'exit') exitHandlers.push(handler)
    if (name === 'beforeExit') beforeExitHandlers.push(handler)
    if (name === 'uncaughtException' || name === 'unhandledRejection') uncaughtHandlers.push({ name, handler })
    return process
  },
  once(name, handler) { return process.on(name, handler) },
  addListener(name, handler) { return process.on(name, handler) },
  off: () => process, removeListener: () => process, removeAllListeners: () => process, listenerCount: () => 0, emit: () => false,
  emitWarning: (warning) => { write(2, '(node:1) ' + (warning instanceof Error ? warning.name + ': ' + warning.message : 'Warning: ' + warning) + '\n') },
}
Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true })
const uncaughtHandlers = []
/** Hands an error that nobody caught to the program's own handler; false where it has none. */
const handedOver = (error, name) => {
  const found = uncaughtHandlers.find((one) => one.name === name) || uncaughtHandlers.find((one) => one.name === 'uncaughtException')
  if (found !== undefined) found.handler.call(process, error, name)
  return found !== undefined
}
const report = (error) => write(2, 'Uncaught ' + (error instanceof Error ? describeError(error) : inspect(error)) + '\n')
/** Takes an error that nobody caught: the exit code, or undefined where the program has a handler and goes on. */
const uncaught = (error) => {
  if (handedOver(error, 'uncaughtException')) return undefined
  report(error)
  process.exitCode = 1
  tellExit(1)
  return exitCodeOf()
}
let told = 0
const finish = () => {
  while (told < beforeExitHandlers.length) beforeExitHandlers[told++].call(process, exitCodeOf())
  tellExit(exitCodeOf())
  return exitCodeOf()
}
`
