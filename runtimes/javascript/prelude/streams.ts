/** Prelude part: events, standard input and readline. */
export const STREAMS_PRELUDE = String.raw`
class EventEmitter {
  #handlers = new Map()
  on(name, handler) {
    this.#handlers.set(name, [...(this.#handlers.get(name) || []), { handler, once: false }])
    return this
  }
  addListener(name, handler) { return this.on(name, handler) }
  once(name, handler) {
    this.on(name, handler)
    this.#handlers.get(name).at(-1).once = true
    return this
  }
  off(name, handler) {
    this.#handlers.set(name, (this.#handlers.get(name) || []).filter((entry) => entry.handler !== handler))
    return this
  }
  removeListener(name, handler) { return this.off(name, handler) }
  removeAllListeners(name) { if (name === undefined) this.#handlers.clear(); else this.#handlers.delete(name); return this }
  listenerCount(name) { return (this.#handlers.get(name) || []).length }
  emit(name, ...values) {
    const entries = this.#handlers.get(name) || []
    if (entries.length === 0 && name === 'error') throw values[0]
    for (const entry of entries) {
      if (entry.once) this.off(name, entry.handler)
      watch(entry.handler.apply(this, values))
    }
    return entries.length > 0
  }
}
EventEmitter.EventEmitter = EventEmitter
let wholeInput
let rawInput
const inputBytes = () => rawInput === undefined ? (rawInput = new Uint8Array(host.stdin())) : rawInput
const inputText = () => wholeInput === undefined ? (wholeInput = decodeUtf8(inputBytes())) : wholeInput
let lineQueue
const takeLine = () => {
  if (lineQueue === undefined) {
    const all = inputText().split(/\r\n|\n|\r/)
    if (all.at(-1) === '') all.pop()
    lineQueue = { all, next: 0 }
  }
  return lineQueue.next < lineQueue.all.length ? lineQueue.all[lineQueue.next++] : null
}
class StandardInput extends EventEmitter {
  fd = 0
  isTTY = undefined
  #encoding = null
  #state = 'idle'
  setEncoding(encoding) { this.#encoding = encoding || 'utf8'; return this }
  on(name, handler) {
    super.on(name, handler)
    if (name === 'data' || name === 'readable') this.resume()
    return this
  }
  resume() {
    if (this.#state === 'idle') { this.#state = 'flowing'; setImmediate(() => this.#deliver()) }
    return this
  }
  pause() { return this }
  unref() { return this }
  ref() { return this }
  #chunk() { return this.#encoding === null ? new Buffer(inputBytes()) : inputText() }
  #deliver() {
    const chunk = this.#chunk()
    if (this.listenerCount('readable') > 0) this.emit('readable')
    if (chunk.length > 0) this.emit('data', chunk)
    this.#state = 'ended'
    setImmediate(() => { this.emit('end'); this.emit('close') })
  }
  read() {
    if (this.#state === 'read' || this.#state === 'ended') return null
    this.#state = 'read'
    const chunk = this.#chunk()
    return chunk.length > 0 ? chunk : null
  }
  pipe(target) { return this.on('data', (chunk) => target.write(chunk)) && target }
  async *[Symbol.asyncIterator]() { const chunk = this.#chunk(); if (chunk.length > 0) yield chunk }
}
class LineReader extends EventEmitter {
  #questions = []
  #closed = false
  #scheduled = false
  #iterated = false
  constructor() { super(); this.#schedule() }
  on(name, handler) { super.on(name, handler); this.#schedule(); return this }
  #schedule() {
    if (this.#scheduled || this.#closed || this.#iterated) return
    this.#scheduled = true
    setImmediate(() => { this.#scheduled = false; this.#pump() })
  }
  #pump() {
    while (!this.#closed && !this.#iterated) {
      const asked = this.#questions.length > 0
      if (!asked && this.listenerCount('line') === 0 && this.listenerCount('close') === 0) return
      const next = takeLine()
      if (next === null) return this.close()
      if (!asked) this.emit('line', next)
      else { watch(this.#questions.shift()(next)); return this.#schedule() }
    }
  }
  question(text, options, callback) {
    write(1, text)
    this.#questions.push(callback || options)
    this.#schedule()
  }
  setPrompt(text) { this.promptText = text }
  prompt() { write(1, this.promptText === undefined ? '> ' : this.promptText) }
  write() {}
  pause() { return this }
  resume() { return this }
  close() { if (!this.#closed) { this.#closed = true; this.emit('close') } }
  async *[Symbol.asyncIterator]() {
    this.#iterated = true
    for (let next = takeLine(); next !== null && !this.#closed; next = takeLine()) yield next
    this.close()
  }
}
const stdin = new StandardInput()
const createInterface = () => new LineReader()
const promisedInterface = () => {
  const reader = new LineReader()
  const question = reader.question.bind(reader)
  reader.question = (text) => new Promise((resolve) => question(text, resolve))
  return reader
}
`
