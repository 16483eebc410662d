import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SAVE_MESSAGE_MS } from '#contract/constants.ts'
import { SaveProgress } from '#pwa/candidate/exam/hooks/saveState.ts'

/** The progress of SAVE, as the button and the words beside the code show it. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const state = new SaveProgress()
  const heard = vi.fn()
  state.subscribe(heard)
  return { state, heard }
}

test('nothing is drawn while a quick save is written, and its end is said', () => {
  const { state, heard } = watched()
  state.begin()
  vi.advanceTimersByTime(149)
  expect([heard.mock.calls.length, state.isUnderway]).toEqual([0, true])
  state.end(true)
  expect([state.isUnderway, state.isSaving(), state.isSaved()]).toEqual([false, false, true])
  vi.advanceTimersByTime(SAVE_MESSAGE_MS - 1)
  expect([state.isSaving(), state.isSaved()]).toEqual([false, true])
  vi.advanceTimersByTime(1)
  expect(state.isSaved()).toBe(false)
})

test('a save that takes long is seen to', () => {
  const { state, heard } = watched()
  state.begin()
  vi.advanceTimersByTime(150)
  expect([heard.mock.calls.length, state.isSaving()]).toEqual([1, true])
  state.end(true)
  expect([state.isSaving(), state.isSaved()]).toEqual([false, true])
})

test('one that could not be kept says nothing of success, and may be tried again', () => {
  const { state } = watched()
  state.begin()
  state.end(false)
  expect([state.isUnderway, state.isSaved()]).toEqual([false, false])
  vi.advanceTimersByTime(1_000)
  expect(state.isSaving()).toBe(false)
})

test('no older success stands beside a save that takes long or fails', () => {
  const { state } = watched()
  const saveFirst = () => {
    state.begin()
    state.end(true)
    vi.advanceTimersByTime(1_000)
  }
  saveFirst()
  state.begin()
  expect(state.isSaved()).toBe(true)
  vi.advanceTimersByTime(150)
  expect([state.isSaving(), state.isSaved()]).toEqual([true, false])
  state.end(true)
  expect(state.isSaved()).toBe(true)
  state.begin()
  state.end(false)
  expect([state.isSaving(), state.isSaved()]).toEqual([false, false])
  // A message that was withdrawn takes nothing of the next one along.
  vi.advanceTimersByTime(4_000)
  saveFirst()
  vi.advanceTimersByTime(SAVE_MESSAGE_MS - 1_001)
  expect(state.isSaved()).toBe(true)
})
