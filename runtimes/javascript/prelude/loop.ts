/**
 * Prelude part: the event loop, with the order of Node: what nextTick was given, promises, then timers, input and
 * setImmediate in turn. Time is virtual: when only timers are left, the clock jumps to the next one, so that waiting
 * costs nothing. Dates and performance.now() follow the virtual clock.
 */
export const LOOP_PRELUDE = `
let jumped = 0
const clock = () => host.now() + jumped
/** Waiting takes no time here; it is held against the program all the same. */
const waitFor = (milliseconds) => {
  jumped += milliseconds
  if (!host.waited(milliseconds)) halt()
}
/** Time as timers are ordered by it: the program's own work takes none of it, so that their order never depends on the machine. */
let loopNow = 0
let started = false
let ticks = []
let inputs = []
let immediates = []
let phase = 'timers'
const timers = []
let serial = 0
const watch = (result) => { if (result instanceof Promise) Promise.prototype.then.call(result, undefined, fail) }
const fail = (error) => { if (!handedOver(error, 'unhandledRejection')) { report(error); exitNow(1) } }
const before = (a, b) => a.at < b.at || (a.at === b.at && a.id < b.id)
const pushTimer = (timer) => {
  let at = timers.push(timer) - 1
  while (at > 0) {
    const up = (at - 1) >> 1
    if (!before(timer, timers[up])) break
    timers[at] = timers[up]
    at = up
  }
  timers[at] = timer
}
const popTimer = () => {
  const first = timers[0]
  const last = timers.pop()
  let at = 0
  while (timers.length > 0) {
    let down = at * 2 + 1
    if (down >= timers.length) break
    if (down + 1 < timers.length && before(timers[down + 1], timers[down])) down++
    if (!before(timers[down], last)) break
    timers[at] = timers[down]
    at = down
  }
  if (timers.length > 0) timers[at] = last
  return first
}
const byId = new Map()
const place = (timer, wait) => { timer.at = loopNow + wait; timer.due = clock() + wait }
const addTimer = (callback, delay, values, repeat) => {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function')
  const wait = delay >= 1 && delay <= 2 ** 31 - 1 ? Math.trunc(delay) : 1
  const timer = {
    id: ++serial, at: 0, due: 0, callback, values, repeat: repeat ? wait : 0, live: true, kept: true,
    ref() { timer.kept = true; return timer }, unref() { timer.kept = false; return timer },
    hasRef: () => timer.kept, [Symbol.toPrimitive]: () => timer.id,
  }
  place(timer, wait)
  byId.set(timer.id, timer)
  pushTimer(timer)
  return timer
}
const setTimeout = (callback, delay, ...values) => addTimer(callback, delay, values, false)
const promisified = Symbol.for('nodejs.util.promisify.custom')
Object.defineProperty(setTimeout, promisified, { value: (delay, value) => new Promise((resolve) => setTimeout(resolve, delay, value)) })
const setInterval = (callback, delay, ...values) => addTimer(callback, delay, values, true)
const clearTimeout = (timer) => {
  const found = typeof timer === 'number' || typeof timer === 'string' ? byId.get(Number(timer)) : timer
  if (found) { found.live = false; byId.delete(found.id) }
}
const setImmediate = (callback, ...values) => {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function. Received ' + (callback === null ? 'null' : typeof callback))
  const task = { run: () => watch(callback(...values)), live: true, ref() { return task }, unref() { return task }, hasRef: () => true }
  immediates.push(task)
  return task
}
Object.defineProperty(setImmediate, promisified, { value: (value) => new Promise((resolve) => setImmediate(resolve, value)) })
const clearImmediate = (task) => { if (task) task.live = false }
/** Hands something to the program when its code before is done, as input comes in Node. */
const whenRead = (run) => { inputs.push({ run, live: true }) }
const queueMicrotask = (callback) => { Promise.resolve().then(callback).then(undefined, fail) }
const nextTick = (callback, ...values) => { ticks.push(() => watch(callback(...values))) }
/** Runs what nextTick was given, what comes meanwhile included; whether there was anything. */
const runTicks = () => {
  if (ticks.length === 0) return false
  for (let at = 0; at < ticks.length; at++) ticks[at]()
  ticks = []
  return true
}
const runTimer = (timer) => {
  const ahead = timer.due - clock()
  if (ahead > 0) waitFor(ahead)
  if (timer.repeat === 0) byId.delete(timer.id)
  watch(timer.callback(...timer.values))
  if (timer.repeat > 0 && timer.live) { place(timer, timer.repeat); pushTimer(timer) }
}
const nextTimer = () => {
  while (timers.length > 0 && !timers[0].live) popTimer()
  return timers[0]
}
let batch = []
/** Moves on to the next thing that is due; undefined when nothing is left to do. */
const nextTask = () => {
  for (let rounds = 0; rounds < 4; rounds++) {
    if (phase === 'timers') {
      const timer = nextTimer()
      if (timer !== undefined && timer.at <= loopNow) { popTimer(); return () => runTimer(timer) }
      phase = 'inputs'
      batch = inputs
      inputs = []
    }
    while (batch.length > 0) { const task = batch.shift(); if (task.live) return task.run }
    if (phase === 'inputs') {
      phase = 'immediates'
      batch = immediates
      immediates = []
    } else {
      phase = 'timers'
      // A program that waits by setImmediate for a timer lets time pass as well.
      if (inputs.length > 0 || immediates.length > 0) loopNow += 0.01
      else if (!timers.some((timer) => timer.live && timer.kept)) return undefined
      else loopNow = Math.max(loopNow, nextTimer().at)
    }
  }
  return undefined
}
/** Runs one task with what nextTick is given in it; false when nothing is left to do. */
const turn = () => {
  if (runTicks()) return true
  // Until its first turn a program has been read and run, which takes Node more than a millisecond: what waits for one is due.
  if (!started) { started = true; loopNow = 1 }
  const task = nextTask()
  if (task === undefined) return false
  task()
  runTicks()
  return true
}
const RealDate = Date
function VirtualDate(...values) {
  if (new.target === undefined) return new RealDate(clock()).toString()
  return Reflect.construct(RealDate, values.length === 0 ? [clock()] : values, new.target)
}
VirtualDate.prototype = RealDate.prototype
VirtualDate.prototype.constructor = VirtualDate
VirtualDate.parse = RealDate.parse
VirtualDate.UTC = RealDate.UTC
VirtualDate.now = () => Math.floor(clock())
Object.defineProperty(VirtualDate, 'name', { value: 'Date' })
const startedAt = clock()
const performance = { now: () => clock() - startedAt, timeOrigin: startedAt, mark: nothing, measure: nothing, timerify: (run) => run }
`
