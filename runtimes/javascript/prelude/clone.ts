/** Prelude part, loaded on demand: structuredClone and DOMException. */
export const CLONE_PART = `(({ codeError }) => {
const CODES = { DataCloneError: 25, AbortError: 20, TimeoutError: 23, InvalidCharacterError: 5 }
class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message)
    Object.defineProperty(this, 'name', { value: String(typeof name === 'object' ? name.name : name), configurable: true })
  }
  get code() { return CODES[this.name] || 0 }
}
const ERRORS = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
const refused = (value) => {
  const text = typeof value === 'symbol' ? String(value) : typeof value === 'function' ? Function.prototype.toString.call(value) : '#<' + (value.constructor?.name || 'Object') + '>'
  return new DOMException(text + ' could not be cloned.', 'DataCloneError')
}
const shell = (value) => {
  if (Array.isArray(value)) return new Array(value.length)
  if (value instanceof Date) return new Date(value.getTime())
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (value instanceof Map) return new Map()
  if (value instanceof Set) return new Set()
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return Object(value.valueOf())
  if (value instanceof Error) {
    const made = Object.create((ERRORS[value.name] || Error).prototype)
    for (const key of ['stack', 'message', 'cause']) {
      if (Object.hasOwn(value, key)) Object.defineProperty(made, key, { value: value[key], writable: true, configurable: true })
    }
    return made
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) throw refused(value)
  return {}
}
const structuredClone = (...given) => {
  if (given.length === 0) throw codeError(TypeError, 'ERR_MISSING_ARGS', 'The "value" argument must be specified')
  const known = new Map()
  const copy = (value) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw refused(value)
    if (typeof value !== 'object' || value === null) return value
    if (known.has(value)) return known.get(value)
    if (ArrayBuffer.isView(value)) {
      const name = value instanceof DataView ? 'DataView' : Object.getPrototypeOf(Uint8Array.prototype).constructor.prototype.__lookupGetter__(Symbol.toStringTag).call(value)
      const view = new globalThis[name](copy(value.buffer), value.byteOffset, name === 'DataView' ? value.byteLength : value.length)
      known.set(value, view)
      return view
    }
    const made = shell(value)
    known.set(value, made)
    if (value instanceof Map) for (const [key, item] of [...value]) made.set(copy(key), copy(item))
    else if (value instanceof Set) for (const item of [...value]) made.add(copy(item))
    else if (Array.isArray(value) || !(value instanceof Error || value instanceof Date || value instanceof RegExp || value instanceof ArrayBuffer || value instanceof String)) {
      for (const key of Object.keys(value)) made[key] = copy(value[key])
    }
    return made
  }
  return copy(given[0])
}
return { structuredClone, DOMException }
})`
