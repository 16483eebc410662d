/** Prelude part, loaded on demand: the methods of Buffer beyond reading and writing text. */
export const BUFFER_PART = `(({ Buffer, custom }) => {
const bytesOf = (value, encoding) => typeof value === 'string' ? Buffer.from(value, encoding) : typeof value === 'number' ? Buffer.from([value]) : value
const order = (a, b) => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
  return Math.sign(a.length - b.length)
}
const methods = {
  equals(other) { return order(this, other) === 0 },
  compare(other) { return order(this, other) },
  indexOf(value, from = 0, encoding) {
    const wanted = bytesOf(value, encoding)
    for (let at = from < 0 ? Math.max(0, this.length + from) : from; at <= this.length - wanted.length; at++) {
      if (wanted.every((byte, i) => this[at + i] === byte)) return at
    }
    return -1
  },
  includes(value, from, encoding) { return this.indexOf(value, from, encoding) !== -1 },
  copy(target, at = 0, start = 0, end = this.length) {
    const part = this.subarray(start, Math.min(end, start + target.length - at))
    target.set(part, at)
    return part.length
  },
  write(text, at = 0, length, encoding) {
    const bytes = Buffer.from(text, typeof length === 'string' ? length : encoding).subarray(0, Math.min(this.length - at, typeof length === 'number' ? length : Infinity))
    this.set(bytes, at)
    return bytes.length
  },
  fill(value, start = 0, end = this.length, encoding) {
    if (typeof value === 'number') return Uint8Array.prototype.fill.call(this, value, start, end)
    const bytes = bytesOf(value, encoding)
    for (let i = start; i < end; i++) this[i] = bytes.length > 0 ? bytes[(i - start) % bytes.length] : 0
    return this
  },
  readUIntBE(at, length) { return this.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0) },
  readUIntLE(at, length) { return this.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0) },
  [custom]() {
    const shown = Array.from(this.subarray(0, 50), (byte) => ' ' + byte.toString(16).padStart(2, '0')).join('')
    const more = this.length - 50
    return '<Buffer' + shown + (more > 0 ? ' ... ' + more + ' more byte' + (more > 1 ? 's' : '') : '') + '>'
  },
}
const KINDS = [['UInt8', 1, 'Uint8'], ['Int8', 1, 'Int8'], ['UInt16', 2, 'Uint16'], ['Int16', 2, 'Int16'], ['UInt32', 4, 'Uint32'], ['Int32', 4, 'Int32'], ['Float', 4, 'Float32'], ['Double', 8, 'Float64'], ['BigInt64', 8, 'BigInt64'], ['BigUInt64', 8, 'BigUint64']]
const viewOf = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
for (const [name, size, kind] of KINDS) {
  for (const end of size === 1 ? [''] : ['LE', 'BE']) {
    methods['read' + name + end] = function (at = 0) { return viewOf(this)['get' + kind](at, end === 'LE') }
    methods['write' + name + end] = function (value, at = 0) { viewOf(this)['set' + kind](at, value, end === 'LE'); return at + size }
  }
}
for (const name of Object.getOwnPropertyNames(methods)) {
  Object.defineProperty(Buffer.prototype, name, { value: methods[name], writable: true, configurable: true })
  if (name.includes('UInt')) Object.defineProperty(Buffer.prototype, name.replace('UInt', 'Uint'), { value: methods[name], writable: true, configurable: true })
}
Object.defineProperty(Buffer.prototype, custom, { value: methods[custom], writable: true, configurable: true })
Buffer.compare = order
return Buffer
})`
