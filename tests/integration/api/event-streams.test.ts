import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { BUFFER_MAX_BYTES, EventHub, STREAMS_EACH } from '#api/events/hub.ts'
import { insertEvent } from '#db/queries/events.ts'
import {
  type Invited,
  must,
  type Organization,
  openApp,
  seedOrganization,
  signIn,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { openWire, type Wire } from './wire.ts'

/** Streams over real sockets: how many one listener may hold, and readers that do not read. */

const PADDING = 60_000
let org: Organization
const app = await appForFile({ listen: true })
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'streams', { candidates: 4 })
})

const person = (i: number): Invited => {
  const found = org.candidates[i]
  if (!found) throw new Error('Invite more candidates')
  return found
}

function stream(token: string): Wire {
  const wire = openWire(app.base)
  wire.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return wire
}
const opened = (wire: Wire) => waitFor('the stream', () => wire.text().includes(': open'))
/** The last chunk of an answer that was ended in order. */
const hasEnded = (wire: Wire) => wire.text().endsWith('0\r\n\r\n')

async function write(attemptId: number, count: number, padding = ''): Promise<void> {
  await app.ctx.db.write(async (tx) => {
    for (let i = 0; i < count; i++)
      await insertEvent(tx, { attempt_id: attemptId }, { type: 'test', padding }, app.ctx.now())
  })
}

test('an invitation opens the stream before the start, so that a browser can try whether it comes through', async () => {
  const wire = stream(person(3).invitation)
  await opened(wire)
  wire.socket.destroy()
})

test('a ninth stream of one attempt ends the oldest; the others and other people go on', async () => {
  const [many, other] = [person(0), person(1)]
  const foreign = stream(other.token)
  await opened(foreign)
  const own: Wire[] = []
  for (let i = 0; i < STREAMS_EACH; i++) {
    const wire = stream(many.token)
    await opened(wire)
    own.push(wire)
  }
  expect(own.some(hasEnded)).toBe(false)
  const ninth = stream(many.token)
  await opened(ninth)
  const [oldest, ...rest] = own
  if (!oldest) throw new Error('No stream')
  await waitFor('the oldest to end', () => hasEnded(oldest))
  expect(app.ctx.hub.size).toBe(STREAMS_EACH + 1)
  await write(many.attemptId, 1)
  app.ctx.hub.tell({ attempt_id: many.attemptId })
  for (const wire of [...rest, ninth])
    await waitFor('the event on the others', () => wire.text().includes('event: test'))
  expect(foreign.text()).not.toContain('event: test')
  expect([...rest, ninth, foreign].some(hasEnded)).toBe(false)
  for (const wire of [...own, ninth, foreign]) wire.socket.destroy()
  await waitFor('the streams to be let go', () => app.ctx.hub.size === 0)
})

