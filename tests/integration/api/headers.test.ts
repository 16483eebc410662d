import { beforeAll, describe, expect, test } from 'vitest'
import { type Organization, seedOrganization, startDevice, waitFor } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { openWire, type WireAnswer } from './wire.ts'

/** The headers of every answer, and odd requests that must be refused in the one form. */

let org: Organization
let token: string
const app = await appForFile({ listen: true })
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'headers')
  token = (await startDevice(app, org.candidates[0])).grant.auth_token
})

async function ask(line: string, ...headers: string[]): Promise<WireAnswer> {
  const wire = openWire(app.base)
  wire.write(`${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)
  const [answer] = await wire.answers()
  wire.socket.destroy()
  if (!answer) throw new Error('No answer')
  return answer
}

test.each([
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/receipt_key',
  '/api/v1/languages',
  '/api/v1/nothing',
  '/api/docs',
  '/candidate/ide',
  '/drives',
  '/assets/none.js',
  '/files/none.jpg',
])('%s is what it says it is', async (path) => {
  const { headers } = await ask(`GET ${path}`, 'host: x', `authorization: Bearer ${token}`)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-type']).toMatch(/\S/)
  if (path.startsWith('/api/v1/')) return
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("base-uri 'none'")
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-inline'/)
})

test('a page keeps its own policy and stays out of search engines', async () => {
  const { headers } = await ask('GET /candidate/overview/abc', 'host: x')
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
})

test('an invitation tells the browser to fetch its drive with the page, and no other page does', async () => {
  const { headers } = await ask('GET /candidate/overview/abc-DEF_9', 'host: x')
  expect(headers.link).toBe('</api/v1/drives/abc-DEF_9>; rel=preload; as=fetch; crossorigin=anonymous')
  for (const path of [
    '/candidate/ide',
    '/candidate/overview/a%3E%0d%0ab',
    '/candidate/overview/a/b',
    '/drives',
  ])
    expect((await ask(`GET ${path}`, 'host: x')).headers.link, path).toBeUndefined()
})

describe('odd requests', () => {
  test.each([
    ['a host that is none', 'GET /api/v1/nothing', 'host: a b%%/?'],
    ['a host with a path', 'GET /api/v1/nothing', 'host: x/../y?z'],
    ['an address without a host', 'GET http://', 'host: x'],
    ['a star', 'OPTIONS *', 'host: x'],
  ])('%s is refused in words', async (_what, line, ...headers) => {
    const answer = await ask(line, ...headers)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(/"code":"malformed","request_id":"[\w-]{3,}"/)
  })

  test.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    '%s does nothing and grants no origin',
    async (method) => {
      const answer = await ask(`${method} /api/v1/codes`, 'host: x', 'origin: https://evil.example')
      expect(answer.status).toBe(404)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('a HEAD of the stream holds none open', async () => {
    const wire = openWire(app.base)
    wire.write(`HEAD /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    await waitFor('the answer', () => wire.text().startsWith('HTTP/1.1 405 '))
    wire.socket.destroy()
    expect(app.ctx.hub.size).toBe(0)
  })
})
