/** Prelude part: UTF-8, Buffer, TextEncoder and TextDecoder, as far as reading input and writing output needs them. */
export const BYTES_PRELUDE = String.raw`
const encodeUtf8 = (text) => {
  const bytes = []
  for (const character of String(text)) {
    let code = character.codePointAt(0)
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}
const tight = (view) =>
  view.byteOffset === 0 && view.byteLength === view.buffer.byteLength ? view.buffer
    : view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength)
const decodeUtf8 = (view) => {
  let text = ''
  let at = 0
  do {
    const next = Math.min(view.byteLength, at + host.piece)
    const piece = host.decode(view.buffer.slice(view.byteOffset + at, view.byteOffset + next), next < view.byteLength)
    text += host.escaped() ? JSON.parse(piece) : piece
    at = next
  } while (at < view.byteLength)
  return text
}
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const toBase64 = (bytes) => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const group = (bytes[i] << 16) | ((bytes[i + 1] || 0) << 8) | (bytes[i + 2] || 0)
    text += BASE64[group >> 18] + BASE64[(group >> 12) & 63]
    text += i + 1 < bytes.length ? BASE64[(group >> 6) & 63] : '='
    text += i + 2 < bytes.length ? BASE64[group & 63] : '='
  }
  return text
}
const fromBase64 = (text) => {
  const bytes = []
  let bits = 0
  let count = 0
  for (const character of text.replace(/-/g, '+').replace(/_/g, '/')) {
    const value = BASE64.indexOf(character)
    if (value < 0) continue
    bits = ((bits << 6) | value) & 0xffffff
    count += 6
    if (count >= 8) { count -= 8; bytes.push((bits >> count) & 255) }
  }
  return bytes
}
class Buffer extends Uint8Array {
  static from(value, encoding) {
    if (value instanceof ArrayBuffer) return new Buffer(value)
    if (typeof value !== 'string') return super.from(value)
    if (encoding === 'hex') return super.from((value.match(/../g) || []).map((pair) => parseInt(pair, 16)))
    if (encoding === 'base64') return super.from(fromBase64(value))
    if (encoding === 'latin1' || encoding === 'ascii' || encoding === 'binary') {
      return super.from(Array.from(value, (character) => character.charCodeAt(0) & 255))
    }
    return super.from(encodeUtf8(value))
  }
  static alloc(size, fill) { const made = new Buffer(size); if (fill) made.fill(fill); return made }
  static allocUnsafe(size) { return new Buffer(size) }
  static isBuffer(value) { return value instanceof Buffer }
  static byteLength(value) { return typeof value === 'string' ? encodeUtf8(value).length : value.byteLength }
  static concat(list) {
    const made = new Buffer(list.reduce((sum, part) => sum + part.length, 0))
    let offset = 0
    for (const part of list) { made.set(part, offset); offset += part.length }
    return made
  }
  slice(start, end) { return this.subarray(start, end) }
  toString(encoding, start, end) {
    const view = start === undefined && end === undefined ? this : this.subarray(start, end)
    if (encoding === 'hex') return Array.from(view, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (encoding === 'base64') return toBase64(view)
    if (encoding === 'latin1' || encoding === 'binary' || encoding === 'ascii') {
      return Array.from(view, (byte) => String.fromCharCode(byte)).join('')
    }
    return decodeUtf8(view)
  }
  toJSON() { return { type: 'Buffer', data: Array.from(this) } }
}
class TextEncoder { encode(text) { return new Uint8Array(encodeUtf8(text === undefined ? '' : text)) } }
class TextDecoder { decode(view) { return view === undefined ? '' : decodeUtf8(view instanceof ArrayBuffer ? new Uint8Array(view) : view) } }
const halt = () => { for (;;) {} }
const write = (fd, value) => {
  const bytes = ArrayBuffer.isView(value)
  const whole = bytes ? '' : String(value)
  const text = whole.length > host.longest ? whole.slice(0, host.longest) : whole
  const more = bytes ? host.writeBytes(fd, tight(value))
    : text.includes('\0') ? host.writeBytes(fd, new Uint8Array(encodeUtf8(text)).buffer) : host.write(fd, text)
  if (!more) halt()
  return true
}
`
