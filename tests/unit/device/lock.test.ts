import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TabChannel, TabLock } from '#pwa/attempt/tabs/channel.ts'
import { requestTabLock } from '#pwa/attempt/tabs/lock.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** One tab of a browser writes and sends. */

const NAME = 'sync:attempt'
let browser: ReturnType<typeof browserLocks>

beforeEach(() => {
  browser = browserLocks()
})
afterEach(() => void vi.unstubAllGlobals())

/** Browsers with locks need no word of the other tabs. */
const deaf: TabChannel = { id: 'deaf', say() {}, on() {}, answer: () => Promise.resolve(false), close() {} }

interface Tab {
  lock: TabLock
  /** The messages to it, in order: whether it has the lock. */
  told: boolean[]
  close(): void
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

async function openTab(name = NAME): Promise<Tab> {
  const { locks, close } = browser.open()
  vi.stubGlobal('navigator', { locks })
  const told: boolean[] = []
  const lock = await requestTabLock(name, deaf, (held) => void told.push(held))
  await settle()
  return { lock, told, close }
}

it('the first tab has the lock, a second one is told at once that it has not', async () => {
  const [first, second] = [await openTab(), await openTab()]
  expect(first.told).toEqual([true])
  expect(second.told).toEqual([false])
})

it('tests do not get into each other’s way', async () => {
  const [one, other] = [await openTab(), await openTab('sync:another')]
  expect([one.told, other.told]).toEqual([[true], [true]])
})

it('the second tab has it once the first is closed, and no earlier', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()]
  first.close()
  await settle()
  expect(second.told).toEqual([false, true])
  expect(third.told).toEqual([false])
  second.close()
  await settle()
  expect(third.told).toEqual([false, true])
})

it('a tab that is done with the test leaves it to the next one and stays open, told nothing more', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.lock.release()
  await settle()
  expect(first.told).toEqual([true])
  expect(second.told).toEqual([false, true])
  const third = await openTab()
  second.lock.release()
  await settle()
  expect([first.told, third.told]).toEqual([[true], [false, true]])
})

it('a closed tab that waited is passed over', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()]
  second.close()
  first.close()
  await settle()
  expect(second.told).toEqual([false])
  expect(third.told).toEqual([false, true])
})

it('a tab that takes the lock has it alone; the one that lost it is told, and has it back afterwards', async () => {
  const [first, second] = [await openTab(), await openTab()]
  second.lock.steal()
  await settle()
  expect(first.told).toEqual([true, false])
  expect(second.told).toEqual([false, true])
  // The request it had waiting is given up, or it would get the lock it has a second time.
  expect(browser.waiting()).toBe(1)
  second.close()
  await settle()
  expect(first.told).toEqual([true, false, true])
})

it('the lock can be taken there and back', async () => {
  const [first, second] = [await openTab(), await openTab()]
  second.lock.steal()
  await settle()
  first.lock.steal()
  await settle()
  expect(first.told).toEqual([true, false, true])
  expect(second.told).toEqual([false, true, false])
  second.lock.steal()
  await settle()
  expect(first.told.at(-1)).toBe(false)
  expect(second.told.at(-1)).toBe(true)
  expect(browser.waiting()).toBe(1)
})

it('never says that two tabs have it', async () => {
  const tabs = [await openTab(), await openTab(), await openTab()]
  const holders = () => tabs.filter((tab) => tab.told.at(-1)).length
  for (const taker of [1, 2, 0, 2, 1]) {
    tabs[taker]?.lock.steal()
    await settle()
    expect(holders()).toBe(1)
    expect(tabs[taker]?.told.at(-1)).toBe(true)
  }
})

it('a page goes before whoever only sends what was left of its test', async () => {
  const carrier = browser.open()
  const carried = carrier.locks.request(`carries ${NAME}`, {}, () =>
    carrier.locks.request(NAME, {}, () => new Promise(() => {})),
  )
  const stopped = carried.then(
    () => false,
    () => true,
  )
  await settle()
  const page = await openTab()
  expect(page.told).toEqual([true])
  expect(await stopped).toBe(true)
  const second = await openTab()
  expect(second.told).toEqual([false])
})
