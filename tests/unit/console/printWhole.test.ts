import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printWhole } from '#pwa/ui/printWhole.ts'

/** The parts a page loads by and by, as far as printing asks for them. */
interface Loading {
  isDrawing: boolean
  pictures: { loading: string; decode: () => Promise<void> }[]
}

let watched: Set<() => void>
const print = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  watched = new Set()
  class Watch {
    readonly look: () => void
    constructor(look: () => void) {
      this.look = look
    }
    observe() {
      watched.add(this.look)
    }
    disconnect() {
      watched.delete(this.look)
    }
  }
  vi.stubGlobal('MutationObserver', Watch)
  vi.stubGlobal('document', { fonts: { ready: Promise.resolve() } })
  vi.stubGlobal('print', print)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  print.mockReset()
})

function open(page: Loading) {
  const left = new AbortController()
  const element = {
    querySelector: () => (page.isDrawing ? {} : null),
    querySelectorAll: () => page.pictures,
  } as unknown as HTMLElement
  void printWhole(element, left.signal)
  return left
}

/** All that does not wait for the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0)

/** A picture that comes, or fails, when it is told to. */
function picture() {
  let come = () => {}
  let fail = () => {}
  const decoded = new Promise<void>((resolve, reject) => {
    come = resolve
    fail = () => reject(new Error('no picture'))
  })
  return { loading: 'lazy', decode: () => decoded, come, fail }
}

it('prints once every picture is there or has failed, also those that nobody had scrolled to', async () => {
  const [first, second] = [picture(), picture()]
  open({ isDrawing: false, pictures: [first, second] })
  await settle()
  expect([first.loading, second.loading]).toEqual(['eager', 'eager'])
  first.come()
  await settle()
  expect(print).not.toHaveBeenCalled()
  second.fail()
  await settle()
  expect(print).toHaveBeenCalledOnce()
})

it('prints once every text is drawn', async () => {
  const page: Loading = { isDrawing: true, pictures: [] }
  open(page)
  await settle()
  expect(print).not.toHaveBeenCalled()
  page.isDrawing = false
  for (const look of watched) look()
  await settle()
  expect(print).toHaveBeenCalledOnce()
})

it('a picture that never comes keeps nobody from printing', async () => {
  open({ isDrawing: false, pictures: [picture()] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(print).toHaveBeenCalledOnce()
})

it('a text that never is drawn is not watched any longer once the page was printed', async () => {
  open({ isDrawing: true, pictures: [] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(print).toHaveBeenCalledOnce()
  expect(watched.size).toBe(0)
})

it('a page that was left is not printed, and neither watched nor waited for', async () => {
  const page: Loading = { isDrawing: true, pictures: [] }
  const left = open(page)
  await settle()
  left.abort()
  expect(watched.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  page.isDrawing = false
  await vi.runAllTimersAsync()
  expect(print).not.toHaveBeenCalled()
})

it('nor is one whose pictures come after it was left', async () => {
  const late = picture()
  const left = open({ isDrawing: false, pictures: [late] })
  await settle()
  left.abort()
  late.come()
  await settle()
  expect(print).not.toHaveBeenCalled()
})
