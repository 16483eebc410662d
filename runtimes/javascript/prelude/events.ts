/** Prelude part: the module events. */
export const EVENTS_PRELUDE = `
const codeError = (Type, code, message) => {
  const error = new Type(message)
  Object.defineProperty(error, 'name', { value: error.name + ' [' + code + ']', configurable: true, writable: true })
  void error.stack
  delete error.name
  error.code = code
  return error
}
const HANDLERS = Symbol('handlers')
const isListener = (run) => {
  if (typeof run === 'function') return
  throw codeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "listener" argument must be of type function. Received ' + (run === null || run === undefined ? run : 'type ' + typeof run + ' (' + inspect(run) + ')'))
}
/** A function and no class: older programs call it on their own objects. */
function EventEmitter() { handlersOf(this) }
const handlersOf = (emitter) => {
  if (!Object.hasOwn(emitter, HANDLERS)) Object.defineProperty(emitter, HANDLERS, { value: new Map() })
  return emitter[HANDLERS]
}
const addHandler = (emitter, name, run, once, first) => {
  isListener(run)
  const handlers = handlersOf(emitter)
  if (handlers.has('newListener')) emitter.emit('newListener', name, run)
  const entries = handlers.get(name) || []
  handlers.set(name, first ? [{ run, once }, ...entries] : [...entries, { run, once }])
  return emitter
}
const removeEntry = (emitter, name, at) => {
  const handlers = handlersOf(emitter)
  const [entry] = handlers.get(name).slice(at)
  const rest = handlers.get(name).filter((one, i) => i !== at)
  if (rest.length > 0) handlers.set(name, rest)
  else handlers.delete(name)
  if (handlers.has('removeListener')) emitter.emit('removeListener', name, entry.run)
}
const emitterMethods = {
  on(name, run) { return addHandler(this, name, run, false, false) },
  addListener(name, run) { return this.on(name, run) },
  prependListener(name, run) { return addHandler(this, name, run, false, true) },
  once(name, run) { return addHandler(this, name, run, true, false) },
  prependOnceListener(name, run) { return addHandler(this, name, run, true, true) },
  off(name, run) {
    const at = (handlersOf(this).get(name) || []).findLastIndex((entry) => entry.run === run)
    if (at !== -1) removeEntry(this, name, at)
    return this
  },
  removeListener(name, run) { return this.off(name, run) },
  removeAllListeners(name) { if (name === undefined) handlersOf(this).clear(); else handlersOf(this).delete(name); return this },
  listeners(name) { return (handlersOf(this).get(name) || []).map((entry) => entry.run) },
  rawListeners(name) { return this.listeners(name) },
  listenerCount(name) { return (handlersOf(this).get(name) || []).length },
  eventNames() { return [...handlersOf(this).keys()] },
  setMaxListeners() { return this },
  getMaxListeners() { return EventEmitter.defaultMaxListeners },
  emit(name, ...values) {
    const entries = handlersOf(this).get(name) || []
    if (entries.length === 0 && name === 'error') {
      if (values[0] instanceof Error) throw values[0]
      throw Object.assign(codeError(Error, 'ERR_UNHANDLED_ERROR', 'Unhandled error. (' + inspect(values[0]) + ')'), { context: values[0] })
    }
    for (const entry of entries) {
      if (entry.once) {
        const at = (handlersOf(this).get(name) || []).indexOf(entry)
        if (at === -1) continue
        removeEntry(this, name, at)
      }
      watch(entry.run.apply(this, values))
    }
    return entries.length > 0
  },
}
for (const name of Object.keys(emitterMethods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value: emitterMethods[name], writable: true, configurable: true })
}
Object.assign(EventEmitter, {
  EventEmitter, defaultMaxListeners: 10, errorMonitor: Symbol('events.errorMonitor'),
  once: (emitter, name) => new Promise((resolve, reject) => {
    const failed = (error) => { emitter.off(name, done); reject(error) }
    const done = (...values) => { if (name !== 'error') emitter.off('error', failed); resolve(values) }
    emitter.once(name, done)
    if (name !== 'error') emitter.once('error', failed)
  }),
  listenerCount: (emitter, name) => emitter.listenerCount(name),
})
`
