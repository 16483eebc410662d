import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultMode, type FaultProxy, startFaultProxy } from './proxy.ts'

/** The proxy does what its modes say: the other fault tests rest on it. */

const body = 'x'.repeat(2_000)
/** Many pieces, whatever a system calls one. */
const large = 'x'.repeat(4_000_000)
const served: string[] = []
const server = createServer((request, response) => {
  served.push(request.url ?? '')
  response.end(request.url === '/large' ? large : body)
})
let proxy: FaultProxy

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** One request as a client sees it. A busy machine drips slowly: only what never answers is waited for in vain. */
async function see(path: string, within = 15_000): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${proxy.port}${path}`, {
      signal: AbortSignal.timeout(within),
    })
    const text = await response.text()
    return `${response.status} ${text === body ? 'body' : text.slice(0, 40)}`
  } catch (error) {
    return error instanceof DOMException ? 'timeout' : 'broken'
  }
}

const expected: [FaultMode, string, boolean][] = [
  ['ok', '200 body', true],
  ['latency', '200 body', true],
  ['drip', '200 body', true],
  ['cut-after-request', 'broken', true],
  ['truncate', 'broken', true],
  ['refuse', 'broken', false],
  ['portal', '200 <!doctype html><title>Welcome</title><h1', false],
  ['unavailable', '503 <!doctype html><title>503</title><h1>Ser', false],
  ['blackhole', 'timeout', false],
]

test.each(expected)('%s: the client sees "%s", the server is reached: %s', async (mode, seen, isReached) => {
  await proxy.set('ok')
  expect(await see(`/before-${mode}`)).toBe('200 body')
  await proxy.set(mode)
  const started = performance.now()
  expect(await see(`/in-${mode}`, mode === 'blackhole' ? 300 : undefined)).toBe(seen)
  if (mode === 'latency') expect(performance.now() - started).toBeGreaterThan(390)
  expect(served.includes(`/in-${mode}`)).toBe(isReached)
  await proxy.set('ok')
  expect(await see(`/after-${mode}`)).toBe('200 body')
})

test('latency: a large answer comes one trip later, not one trip for each of its pieces', async () => {
  await proxy.set('latency')
  // Piece by piece its sixty-odd would need more than ten seconds.
  expect(await see('/large', 5_000)).toBe(`200 ${large.slice(0, 40)}`)
  await proxy.set('ok')
})

test('cut-after-response: the answer is whole, the connection is gone', async () => {
  await proxy.set('cut-after-response')
  const { cut } = proxy.counts
  // The reset may overtake the last bytes; the server was reached either way.
  expect(['200 body', 'broken']).toContain(await see('/cut'))
  expect(served).toContain('/cut')
  expect(proxy.counts.cut).toBe(cut + 1)
  await proxy.set('ok')
})
