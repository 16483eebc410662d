import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerWorker } from '#pwa/candidate/registerWorker.ts'

/** How the page looks after its worker: puts back one that was removed, and leaves a browser alone that allows none. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Fault = 'none' | 'forbidden' | 'not installed'
let container: EventTarget & { controller: null; registered: object | undefined; fault: Fault }
let register: ReturnType<typeof vi.fn>

beforeEach(async () => {
  // Loaded before the clock is held: a part of its own, which comes when it comes.
  await import('workbox-window')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubEnv('DEV', false)
  register = vi.fn(async () => {
    if (container.fault === 'forbidden') throw new DOMException('Workers are forbidden here', 'SecurityError')
    const registration = Object.assign(new EventTarget(), { active: { postMessage() {} } })
    // Nothing stays of a worker that cannot be installed.
    if (container.fault === 'none') container.registered = registration
    return registration
  })
  container = Object.assign(new EventTarget(), {
    controller: null,
    registered: undefined,
    fault: 'none' as const,
    register,
    getRegistration: async () => container.registered,
  })
  // Each try brings its own.
  setMaxListeners(0, container)
  const page = Object.assign(new EventTarget(), { readyState: 'complete' })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' })
  vi.stubGlobal('dispatchEvent', () => true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Lets so much time go by, and each look come to its end. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise(setImmediate)
  }
}

it('puts back a worker that was removed under the page, within seconds', async () => {
  registerWorker(() => {})
  await pass(MINUTE)
  expect(register).toHaveBeenCalledTimes(1)
  for (let times = 2; times <= 4; times++) {
    container.registered = undefined
    await pass(20_000)
    expect(register).toHaveBeenCalledTimes(times)
  }
})

it('takes no worker that was put back for a new version, and the next one for it', async () => {
  const onNewVersion = vi.fn()
  const takeOver = () => container.dispatchEvent(new Event('controllerchange'))
  registerWorker(onNewVersion)
  await pass(MINUTE)
  takeOver()
  container.registered = undefined
  await pass(20_000)
  takeOver()
  expect(onNewVersion).not.toHaveBeenCalled()
  takeOver()
  expect(onNewVersion).toHaveBeenCalledTimes(1)
})

it.each<Fault>(['forbidden', 'not installed'])(
  'tries ever more rarely where workers are %s, and has one once they are not',
  async (fault) => {
    container.fault = fault
    registerWorker(() => {})
    await pass(10 * MINUTE)
    const first = register.mock.calls.length
    expect(first).toBeGreaterThan(3)
    expect(first).toBeLessThan(12)
    await pass(HOUR)
    expect(register.mock.calls.length - first).toBeLessThanOrEqual(30)
    container.fault = 'none'
    await pass(2 * MINUTE)
    expect(container.registered).toBeDefined()
    // From then on it is looked after as ever.
    await pass(3 * MINUTE)
    container.registered = undefined
    await pass(20_000)
    expect(container.registered).toBeDefined()
  },
)
