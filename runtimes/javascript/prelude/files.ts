/** Prelude part: the module fs. Standard input and output are files, and so is what the program writes itself, in memory. */
export const FILES_PRELUDE = `
const noFile = (path, call = 'open') => Object.assign(new Error('ENOENT: no such file or directory, ' + call + " '" + path + "'"), { errno: -2, code: 'ENOENT', syscall: call, path })
const isInput = (path) => path === 0 || path === '/dev/stdin' || path === '/proc/self/fd/0'
const outputOf = (path) => path === 1 || path === '/dev/stdout' ? 1 : path === 2 || path === '/dev/stderr' ? 2 : undefined
const written = new Map()
const folders = new Set(['/', '/tmp'])
const placeOf = (path) => path instanceof Uint8Array ? String(path) : typeof path === 'string' ? part('path').resolve(path) : path && path.href ? path.pathname : path
const asBytes = (value, encoding) => typeof value === 'string' ? Buffer.from(value, encoding) : new Buffer(value)
const encodingOf = (options) => typeof options === 'string' ? options : options && options.encoding
const isUtf8 = (encoding) => /^utf-?8$/i.test(encoding)
let readPosition = 0
const fs = {
  constants: {},
  readFileSync(path, options) {
    const encoding = encodingOf(options)
    if (isInput(path)) {
      if (encoding && isUtf8(encoding)) return inputText()
      const bytes = new (part('buffer'))(inputBytes())
      return encoding ? bytes.toString(encoding) : bytes
    }
    const found = written.get(placeOf(path))
    if (found === undefined) throw noFile(path)
    return encoding ? found.toString(encoding) : new (part('buffer'))(found)
  },
  readSync(fd, target, offset, length) {
    if (fd !== 0) throw noFile(fd)
    const from = typeof offset === 'object' && offset !== null ? offset.offset || 0 : offset || 0
    const chunk = inputBytes().subarray(readPosition, readPosition + (length || target.length - from))
    target.set(chunk, from)
    readPosition += chunk.length
    return chunk.length
  },
  openSync(path) { if (isInput(path)) return 0; if (outputOf(path)) return outputOf(path); throw noFile(path) },
  closeSync: nothing,
  existsSync: (path) => isInput(path) || outputOf(path) !== undefined || written.has(placeOf(path)) || folders.has(placeOf(path)),
  writeSync(fd, value) { if (outputOf(fd) === undefined) throw noFile(fd); write(fd, value); return ArrayBuffer.isView(value) ? value.length : encodeUtf8(value).length },
  writeFileSync(path, value, options) {
    const fd = outputOf(path)
    if (fd !== undefined) return void write(fd, value)
    const place = placeOf(path)
    if (!folders.has(part('path').dirname(place))) throw noFile(path)
    written.set(place, asBytes(value, encodingOf(options)))
  },
  appendFileSync(path, value, options) {
    if (outputOf(path) !== undefined) return void write(outputOf(path), value)
    fs.writeFileSync(path, Buffer.concat([written.get(placeOf(path)) || new Buffer(0), asBytes(value, encodingOf(options))]))
  },
  unlinkSync(path) { if (!written.delete(placeOf(path))) throw noFile(path, 'unlink') },
  rmSync(path, options) { if (!written.delete(placeOf(path)) && !folders.delete(placeOf(path)) && !(options && options.force)) throw noFile(path, 'rm') },
  mkdirSync(path) { folders.add(placeOf(path)) },
  mkdtempSync(prefix) { const made = placeOf(prefix + Math.random().toString(36).slice(2, 8)); folders.add(made); return made },
  readdirSync(path) {
    const from = placeOf(path)
    if (!folders.has(from)) throw noFile(path, 'scandir')
    return [...written.keys(), ...folders].filter((one) => one !== '/' && part('path').dirname(one) === from).map((one) => part('path').basename(one)).sort()
  },
  createReadStream(path) { if (isInput(path) || path === null) return stdin; throw noFile(path) },
}
fs.promises = {}
for (const name of ['readFile', 'writeFile', 'appendFile', 'unlink', 'mkdir', 'readdir', 'rm']) {
  const run = fs[name + 'Sync']
  fs[name] = (...values) => {
    const done = values.pop()
    whenRead(() => {
      let data
      try { data = run(...values) } catch (error) { return watch(done(error)) }
      return watch(done(null, data))
    })
  }
  fs.promises[name] = (...values) => new Promise((resolve, reject) => fs[name](...values, (error, data) => error ? reject(error) : resolve(data)))
}
`
