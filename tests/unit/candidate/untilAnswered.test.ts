import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoRoom } from '#pwa/attempt/session/store.ts'
import { askUntilAnswered, type UnansweredCall } from '#pwa/candidate/untilAnswered.ts'
import { CallError } from '#pwa/http/call.ts'

/** A start whose answer was lost is asked for again by itself: the clock may be running. */

let browser: EventTarget
let answers: (Error | 'opened')[]
let told: UnansweredCall[]
let failed: unknown[]
let asked: number
const ask = async () => {
  asked++
  const answer = answers.shift() ?? 'opened'
  if (answer !== 'opened') throw answer
}
const begin = () =>
  askUntilAnswered(
    ask,
    (waiting) => told.push(waiting),
    (error) => failed.push(error),
  )
const lost = () => new CallError('network', 0, {})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  answers = []
  told = []
  failed = []
  asked = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it.each([
  ['an answer that is lost', lost()],
  ['one that does not come', new CallError('timeout', 0, {})],
  ['a network that answers itself', new CallError('captive', 200, {})],
  ['a server that is busy', new CallError('refused', 503, {})],
  ['a device without room', new NoRoom('No room')],
  [
    'a part of the page that did not come',
    new TypeError('Failed to fetch dynamically imported module: /a.js'),
  ],
])('asks again by itself after %s', async (_, fault) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  answers = [fault]
  begin()
  await pass(0)
  expect(told.at(-1)?.fault).toBe(fault)
  expect(told.at(-1)?.nextTryAt).toBeGreaterThanOrEqual(Date.now())
  await pass(1_000)
  expect(asked).toBe(2)
  // Answered: it is asked no more, whatever the network does.
  browser.dispatchEvent(new Event('online'))
  await pass(120_000)
  expect(asked).toBe(2)
  expect(failed).toEqual([])
})

it('says a refusal once, and does not ask again', async () => {
  const refusal = new CallError('refused', 403, { message: 'No.' })
  answers = [refusal]
  begin()
  await pass(120_000)
  expect(failed).toEqual([refusal])
  expect(asked).toBe(1)
})

it('asks less and less often, as often as told to, and at once when the network is back', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  answers = [lost(), lost(), lost(), lost()]
  const { now } = begin()
  await pass(2_996)
  expect(asked).toBe(2)
  await pass(1)
  expect(asked).toBe(3)
  browser.dispatchEvent(new Event('online'))
  await pass(0)
  expect(asked).toBe(4)
  now()
  now()
  expect(told.at(-1)?.nextTryAt).toBeNull()
  await pass(0)
  expect(asked).toBe(5)
})

it('waits as long as the server asked for', async () => {
  answers = [new CallError('refused', 503, {}, 8_000)]
  begin()
  await pass(7_999)
  expect(asked).toBe(1)
  await pass(1)
  expect(asked).toBe(2)
})

it('is over with its page', async () => {
  answers = [lost(), lost()]
  const { end } = begin()
  await pass(0)
  end()
  browser.dispatchEvent(new Event('online'))
  await pass(120_000)
  expect(asked).toBe(1)
})
