import { afterEach, expect, it, vi } from 'vitest'
import { isReachedBy } from '#pwa/console/kit/cache/reach.ts'
import { call } from '#pwa/http/call.ts'

/** A call's word on an answer that is not our server's. */

afterEach(() => {
  vi.unstubAllGlobals()
})

const html = (status: number) =>
  new Response('<html><title>Of something between</title></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

async function failureOf(answer: Response) {
  vi.stubGlobal('fetch', async () => answer)
  return call('postSync', { body: {} }).catch((error: unknown) => error)
}

it('tells a refusal as too large that something between made from a network that wants a sign-in', async () => {
  const words = 'Something between this device and the server refused this as too large.'
  expect(await failureOf(html(413))).toMatchObject({ kind: 'captive', status: 413, message: words })
  expect(await failureOf(html(403))).toMatchObject({
    kind: 'captive',
    message: 'This network answers in place of the server. Sign in to your network, then try again.',
  })
})

it.each([502, 503, 504])(
  'calls a proxy that says %i for the server out of reach, and sends nobody to sign in',
  async (status) => {
    const words = 'The server cannot be reached. Check your connection and try again.'
    for (const answer of [html(status), new Response(null, { status })])
      expect(await failureOf(answer)).toMatchObject({ kind: 'network', status, message: words })
  },
)

it('leaves our own server its words for what is too large', async () => {
  const ours = Response.json({ message: 'A picture may have 2 MB.', code: 'too_large' }, { status: 413 })
  expect(await failureOf(ours)).toMatchObject({ kind: 'refused', message: 'A picture may have 2 MB.' })
})

it.each([
  ['a refusal of our server', 'refused', 503, true],
  ['a refusal as too large by something between', 'captive', 413, true],
  ['another answer of something between', 'captive', 200, false],
  ['no answer', 'timeout', 0, false],
] as const)('%s: whether the console says that the server is in reach', (_, kind, status, isReached) => {
  expect(isReachedBy({ kind, status })).toBe(isReached)
})
