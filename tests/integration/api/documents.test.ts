import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SHED_ORDER } from '#api/pressure/classes.ts'
import { appForFile } from '../forFile.ts'

/** The description of the calls: made once, sent compressed, and not at all where it is known. */

let lag = 0
const app = await appForFile({ lag: () => ({ read: () => lag, close: () => {} }) })

const get = (path: string, headers: Record<string, string> = {}) => app.send(path, { headers })

test.each(['/api/v1/openapi.json', '/api/docs'])('%s', async (path) => {
  const plain = await get(path)
  const text = await plain.text()
  expect(plain.status).toBe(200)
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [name, unpacked] of Object.entries(unpack)) {
    const packed = await get(path, { 'accept-encoding': `identity, ${name}` })
    expect(packed.headers.get('content-encoding')).toBe(name)
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(text.length / 4)
    expect(unpacked(bytes).toString()).toBe(text)
  }
  const etag = plain.headers.get('etag') ?? ''
  const known = await get(path, { 'if-none-match': etag })
  expect([known.status, await known.text()]).toEqual([304, ''])
  expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200)
})

test('it costs nothing to ask again, and waits under pressure', async () => {
  await (await get('/api/v1/openapi.json')).text()
  const from = performance.now()
  for (let n = 0; n < 100; n++) await get('/api/v1/openapi.json', { 'accept-encoding': 'br' })
  // Made anew each time it took seconds.
  expect(performance.now() - from).toBeLessThan(1_000)
  lag = 1_000
  for (let n = 0; n < 2 * SHED_ORDER.length; n++) app.ctx.pressure.look()
  expect((await get('/api/docs')).status).toBe(503)
})

test.each(['/metrics', '/wp-login.php', '/robots.txt', '/nowhere/at/all', '/admins', '/.env'])(
  '%s is no page',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    // People are led on by the page all the same.
    expect(await answer.text()).toContain('console.html')
  },
)
