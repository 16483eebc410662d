import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyText } from '#pwa/candidate/takeAway.ts'

/** A button that copies always comes to an answer, also over plain http, where the browser has no clipboard to give. */

let browser: EventTarget
/** The browser's act when a page asks it to copy; it tells the page first. */
let copies: () => boolean
const setData = vi.fn()
beforeEach(() => {
  browser = new EventTarget()
  setData.mockClear()
  copies = () =>
    !browser.dispatchEvent(
      Object.assign(new Event('copy', { cancelable: true }), { clipboardData: { setData } }),
    )
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('document', { execCommand: () => copies() })
})
afterEach(() => void vi.unstubAllGlobals())

it('gives the text where there is no clipboard, and leaves later copies alone', async () => {
  await copyText('a receipt code')
  expect(setData).toHaveBeenCalledExactlyOnceWith('text/plain', 'a receipt code')
  expect(copies()).toBe(false)
  expect(setData).toHaveBeenCalledOnce()
})

it('is refused in a promise where the browser copies nothing', async () => {
  copies = () => false
  await expect(copyText('a receipt code')).rejects.toThrow(TypeError)
})
