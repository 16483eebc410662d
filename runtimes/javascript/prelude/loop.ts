/**
 * Prelude part: the event loop. Time is virtual: when only timers are left, the clock jumps to the next one, so
 * that waiting costs nothing. Dates and performance.now() follow the virtual clock.
 */
export const LOOP_PRELUDE = `
let jumped = 0
const clock = () => host.now() + jumped
/** Waiting takes no time here; it is held against the program all the same. */
const waitFor = (milliseconds) => {
  jumped += milliseconds
  if (!host.waited(milliseconds)) halt()
}
const tasks = []
const timers = []
let serial = 0
const watch = (result) => { if (result instanceof Promise) Promise.prototype.then.call(result, undefined, fail) }
const fail = (error) => { report(error); exitNow(1) }
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
const addTimer = (callback, delay, values, repeat) => {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function')
  const wait = Math.max(1, Number(delay) || 1)
  const timer = {
    id: ++serial, at: clock() + wait, callback, values, repeat: repeat ? wait : 0, live: true, kept: true,
    ref() { timer.kept = true; return timer }, unref() { timer.kept = false; return timer },
    hasRef: () => timer.kept, [Symbol.toPrimitive]: () => timer.id,
  }
  byId.set(timer.id, timer)
  pushTimer(timer)
  return timer
}
const setTimeout = (callback, delay, ...values) => addTimer(callback, delay, values, false)
const setInterval = (callback, delay, ...values) => addTimer(callback, delay, values, true)
const clearTimeout = (timer) => {
  const found = typeof timer === 'number' || typeof timer === 'string' ? byId.get(Number(timer)) : timer
  if (found) { found.live = false; byId.delete(found.id) }
}
const setImmediate = (callback, ...values) => {
  const task = { run: () => watch(callback(...values)), live: true, kept: true }
  tasks.push(task)
  return task
}
const clearImmediate = (task) => { if (task) task.live = false }
const queueMicrotask = (callback) => { Promise.resolve().then(callback).then(undefined, fail) }
const runTimer = (timer) => {
  const ahead = timer.at - clock()
  if (ahead > 0) waitFor(ahead)
  if (timer.repeat === 0) byId.delete(timer.id)
  watch(timer.callback(...timer.values))
  if (timer.repeat > 0 && timer.live) { timer.at = clock() + timer.repeat; pushTimer(timer) }
}
/** Runs one task; false when nothing is left to do. */
const turn = () => {
  while (tasks.length > 0) {
    const task = tasks.shift()
    if (task.live) { task.run(); return true }
  }
  while (timers.length > 0) {
    if (!timers.some((timer) => timer.live && timer.kept)) return false
    const timer = popTimer()
    if (timer.live) { runTimer(timer); return true }
  }
  return false
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
const performance = { now: () => clock() - startedAt, timeOrigin: startedAt, mark: nothing, measure: nothing }
`
