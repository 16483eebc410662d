import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readCamera, startCamera, stopCamera, watchCamera } from '#pwa/candidate/camera/store.ts'

/** The camera's prompt, and what becomes of one that nobody answers. */

let answers: ((stream: MediaStream) => void)[]
let heard: string[]
let stopWatching: () => void
/** How the browser lists the cameras. */
let list: () => Promise<unknown[]>
const stream = (stop = () => {}) => {
  const track = { getSettings: () => ({ deviceId: 'front' }), stop, onended: null }
  return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
}

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  heard = []
  list = async () => []
  stopWatching = watchCamera(() => heard.push(readCamera().status))
  const getUserMedia = () => new Promise<MediaStream>((resolve) => answers.push(resolve))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: () => list() } })
})
afterEach(() => {
  stopWatching()
  stopCamera()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is on once its prompt is answered, and waits no longer', async () => {
  const started = startCamera()
  await vi.advanceTimersByTimeAsync(29_000)
  answers[0]?.(stream())
  expect(await started).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual(['asking', 'on'])
})

it('counts as none after a minute without an answer, and comes on with a late one', async () => {
  const started = startCamera()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(heard).toEqual(['asking'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await started).toBe(false)
  expect(heard).toEqual(['asking', 'unanswered'])
  answers[0]?.(stream())
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual(['asking', 'unanswered', 'on'])
})

it('hears nothing of a prompt that another one has replaced', async () => {
  const first = startCamera()
  await vi.advanceTimersByTimeAsync(20_000)
  const second = startCamera('back')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await first).toBe(false)
  expect(readCamera().status).toBe('asking')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await second).toBe(false)
  expect(heard).toEqual(['asking', 'asking', 'unanswered'])
})

it('is off where it is stopped while the browser still lists the cameras', async () => {
  let listed = (_: unknown[]) => {}
  list = () => new Promise((resolve) => (listed = resolve))
  const started = startCamera()
  const stopped = vi.fn()
  answers[0]?.(stream(stopped))
  await vi.advanceTimersByTimeAsync(0)
  stopCamera()
  listed([])
  expect(await started).toBe(false)
  expect(stopped).toHaveBeenCalledOnce()
  expect(readCamera()).toMatchObject({ status: 'off', stream: null })
})
