import type { InterviewProgram } from '../program.ts'

/** Timers, promises and the order in which they come. */
export const JAVASCRIPT_TIMING: readonly InterviewProgram[] = [
  {
    name: 'the order of the event loop',
    source: `
console.log('start')
setTimeout(() => { console.log('timer'); Promise.resolve().then(() => console.log('after the timer')); process.nextTick(() => console.log('tick in the timer')) }, 0)
setTimeout(() => { setTimeout(() => console.log('later timer'), 0); setImmediate(() => console.log('immediate')) }, 0)
queueMicrotask(() => { console.log('microtask'); process.nextTick(() => console.log('tick in a microtask')) })
Promise.resolve().then(() => console.log('promise')).then(() => console.log('second promise'))
process.nextTick(() => console.log('tick'))
process.nextTick((a, b) => console.log('tick', a, b), 1, 2)
console.log('end')`,
  },
  {
    name: 'async functions one after the other',
    source: `
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function step(name, ms) { await sleep(ms); console.log(name); return ms }
async function main() {
  const started = Date.now()
  await step('first', 200)
  const all = await Promise.all([step('slow', 300), step('fast', 100)])
  console.log(all, Date.now() - started >= 490)
  console.log(await Promise.race([step('loser', 300), step('winner', 50)]))
  const settled = await Promise.allSettled([step('fine', 1), Promise.reject(new Error('no'))])
  console.log(settled.map(({ status }) => status))
  console.log(await Promise.any([Promise.reject(1), step('any', 2)]))
}
main().finally(() => console.log('finally'))`,
  },
  {
    name: 'debounce, throttle and intervals',
    source: `
const debounce = (run, ms) => { let timer; return (...args) => { clearTimeout(timer); timer = setTimeout(() => run(...args), ms) } }
const say = debounce((text) => console.log('said', text), 300)
say('a'); say('b')
setTimeout(() => say('c'), 100)
setTimeout(() => say('d'), 600)
let ticks = 0
const interval = setInterval(() => {
  ticks++
  console.log('tick', ticks)
  if (ticks === 3) clearInterval(interval)
}, 150)
setTimeout(() => console.log('nested outer') || setTimeout(() => console.log('nested inner'), 0), 0)`,
  },
  {
    name: 'retries and a timeout',
    source: `
const { setTimeout: sleep } = require('timers/promises')
const limited = (work, ms) => Promise.race([work, sleep(ms).then(() => { throw new Error('timed out after ' + ms + ' ms') })])
let calls = 0
const flaky = async () => { calls++; await sleep(5); if (calls < 3) throw new Error('try ' + calls); return 'worked' }
const retry = async (work, times) => {
  for (let at = 1; ; at++) {
    try { return await work() } catch (error) { console.log('failed:', error.message); if (at === times) throw error }
  }
}
;(async () => {
  console.log(await retry(flaky, 5))
  try { await limited(sleep(1000), 100) } catch (error) { console.log(error.message) }
})()`,
  },
  {
    name: 'an event emitter of its own',
    source: `
const EventEmitter = require('events')
class Orders extends EventEmitter {
  add(item) { this.emit('added', item, this.listenerCount('added')); return this }
}
const orders = new Orders()
orders.once('added', (item) => console.log('first', item))
orders.on('added', (item, count) => console.log('added', item, count))
orders.prependListener('added', () => console.log('before all'))
orders.add('tea').add('milk')
console.log(orders.eventNames(), orders.emit('nothing'))
try { orders.emit('error', new Error('broken')) } catch (error) { console.log(error.message) }`,
  },
  {
    name: 'an aborted wait',
    source: `
const controller = new AbortController()
const { signal } = controller
signal.addEventListener('abort', () => console.log('aborted:', signal.reason.name))
setTimeout(() => controller.abort(), 10)
const wait = (ms) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason) })
})
wait(1000).catch((error) => console.log(error.name, '-', error.message, signal.aborted))`,
  },
  {
    name: 'generators, also async ones',
    source: `
function* fibonacci() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b] } }
const take = function* (count, source) { for (const value of source) { if (count-- <= 0) return; yield value } }
console.log([...take(10, fibonacci())])
async function* pages() { for (let page = 1; page <= 3; page++) { await null; yield { page, items: [page * 2] } } }
;(async () => { for await (const page of pages()) console.log(page) })()
const it = fibonacci()
console.log(it.next(), it.return(7), it.next())`,
  },
]
