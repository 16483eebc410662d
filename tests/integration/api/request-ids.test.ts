import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Failure } from '#contract/errors.ts'
import { paths, urlOf } from '#contract/paths.ts'
import { API_BASE } from '#contract/url.ts'
import { openApp, seedOrganization, startDevice } from '../../factories/index.ts'

/** One id a request: in its answer's header, in a failure's body, and in each line of the log about it. */

type Line = Record<string, unknown> & { request?: string; msg: string; call?: string | null }

async function open(settings: Record<string, string> = {}, level = 'info') {
  const lines: Line[] = []
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line)
      done()
    },
  })
  const app = await openApp({ listen: true, settings, log: pino({ level }, into) })
  onTestFinished(() => app.remove())
  return { app, lines }
}

const sync = `${API_BASE}${paths.postSync[1]}`
const languages = urlOf('getLanguages', {}, {})
const asJson = { 'content-type': 'application/json', authorization: `Bearer ${'x'.repeat(43)}` }

test.each([
  ['a call', languages, {}],
  ['no call', '/api/v1/nothing', {}],
  ['a page', '/login', {}],
  ['a save', sync, { method: 'POST', headers: asJson, body: '{}' }],
  ['a save in another form', sync, { method: 'POST', headers: { ...asJson, 'x-a': 'b' }, body: ' {}' }],
])('%s brings its id back, in the header, the body and the log', async (_what, path, init) => {
  const { app, lines } = await open()
  const answer = await fetch(app.base + path, init)
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[\w-]{8}-\w+$/)
  const text = await answer.text()
  if (path.startsWith('/api/') && !answer.ok) expect((JSON.parse(text) as Failure).request_id).toBe(id)
  expect(lines.filter(({ msg }) => msg === 'answered')).toMatchObject([
    { request: id, status: answer.status },
  ])
  const again = await fetch(app.base + path, init)
  expect(again.headers.get('x-request-id')).not.toBe(id)
})

test('each line that a call writes into the log names its request, and no address stands in any', async () => {
  const { app, lines } = await open()
  const org = await seedOrganization(app.ctx, 'lines')
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await startDevice(app, who)
  lines.length = 0
  const { write } = app.ctx.db
  app.ctx.db.write = () => Promise.reject(new Error('the disk is away'))
  app.clock.move(60_000)
  const answer = await fetch(
    app.base +
      urlOf('getTestTimeLeft', { driveId: org.driveId, candidateId: who.candidateId, authToken: who.token }),
  )
  app.ctx.db.write = write
  const id = answer.headers.get('x-request-id')
  const own = lines.filter(({ msg }) => msg === 'a contact could not be recorded')
  expect(own).toMatchObject([{ request: id, error: 'Error: the disk is away' }])
  expect(lines.find(({ msg }) => msg === 'answered')).toMatchObject({ request: id, call: 'getTestTimeLeft' })
  expect(JSON.stringify(lines)).not.toContain(who.token)
})

test('a failure in the middle of a call is logged once, under the id its caller was told', async () => {
  const { app, lines } = await open({}, 'warn')
  const { read } = app.ctx.db
  app.ctx.db.read = {} as typeof read
  const answer = await fetch(app.base + languages, { headers: asJson })
  app.ctx.db.read = read
  expect(answer.status).toBe(500)
  const { request_id } = (await answer.json()) as Failure
  expect(lines.filter(({ msg }) => msg === 'a call failed')).toMatchObject([{ request: request_id }])
})

test('a proxy that the operator named may bring its own id, if it is one; nobody else may', async () => {
  const given = '7f9c0e2a4b5d6e7f8a9b0c1d2e3f4a5b'
  const idOf = async (base: string, id: string, path = '/api/v1/nothing', init: RequestInit = {}) =>
    (
      await fetch(base + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'x-request-id': id },
      })
    ).headers.get('x-request-id')
  const { app: behind } = await open({ TRUSTED_PROXY: '127.0.0.1' })
  expect(await idOf(behind.base, given)).toBe(given)
  expect(await idOf(behind.base, given, sync, { method: 'POST', headers: asJson, body: '{}' })).toBe(given)
  for (const bad of ['short', 'x'.repeat(129), 'with a blank', 'quote"quote"'])
    expect(await idOf(behind.base, bad), bad).not.toBe(bad)
  const { app: alone } = await open()
  expect(await idOf(alone.base, given)).not.toBe(given)
})
