/** Prelude part, loaded on demand: the modules util and string_decoder. */
export const UTIL_PART = String.raw`(({ part, inspect, format, Buffer, codeError, promisified }) => {
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1)
const is = (...tags) => (value) => typeof value === 'object' && value !== null && tags.includes(tagOf(value))
const isView = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView)
const types = {
  isDate: (value) => value instanceof Date, isRegExp: (value) => value instanceof RegExp, isMap: (value) => value instanceof Map,
  isSet: (value) => value instanceof Set, isWeakMap: (value) => value instanceof WeakMap, isWeakSet: (value) => value instanceof WeakSet,
  isPromise: (value) => value instanceof Promise, isNativeError: (value) => value instanceof Error,
  isArrayBuffer: (value) => value instanceof ArrayBuffer, isAnyArrayBuffer: (value) => value instanceof ArrayBuffer || value instanceof SharedArrayBuffer,
  isArrayBufferView: ArrayBuffer.isView, isDataView: (value) => value instanceof DataView,
  isTypedArray: isView, isUint8Array: (value) => value instanceof Uint8Array,
  isAsyncFunction: (value) => tagOf(value) === 'AsyncFunction' || tagOf(value) === 'AsyncGeneratorFunction',
  isGeneratorFunction: (value) => tagOf(value) === 'GeneratorFunction' || tagOf(value) === 'AsyncGeneratorFunction',
  isGeneratorObject: is('Generator'), isMapIterator: is('Map Iterator'), isSetIterator: is('Set Iterator'),
  isBoxedPrimitive: (value) => is('Number', 'String', 'Boolean', 'Symbol', 'BigInt')(value),
}
const promisify = (run) => {
  if (typeof run !== 'function') throw codeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "original" argument must be of type function.')
  if (run[promisified]) return run[promisified]
  const made = function (...values) {
    return new Promise((resolve, reject) => run.call(this, ...values, (error, value) => error ? reject(error) : resolve(value)))
  }
  return Object.defineProperties(made, { name: { value: run.name, configurable: true } })
}
promisify.custom = promisified
const callbackify = (run) => function (...values) {
  const done = values.pop()
  run.apply(this, values).then((value) => process.nextTick(done, null, value), (error) => process.nextTick(done, error))
}
const inherits = (child, parent) => {
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true })
  Object.setPrototypeOf(child.prototype, parent.prototype)
}
const deprecate = (run, message, code) => {
  let told = false
  return function (...values) {
    if (!told) { told = true; console.error('(node:1) ' + (code ? '[' + code + '] ' : '') + 'DeprecationWarning: ' + message) }
    return new.target ? Reflect.construct(run, values, new.target) : run.apply(this, values)
  }
}
const ANSI = /\u001b\[[0-9;]*[A-Za-z]/g
const util = {
  inspect, format, promisify, callbackify, inherits, deprecate, types, isArray: Array.isArray,
  isDeepStrictEqual: (a, b) => part('equal').same(a, b, true),
  stripVTControlCharacters: (text) => text.replace(ANSI, ''),
  debuglog: () => Object.assign(() => {}, { enabled: false }),
  TextEncoder, TextDecoder,
}
/** How many bytes at the end begin a character that they do not end. */
const unfinished = (bytes) => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}
class StringDecoder {
  #kept = Buffer.alloc(0)
  constructor(encoding = 'utf8') { this.encoding = encoding === 'utf-8' ? 'utf8' : encoding }
  write(chunk) {
    if (typeof chunk === 'string') return chunk
    const bytes = Buffer.concat([this.#kept, Buffer.from(chunk)])
    const open = this.encoding === 'utf8' ? unfinished(bytes)
      : this.encoding === 'base64' ? bytes.length % 3 : /^(?:utf16le|ucs2)$/.test(this.encoding) ? bytes.length % 2 : 0
    this.#kept = bytes.subarray(bytes.length - open)
    return bytes.toString(this.encoding, 0, bytes.length - open)
  }
  end(chunk) {
    const text = chunk === undefined ? '' : this.write(chunk)
    const rest = this.#kept
    this.#kept = Buffer.alloc(0)
    return text + (rest.length > 0 ? rest.toString(this.encoding) : '')
  }
}
return { util, StringDecoder }
})`
