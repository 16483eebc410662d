/** Prelude part, loaded on demand: URL, URLSearchParams and the modules url and querystring. */
export const URL_PART = String.raw`(({ Buffer, codeError, custom, inspect }) => {
const PORTS = { 'http:': '80', 'https:': '443', 'ftp:': '21', 'ws:': '80', 'wss:': '443', 'file:': '' }
const isSpecial = (protocol) => Object.hasOwn(PORTS, protocol)
/** Escapes what a part of an address cannot hold; what is escaped already stays. */
const escaped = (text, unsafe) => {
  let made = ''
  for (const character of text.toWellFormed()) {
    const plain = character > ' ' && character < '\x7f' && !unsafe.includes(character)
    made += plain ? character : Array.from(Buffer.from(character), (byte) => '%' + byte.toString(16).toUpperCase().padStart(2, '0')).join('')
  }
  return made
}
const PATH = '"#<>?\x60{}^'
const QUERY = '"#<>'
const USER = PATH + '/:;=@[\\]|'
const formEncode = (text) => escaped(String(text), '!"#$%&\'()+,/:;<=>?@[\\]^\x60{|}~').replaceAll('%20', '+')
const formDecode = (text) => {
  const bytes = []
  const raw = Buffer.from(text.replaceAll('+', ' '))
  for (let i = 0; i < raw.length; i++) {
    const hex = raw[i] === 37 ? String.fromCharCode(raw[i + 1] || 0, raw[i + 2] || 0) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) { bytes.push(parseInt(hex, 16)); i += 2 } else bytes.push(raw[i])
  }
  return Buffer.from(bytes).toString()
}
class URLSearchParams {
  #pairs = []
  #changed
  constructor(init, changed) {
    this.#changed = typeof changed === 'function' ? changed : undefined
    if (init === undefined || init === null) return
    if (typeof init === 'object' && typeof init[Symbol.iterator] === 'function') {
      this.#pairs = Array.from(init, (pair) => {
        const both = Array.from(pair)
        if (both.length !== 2) throw codeError(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple')
        return both.map(String)
      })
    } else if (typeof init === 'object') this.#pairs = Object.entries(init).map(([name, value]) => [name, String(value)])
    else this.#read(String(init))
  }
  #read(text) {
    for (const piece of text.replace(/^\?/, '').split('&')) {
      if (piece === '') continue
      const at = piece.indexOf('=')
      this.#pairs.push((at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]).map(formDecode))
    }
  }
  #tell() { if (this.#changed) this.#changed(this.toString()) }
  get size() { return this.#pairs.length }
  append(name, value) { this.#pairs.push([String(name), String(value)]); this.#tell() }
  delete(name, value) {
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value)))
    this.#tell()
  }
  get(name) { const found = this.#pairs.find((pair) => pair[0] === String(name)); return found ? found[1] : null }
  getAll(name) { return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]) }
  has(name, value) { return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value))) }
  set(name, value) {
    const first = this.#pairs.find((pair) => pair[0] === String(name))
    if (!first) return this.append(name, value)
    first[1] = String(value)
    this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== first[0])
    this.#tell()
  }
  sort() { this.#pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0); this.#tell() }
  forEach(run, self) { for (const [name, value] of this.#pairs) run.call(self, value, name, this) }
  *entries() { for (const pair of this.#pairs) yield [...pair] }
  *keys() { for (const [name] of this.#pairs) yield name }
  *values() { for (const [, value] of this.#pairs) yield value }
  [Symbol.iterator]() { return this.entries() }
  toString() { return this.#pairs.map((pair) => pair.map(formEncode).join('=')).join('&') }
  [custom]() {
    return 'URLSearchParams {' + (this.size ? ' ' + this.#pairs.map((pair) => pair.map((text) => inspect(text)).join(' => ')).join(', ') + ' ' : '') + '}'
  }
}
Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, { value: 'URLSearchParams', configurable: true })
const fault = (input) => Object.assign(codeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input })
const hostOf = (text, protocol, input) => {
  let host = text
  if (!isSpecial(protocol)) return host
  if (host.startsWith('[')) { if (!/^\[[0-9a-f:.]+\]$/i.test(host)) throw fault(input); return host.toLowerCase() }
  try { host = decodeURIComponent(host).toLowerCase() } catch { throw fault(input) }
  if (/[\x00-\x20#%/:<>?@[\\\]^|\x7f]/.test(host)) throw fault(input)
  if (/^\d+(\.\d+){3}$/.test(host)) {
    const numbers = host.split('.').map(Number)
    if (numbers.some((number) => number > 255)) throw fault(input)
    return numbers.join('.')
  }
  return host
}
/** A path without . and .. */
const walked = (path) => {
  const parts = []
  const pieces = path.split('/').slice(1)
  pieces.forEach((piece, i) => {
    const dots = piece.replace(/%2e/gi, '.')
    if (dots === '..') parts.pop()
    else if (dots !== '.') parts.push(piece)
    if ((dots === '.' || dots === '..') && i === pieces.length - 1) parts.push('')
  })
  return '/' + parts.join('/')
}
const split = (rest) => {
  const [, path, query, hash] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(rest)
  return { path, search: query || '', hash: hash || '' }
}
const shown = (search, extra) => search.length > 1 ? search[0] + escaped(search.slice(1), QUERY + extra) : ''
class URL {
  #protocol = ''
  #username = ''
  #password = ''
  #hostname = null
  #port = ''
  #pathname = ''
  #search = ''
  #hash = ''
  #params
  constructor(input, base) {
    const text = String(input).replace(/^[\x00-\x20]+|[\x00-\x20]+$/g, '').replace(/[\t\n\r]/g, '')
    const found = /^([a-z][a-z0-9+.-]*):([^]*)$/i.exec(text)
    if (found) this.#absolute(found[1].toLowerCase() + ':', found[2], text)
    else if (base === undefined) throw fault(text)
    else this.#relative(text, new URL(base))
  }
  static canParse(input, base) { try { return Boolean(new URL(input, base)) } catch { return false } }
  #absolute(protocol, rest, input) {
    this.#protocol = protocol
    const special = isSpecial(protocol)
    const { path, search, hash } = split(rest)
    let body = special ? path.replaceAll('\\', '/') : path
    if (special && protocol !== 'file:') body = '//' + body.replace(/^\/*/, '')
    this.#search = shown(search, special ? "'" : '')
    this.#hash = shown(hash, '\x60')
    if (!body.startsWith('//')) {
      this.#pathname = body.startsWith('/') || special ? walked(escaped(body.startsWith('/') ? body : '/' + body, PATH)) : escaped(body, '')
      if (special) this.#hostname = ''
      return
    }
    const [, authority, tail] = /^\/\/([^/]*)([^]*)$/.exec(body)
    this.#takeAuthority(authority, input)
    this.#pathname = tail === '' && !special ? '' : walked(escaped(tail || '/', PATH))
  }
  #takeAuthority(authority, input) {
    const at = authority.lastIndexOf('@')
    if (at !== -1) {
      const [name, ...password] = authority.slice(0, at).split(':')
      this.#username = escaped(name, USER)
      this.#password = escaped(password.join(':'), USER)
    }
    const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(authority.slice(at + 1)) || []
    if (host === undefined || (host === '' && isSpecial(this.#protocol) && this.#protocol !== 'file:')) throw fault(input)
    this.#hostname = hostOf(host, this.#protocol, input)
    if (port !== undefined && (!/^\d*$/.test(port) || Number(port) > 65535)) throw fault(input)
    this.port = port || ''
  }
  #relative(text, base) {
    if (base.#hostname === null && !text.startsWith('#')) throw fault(text)
    const special = isSpecial(base.#protocol)
    const { path, search, hash } = split(text)
    const body = special ? path.replaceAll('\\', '/') : path
    if (body.startsWith('//')) return this.#absolute(base.#protocol, body + search + hash, text)
    this.#protocol = base.#protocol
    this.#username = base.#username
    this.#password = base.#password
    this.#hostname = base.#hostname
    this.#port = base.#port
    this.#hash = shown(hash, '\x60')
    const own = search === '' && path === '' ? base.#search : shown(search, special ? "'" : '')
    this.#search = own
    const whole = body === '' ? base.#pathname : body.startsWith('/') ? body : base.#pathname.replace(/[^/]*$/, '') + body
    this.#pathname = body === '' ? whole : walked(escaped(whole, PATH))
  }
  get href() {
    const user = this.#username || this.#password ? this.#username + (this.#password && ':' + this.#password) + '@' : ''
    return this.#protocol + (this.#hostname === null ? '' : '//' + user + this.host) + this.#pathname + this.#search + this.#hash
  }
  set href(value) {
    const other = new URL(value)
    this.#protocol = other.#protocol; this.#username = other.#username; this.#password = other.#password; this.#hostname = other.#hostname
    this.#port = other.#port; this.#pathname = other.#pathname; this.#hash = other.#hash; this.search = other.#search
  }
  get origin() { return isSpecial(this.#protocol) && this.#protocol !== 'file:' ? this.#protocol + '//' + this.host : 'null' }
  get protocol() { return this.#protocol }
  set protocol(value) {
    const next = String(value).replace(/:[^]*$/, '').toLowerCase() + ':'
    if (isSpecial(next) === isSpecial(this.#protocol)) { this.#protocol = next; this.port = this.#port }
  }
  get username() { return this.#username }
  set username(value) { this.#username = escaped(String(value), USER) }
  get password() { return this.#password }
  set password(value) { this.#password = escaped(String(value), USER) }
  get host() { return (this.#hostname || '') + (this.#port && ':' + this.#port) }
  set host(value) {
    const [, host, port] = /^(\[[^\]]*\]|[^:/?#]*)(?::(\d*))?/.exec(String(value))
    if (host) this.hostname = host
    if (port) this.port = port
  }
  get hostname() { return this.#hostname || '' }
  set hostname(value) { try { this.#hostname = hostOf(String(value), this.#protocol, value) } catch {} }
  get port() { return this.#port }
  set port(value) {
    const text = String(value)
    const digits = /^\d*/.exec(text)[0]
    if ((digits === '' && text !== '') || Number(digits) > 65535) return
    const plain = digits === '' ? '' : String(Number(digits))
    this.#port = plain === PORTS[this.#protocol] ? '' : plain
  }
  get pathname() { return this.#pathname }
  set pathname(value) { const text = escaped(String(value), PATH); this.#pathname = walked(text.startsWith('/') ? text : '/' + text) }
  get search() { return this.#search }
  set search(value) {
    const text = String(value)
    this.#search = shown(text === '' || text.startsWith('?') ? text : '?' + text, isSpecial(this.#protocol) ? "'" : '')
    this.#params = undefined
  }
  get searchParams() {
    this.#params ??= new URLSearchParams(this.#search, (text) => { this.#search = text && '?' + text })
    return this.#params
  }
  get hash() { return this.#hash }
  set hash(value) { const text = String(value); this.#hash = shown(text === '' || text.startsWith('#') ? text : '#' + text, '\x60') }
  toString() { return this.href }
  toJSON() { return this.href }
  [custom]() {
    const names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']
    return 'URL {\n' + names.map((name) => '  ' + name + ': ' + inspect(this[name])).join(',\n') + '\n}'
  }
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true })
const querystring = {
  escape: encodeURIComponent, unescape: formDecode,
  parse(text, between = '&', equals = '=') {
    const found = Object.create(null)
    for (const piece of String(text).split(between)) {
      if (piece === '') continue
      const [name, ...rest] = piece.split(equals)
      const key = formDecode(name)
      const value = formDecode(rest.join(equals))
      found[key] = Object.hasOwn(found, key) ? [].concat(found[key], value) : value
    }
    return found
  },
  stringify: (values, between = '&', equals = '=') =>
    Object.entries(values || {}).flatMap(([name, value]) =>
      [].concat(value).map((one) => encodeURIComponent(name) + equals + (typeof one === 'object' ? '' : encodeURIComponent(one)))).join(between),
}
const url = { URL, URLSearchParams, format: String, fileURLToPath: (value) => decodeURIComponent(new URL(value).pathname), pathToFileURL: (path) => new URL('file://' + path) }
return { URL, URLSearchParams, url, querystring }
})`