/** A hub of its own on a server of its own, so that the test sees the server's end of each stream. */
let http: Server
let hub: EventHub
function endHub(): void {
  hub?.close()
  http?.closeAllConnections()
  http?.close()
}
afterEach(endHub)
async function serveHub(attemptId: number, heartbeatMs: number) {
  const responses: ServerResponse[] = []
  hub = new EventHub(app.ctx.db, { heartbeatMs })
  http = createServer((incoming, outgoing) => {
    responses.push(outgoing)
    hub.open({ attempt_id: attemptId }, outgoing, Number(incoming.headers['last-event-id'] ?? 0))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { base, responses }
}
const ids = (text: string): number[] =>
  [...text.matchAll(/^id: (\d+)\nevent: test\ndata: [^\n]*\n\n/gm)].map(([, id]) => Number(id))
const get = (last: number): string => `GET / HTTP/1.1\r\nhost: x\r\nlast-event-id: ${last}\r\n\r\n`

test('a reader that does not read costs a bounded buffer, is closed, and resumes where it was', async () => {
  const { attemptId } = person(2)
  // Far more than the system's own buffers hold.
  await write(attemptId, 300, 'p'.repeat(PADDING))
  const all = await app.rows<{ id: number }>(
    'SELECT id FROM events WHERE attempt_id = ? ORDER BY id',
    attemptId,
  )
  const { base, responses } = await serveHub(attemptId, 40)
  const wire = openWire(base)
  wire.socket.pause()
  wire.write(get(0))
  let most = 0
  await waitFor(
    'the stream to be closed',
    () => {
      const [response] = responses
      most = Math.max(most, response?.writableLength ?? 0)
      hub.tell({ attempt_id: attemptId })
      return response?.destroyed
    },
    { every: 1 },
  )
  await waitFor('the stream to be let go', () => hub.size === 0)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(BUFFER_MAX_BYTES + 2 * PADDING)
  wire.socket.resume()
  const first = ids(await wire.closed)
  expect(first.length).toBeLessThan(all.length)
  endHub()
  // Its next stream is read in this busy process: it has the time that a real one has.
  const next = openWire((await serveHub(attemptId, 60_000)).base)
  next.write(get(first.at(-1) ?? 0))
  await waitFor('the rest', () => ids(next.text()).length + first.length >= all.length, { every: 50 })
  expect([...first, ...ids(next.text())]).toEqual(all.map((row) => row.id))
})

test('a reader that falls behind and comes back gets everything on the same stream', async () => {
  const { attemptId } = person(3)
  await write(attemptId, 300, 'q'.repeat(PADDING))
  const { base, responses } = await serveHub(attemptId, 60_000)
  const wire = openWire(base)
  wire.socket.pause()
  wire.write(get(0))
  await waitFor('the buffer to fill', () => (responses[0]?.writableLength ?? 0) > BUFFER_MAX_BYTES)
  wire.socket.resume()
  await waitFor('every event', () => ids(wire.text()).length === 300)
  expect(responses).toHaveLength(1)
})

/** The stream of a begun test, and whether its server has ended it. */
async function ownStream(own: TestApp, token: string): Promise<Wire> {
  const wire = openWire(own.base)
  wire.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await opened(wire)
  return wire
}

test.each([
  ['made anew', 'postReissue'],
  ['revoked', 'postRevoke'],
  ['deleted with its candidate', 'deleteCandidate'],
] as const)(
  'the streams of a link that is %s end with it, and tell nothing of what comes',
  async (_, name) => {
    const { candidates, admin } = await seedOrganization(app.ctx, `ends-${name.toLowerCase()}`)
    const [who] = candidates
    if (!who) throw new Error('Nobody was invited')
    const headers = await signIn(app.send, admin.email, admin.password)
    const wire = await ownStream(app, who.token)
    const params: Record<string, string | number> =
      name === 'deleteCandidate' ? { id: who.candidateId } : { ref: who.ref }
    await must(app.send, name, { params, headers, ...(name !== 'deleteCandidate' && { body: {} }) })
    // Nothing can be told of one that is deleted.
    if (name !== 'deleteCandidate') await write(who.attemptId, 1, 'SECRET')
    app.ctx.hub.tell({ attempt_id: who.attemptId })
    await wire.closed
    expect(wire.text()).not.toContain('SECRET')
  },
)

test('a listener who has heard of later events than there are, as after a restore, hears of what comes', async () => {
  const { token, attemptId } = person(2)
  const wire = openWire(app.base)
  const headers = `authorization: Bearer ${token}\r\nlast-event-id: 999999`
  wire.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`)
  await opened(wire)
  await write(attemptId, 1, 'NEWS')
  app.ctx.hub.tell({ attempt_id: attemptId })
  await waitFor('the event', () => wire.text().includes('NEWS'))
  wire.socket.destroy()
})

test('a stream of staff ends with its session, whose time runs out by itself', async () => {
  const own = await openApp({ listen: true })
  try {
    const { admin } = await seedOrganization(own.ctx, 'session')
    const headers = await signIn(own.send, admin.email, admin.password)
    const wire = openWire(own.base)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    wire.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\n\r\n`)
    await opened(wire)
    own.clock.move(119 * 60_000)
    own.ctx.hub.beat()
    await waitFor('a sign of life', () => wire.text().includes(': beat'))
    expect(wire.socket.destroyed).toBe(false)
    own.clock.move(2 * 60_000)
    own.ctx.hub.beat()
    await wire.closed
  } finally {
    await own.remove()
  }
})
