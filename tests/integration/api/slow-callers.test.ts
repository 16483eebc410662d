import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CONNECTION_LIMITS, type ConnectionLimits, createLimitedServer } from '#api/middleware/connections.ts'
import { openApp } from '../../factories/index.ts'
import { openWire } from './wire.ts'

/** Who is slow or silent holds no connection; who only waits between requests keeps it. */

const SHORT: ConnectionLimits = {
  headersMs: 250,
  bodyMs: 250,
  bytesPerSecond: 10,
  keepAliveMs: 60_000,
  checkEveryMs: 25,
}
let close = (): Promise<void> => Promise.resolve()
afterEach(() => close())

/** A server that answers ok when the whole body is in; /stream answers a piece and goes on for ever. */
async function serve(limits = SHORT): Promise<string> {
  const http = createLimitedServer((incoming, outgoing) => {
    if (incoming.url === '/stream') {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
      return
    }
    incoming.on('error', () => {})
    incoming.resume().on('end', () => outgoing.end('ok'))
  }, limits)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  close = () =>
    new Promise((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const post = (length: number): string => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`

test('the product waits 15 s for headers and keeps connections between requests for longer', async () => {
  expect(CONNECTION_LIMITS.headersMs).toBe(15_000)
  expect(CONNECTION_LIMITS.bodyMs).toBe(30_000)
  expect(CONNECTION_LIMITS.keepAliveMs).toBeGreaterThan(60_000)
  const app = await openApp({ listen: true, limits: { connections: SHORT } })
  close = () => app.remove()
  const wire = openWire(app.base)
  wire.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  expect(await wire.closed).toMatch(/^HTTP\/1\.1 408 /)
})

test('headers that do not come to an end are answered with 408, however they drip', async () => {
  const base = await serve()
  const wire = openWire(base)
  wire.write('GET / HTTP/1.1\r\nhost: x\r\n')
  const drip = setInterval(() => wire.write('a: b\r\n'), 20)
  const text = await wire.closed
  clearInterval(drip)
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(text).toContain('"request_id":"')
})

test('a connection that never says anything is closed without a word', async () => {
  const base = await serve()
  expect(await openWire(base).closed).toBe('')
})

test('a connection that waits between requests outlasts the time for headers', async () => {
  const base = await serve()
  const idle = openWire(base)
  idle.write(GET)
  await idle.answers()
  const idleAfterBody = openWire(base)
  idleAfterBody.write(post(2), 'ab')
  await idleAfterBody.answers()
  // Two others run into their time for headers, one after the other, while those wait.
  for (let round = 0; round < 2; round++) {
    const slow = openWire(base)
    slow.write('GET / HTTP/1.1\r\n')
    expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
  }
  idle.write(GET)
  idleAfterBody.write(GET)
  expect(await idle.answers()).toMatchObject([{ status: 200, body: 'ok' }])
  expect(await idleAfterBody.answers()).toMatchObject([{ status: 200, body: 'ok' }])
  // And its next request has the same time for its headers again.
  idle.write('GET / HTTP/1.1\r\n')
  expect(await idle.closed).toMatch(/HTTP\/1\.1 408 /)
})

test('a body has its time by its length: a short one is cut off, a longer one may go on', async () => {
  const base = await serve()
  const long = openWire(base)
  // 600 bytes at 10 a second: a minute.
  long.write(post(600), 'x'.repeat(300))
  const short = openWire(base)
  short.write(post(2), 'x')
  const chunked = openWire(base)
  chunked.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n')
  for (const text of [await short.closed, await chunked.closed]) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toContain('"code":"timeout"')
  }
  long.write('x'.repeat(300))
  expect(await long.answers()).toMatchObject([{ status: 200 }])
})

test('an answer under way is never mixed with a refusal', async () => {
  const base = await serve()
  const wire = openWire(base)
  wire.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n', 'GARBAGE\r\n\r\n')
  const text = await wire.closed
  expect(text).not.toContain('400 Bad Request')
  expect(text).not.toContain('malformed')
})

test('what is no HTTP gets words, and headers past their limit theirs', async () => {
  const base = await serve()
  const garbage = openWire(base)
  garbage.write('GARBAGE\r\n\r\n')
  expect(await garbage.closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/)
  const large = openWire(base)
  large.write(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n`)
  expect(await large.closed).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/)
})
