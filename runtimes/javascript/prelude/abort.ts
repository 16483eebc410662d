/** Prelude part, loaded on demand: AbortController and the events of the web. */
export const ABORT_PART = `(({ part, setTimeout }) => {
const { DOMException } = part('clone')
class Event {
  constructor(type, options = {}) {
    this.type = String(type)
    this.cancelable = Boolean(options.cancelable)
    this.defaultPrevented = false
    this.target = null
    this.timeStamp = performance.now()
  }
  preventDefault() { if (this.cancelable) this.defaultPrevented = true }
  stopImmediatePropagation() { this.stopped = true }
}
class EventTarget {
  #listeners = []
  addEventListener(type, run, options) {
    if (run && !this.#listeners.some((one) => one.type === type && one.run === run)) this.#listeners.push({ type, run, once: Boolean(options && options.once) })
  }
  removeEventListener(type, run) { this.#listeners = this.#listeners.filter((one) => one.type !== type || one.run !== run) }
  dispatchEvent(event) {
    event.target = event.currentTarget = this
    for (const one of this.#listeners.filter(({ type }) => type === event.type)) {
      if (event.stopped) break
      if (one.once) this.removeEventListener(one.type, one.run)
      if (typeof one.run === 'function') one.run.call(this, event)
      else one.run.handleEvent(event)
    }
    return !event.defaultPrevented
  }
}
let end
class AbortSignal extends EventTarget {
  static { end = (signal, reason) => AbortSignal.#end(signal, reason) }
  #reason
  aborted = false
  onabort = null
  get reason() { return this.#reason }
  throwIfAborted() { if (this.aborted) throw this.#reason }
  static abort(reason) { const signal = new AbortSignal(); end(signal, reason); return signal }
  static timeout(milliseconds) {
    const signal = new AbortSignal()
    setTimeout(() => end(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), milliseconds).unref()
    return signal
  }
  static any(signals) {
    const made = new AbortSignal()
    for (const signal of signals) {
      if (signal.aborted) { end(made, signal.reason); break }
      signal.addEventListener('abort', () => end(made, signal.reason))
    }
    return made
  }
  static #end(signal, reason) {
    if (signal.aborted) return
    signal.aborted = true
    signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason
    const event = new Event('abort')
    if (typeof signal.onabort === 'function') signal.onabort(event)
    signal.dispatchEvent(event)
  }
}
class AbortController {
  #signal = new AbortSignal()
  get signal() { return this.#signal }
  abort(reason) { end(this.#signal, reason) }
}
return { Event, EventTarget, AbortSignal, AbortController }
})`
