import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollWhileVisible } from '#pwa/candidate/welcome/pollWhileVisible.ts'

/** A page that waits for news asks while somebody can read it. */

let shown: EventTarget & { visibilityState: string }
let browser: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  shown = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  browser = new EventTarget()
  vi.stubGlobal('document', shown)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (state: 'visible' | 'hidden') => {
  shown.visibilityState = state
  shown.dispatchEvent(new Event('visibilitychange'))
}

it('looks when it was planned, and the newer plan counts', () => {
  const look = vi.fn()
  const { plan } = pollWhileVisible(look)
  plan(1_000)
  plan(5_000)
  vi.advanceTimersByTime(4_999)
  expect(look).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(look).toHaveBeenCalledOnce()
})

it('does not look while it is hidden, and does as soon as it is shown', () => {
  const look = vi.fn()
  const { plan } = pollWhileVisible(look)
  show('hidden')
  plan(1_000)
  vi.advanceTimersByTime(60_000)
  expect(look).not.toHaveBeenCalled()
  show('visible')
  expect(look).toHaveBeenCalledOnce()
})

it('looks within five seconds once the network is back', () => {
  const look = vi.fn()
  pollWhileVisible(look)
  browser.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(5_000)
  expect(look).toHaveBeenCalledOnce()
})

it('looks no more once it was ended, whatever is planned afterwards', () => {
  const look = vi.fn()
  const { plan, end } = pollWhileVisible(look)
  plan(1_000)
  end()
  plan(1_000)
  show('visible')
  browser.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  expect(look).not.toHaveBeenCalled()
})
