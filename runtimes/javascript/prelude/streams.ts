/** Prelude part: standard input and readline. */
export const STREAMS_PRELUDE = String.raw`
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
    if (this.#state === 'idle') { this.#state = 'flowing'; whenRead(() => this.#deliver()) }
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
    whenRead(() => { this.emit('end'); this.emit('close') })
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
  #output
  #prompt
  #scheduled = false
  #iterated = false
  constructor(options) {
    super()
    this.#output = options && options.output
    this.#prompt = options && options.prompt !== undefined ? options.prompt : '> '
    this.closed = false
    this.terminal = false
    this.#schedule()
  }
  on(name, handler) { super.on(name, handler); this.#schedule(); return this }
  #schedule() {
    if (this.#scheduled || this.closed || this.#iterated) return
    this.#scheduled = true
    whenRead(() => { this.#scheduled = false; this.#pump() })
  }
  /** Lines that have come go on to the program even when it closes the reader over one of them, as they do in Node. */
  #pump() {
    while (!this.#iterated) {
      const asked = this.#questions.length > 0
      if (!asked && this.listenerCount('line') === 0 && (this.closed || this.listenerCount('close') === 0)) return
      const next = takeLine()
      if (next === null) { if (!this.closed) whenRead(() => this.close()); return }
      if (!asked) this.emit('line', next)
      else { watch(this.#questions.shift()(next)); return this.#schedule() }
    }
  }
  #say(text) { if (this.#output) this.#output.write(text) }
  question(text, options, callback) {
    if (this.closed) throw codeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed')
    this.#say(text)
    this.#questions.push(callback || options)
    this.#schedule()
  }
  setPrompt(text) { this.#prompt = text }
  getPrompt() { return this.#prompt }
  prompt() { this.#say(this.#prompt) }
  write() {}
  pause() { return this }
  resume() { return this }
  close() { if (!this.closed) { this.closed = true; this.emit('close') } }
  async *[Symbol.asyncIterator]() {
    this.#iterated = true
    for (let next = takeLine(); next !== null && !this.closed; next = takeLine()) yield next
    this.close()
  }
}
const stdin = new StandardInput()
const createInterface = (options) => new LineReader(options)
const promisedInterface = (options) => {
  const reader = new LineReader(options)
  const question = reader.question.bind(reader)
  reader.question = (text) => new Promise((resolve) => question(text, resolve))
  return reader
}
LineReader.prototype.question[promisified] = function (text) { return new Promise((resolve) => this.question(text, resolve)) }
const readlineModule = {
  createInterface, Interface: LineReader, clearLine: nothing, clearScreenDown: nothing, cursorTo: nothing, moveCursor: nothing, emitKeypressEvents: nothing,
  promises: { createInterface: promisedInterface, Interface: LineReader },
}
`
