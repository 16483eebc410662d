import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SAVE_MESSAGE_MS } from '#contract/constants.ts'
import { ShownFor } from '#pwa/candidate/exam/hooks/saveState.ts'

/** Messages that go by themselves. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('shows a save message for five seconds, the newest one from its own beginning', () => {
  let value: string | null = null
  const message = new ShownFor<string>(SAVE_MESSAGE_MS, (next) => {
    value = next
  })
  message.show('first')
  vi.advanceTimersByTime(4_999)
  expect(value).toBe('first')
  message.show('second')
  vi.advanceTimersByTime(4_999)
  expect(value).toBe('second')
  vi.advanceTimersByTime(1)
  expect(value).toBeNull()
})
