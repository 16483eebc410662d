import { afterEach, expect, it, vi } from 'vitest'
import { listenToPage } from '#pwa/attempt/tabs/pageLifecycle.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['pagehide', 'visible', 'leave'],
  ['blur', 'visible', 'leave'],
  ['visibilitychange', 'hidden', 'leave'],
  ['visibilitychange', 'visible', 'wake'],
  ['online', 'visible', 'wake'],
  ['offline', 'visible', 'wake'],
])('%s of a page that is %s: %s', (event, visibilityState, told) => {
  const view = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState })
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  vi.stubGlobal('document', document)
  const heard: string[] = []
  listenToPage({ wake: () => heard.push('wake'), leave: () => heard.push('leave') })
  const target = event === 'visibilitychange' ? document : view
  target.dispatchEvent(new Event(event))
  expect(heard).toEqual([told])
})
