import { afterEach, expect, it, vi } from 'vitest'
import { checkLive } from '#pwa/candidate/welcome/checks/live.ts'

/** The readiness check's live channel: whether the event stream comes through to this browser. */

afterEach(() => vi.unstubAllGlobals())

const answering = (response: (signal: AbortSignal) => Promise<Response>) =>
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => response(signal))
const stream = (
  start: (to: ReadableStreamDefaultController, signal: AbortSignal) => void,
  type = 'text/event-stream',
) =>
  answering(async (signal) => {
    const body = new ReadableStream({ start: (to) => start(to, signal) })
    return new Response(body, { headers: { 'content-type': type } })
  })

it('is ready once the server\u2019s first word came through', async () => {
  stream((to) => to.enqueue(new TextEncoder().encode(': open\n\n')))
  expect(await checkLive('link', false)).toMatchObject({ state: 'ready' })
})

it.each([
  [
    'is held back',
    () => stream((to, signal) => signal.addEventListener('abort', () => to.error(signal.reason))),
  ],
  ['is closed at once', () => stream((to) => to.close())],
  [
    'is a proxy\u2019s page',
    () => stream((to) => to.enqueue(new TextEncoder().encode('<html>')), 'text/html'),
  ],
  ['is refused', () => answering(async () => new Response('', { status: 403 }))],
])('warns and blocks nobody where the stream %s', async (_what, given) => {
  given()
  expect(await checkLive('link', false, 20)).toMatchObject({ state: 'slower', word: 'Blocked' })
})

it('tells a server out of reach from a stream that is held back: a start needs it, a test that has begun does not', async () => {
  answering(() => Promise.reject(new TypeError('no network')))
  expect(await checkLive('link', false)).toMatchObject({ state: 'away', word: 'Offline' })
  expect(await checkLive('link', true)).toMatchObject({ state: 'slower', word: 'Offline' })
})
