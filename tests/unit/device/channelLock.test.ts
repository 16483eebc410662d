import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTabChannel, type TabChannel, type TabLock } from '#pwa/attempt/tabs/channel.ts'
import { requestTabLock } from '#pwa/attempt/tabs/lock.ts'

/** One tab of a browser writes and sends where the browser has no locks: the tabs agree by asking each other. */

const NAME = 'sync:channel lock'
const tabs: { lock: TabLock; told: boolean[]; channel: TabChannel; view: EventTarget }[] = []

beforeEach(() => {
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  for (const { channel } of tabs.splice(0)) channel.close()
  vi.unstubAllGlobals()
})

async function openTab() {
  const view = new EventTarget()
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  const told: boolean[] = []
  const channel = openTabChannel(NAME)
  const lock = await requestTabLock(NAME, channel, (held) => void told.push(held))
  const tab = { lock, told, channel, view }
  tabs.push(tab)
  return tab
}
const says = (tab: { told: boolean[] }, ...expected: boolean[]) =>
  vi.waitFor(() => expect(tab.told).toEqual(expected), { timeout: 10_000 })

it('the first tab has it, a second one is told that it has not, and takes it when asked', async () => {
  const first = await openTab()
  await says(first, true)
  const second = await openTab()
  await says(second, false)
  second.lock.steal()
  await says(first, true, false)
  await says(second, false, true)
  expect(first.told.at(-1)).toBe(false)
})

it('a tab that waits has it once the first one is closed', async () => {
  const first = await openTab()
  await says(first, true)
  const second = await openTab()
  await says(second, false)
  first.view.dispatchEvent(new Event('pagehide'))
  first.channel.close()
  await says(second, false, true)
})

it('a tab that waits finds out by itself that the first one is no more', async () => {
  const first = await openTab()
  await says(first, true)
  const second = await openTab()
  await says(second, false)
  first.channel.close()
  await says(second, false, true)
})

it('one that slept while another took it has it still: it has had it longer', async () => {
  const first = await openTab()
  await says(first, true)
  const stranger = openTabChannel(NAME)
  let kept = 0
  stranger.on('claim', () => kept++)
  stranger.say('claim', Date.now() + 1)
  await vi.waitFor(() => expect(kept).toBe(1))
  expect(first.told).toEqual([true])
  stranger.say('claim', 0)
  await vi.waitFor(() => expect(first.told.slice(0, 2)).toEqual([true, false]))
  stranger.close()
})

it('an answer is waited for no longer than told', async () => {
  const [asks, answers] = [openTabChannel('words'), openTabChannel('words')]
  answers.on('give', () => answers.say('given'))
  const given = asks.answer('given', 5_000)
  asks.say('give')
  expect(await given).toBe(true)
  answers.close()
  expect(await asks.answer('given', 20)).toBe(false)
  asks.close()
})
