import { afterEach, describe, expect, test } from 'vitest'
import { SYNC_LIMITS } from '#api/auth/limits.ts'
import { BATCH_MAX_BYTES, BATCH_MAX_OPS } from '#contract/constants.ts'
import { codeKey } from '#contract/ops.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import {
  type Device,
  type Organization,
  openApp,
  seedOrganization,
  startDevice,
  type TestApp,
} from '../../factories/index.ts'
import { openWire } from './wire.ts'

/** The limits of POST sync: nothing of the body is taken before the token, and only so much of one attempt. */

let app: TestApp
let org: Organization
afterEach(() => app.remove())

async function open(limits?: Partial<typeof SYNC_LIMITS>): Promise<Device> {
  app = await openApp({ listen: true, limits: { syncLimits: { ...SYNC_LIMITS, ...limits } } })
  org = await seedOrganization(app.ctx, 'limits', { candidates: 2 })
  return startDevice(app, org.candidates[0])
}

const draft = (device: Device, answer: string): void => {
  const problem_id = org.problems[0].id
  device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer })
}

/** Sends the tail as the page's sender does: batches in order; told to wait, it waits (the clock is moved) and repeats. */
async function drain(device: Device): Promise<{ requests: number; waitedMs: number }> {
  let requests = 0
  let waitedMs = 0
  while (device.tail.length > 0) {
    const answer = await device.post(device.request(device.tail.slice(0, BATCH_MAX_OPS)))
    requests++
    if (answer.status === 200) continue
    expect(answer.status).toBe(429)
    expect(answer.failure.code).toBe('too_many_requests')
    const ms = Number(answer.headers.get('retry-after')) * 1_000
    expect(ms).toBeGreaterThan(0)
    waitedMs += ms
    app.clock.move(ms)
  }
  return { requests, waitedMs }
}

const head = (token: string | null, length: number, type = 'application/json'): string =>
  [
    'POST /api/v1/sync HTTP/1.1',
    'host: x',
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    `content-type: ${type}`,
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n')

describe('the token comes before the body', () => {
  test.each([
    ['the short way', 'application/json'],
    ['the long way', 'application/json; charset=utf-8'],
  ])(
    'a caller without one, or with a wrong one, is refused before anything is sent: %s',
    async (_way, type) => {
      await open()
      for (const token of [null, 'short', 'z'.repeat(43)]) {
        const wire = openWire(app.base)
        // The body never comes: the answer must not wait for it.
        wire.write(head(token, 1_000, type))
        const [answer] = await wire.answers()
        expect(answer?.status).toBe(401)
        wire.socket.destroy()
      }
    },
  )

  test('a token that was right is refused before the body once it has been revoked', async () => {
    const device = await open()
    const token = device.grant.auth_token
    draft(device, 'one')
    await device.sync()
    const before = await app.fingerprint()
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE attempts SET token_hash = ? WHERE ref = ?', 'x'.repeat(64), device.grant.attempt_id),
    )
    const revoked = await app.fingerprint()
    draft(device, 'two')
    // It is still remembered, so the body is read; the writer refuses it.
    expect((await device.post(device.request())).status).toBe(401)
    const wire = openWire(app.base)
    wire.write(head(token, 1_000))
    expect((await wire.answers())[0]?.status).toBe(401)
    wire.socket.destroy()
    expect(await app.fingerprint()).toBe(revoked)
    expect(revoked).not.toBe(before)
  })

  test('the refusal reaches a caller who is still sending', async () => {
    await open()
    const answer = await fetch(`${app.base}/api/v1/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${'z'.repeat(43)}`, 'content-type': 'application/json' },
      body: 'x'.repeat(BATCH_MAX_BYTES),
    })
    expect(answer.status).toBe(401)
  })
})

describe('one attempt sends so much', () => {
  test('10,000 changes after an outage go up without a wait, and an hour of typing too', async () => {
    const device = await open()
    for (let i = 0; i < 10_000; i++) draft(device, `${i} ${'x'.repeat(200)}`)
    expect(await drain(device)).toEqual({ requests: 100, waitedMs: 0 })
    expect(device.acked).toBe(device.head.seq)
    // A change a second, each in a request of its own, the whole hour: never refused.
    const { requests, requestsPerSecond, bytesPerSecond } = SYNC_LIMITS
    expect(requestsPerSecond).toBeGreaterThan(1)
    expect(requests).toBeGreaterThan(2 * 100)
    expect(bytesPerSecond).toBeGreaterThan(50_000)
  })

  test('over the limit of requests it is told to wait, and loses nothing', async () => {
    const device = await open({ requests: 4, requestsPerSecond: 0.5 })
    for (let i = 0; i < 800; i++) draft(device, `${i}`)
    const { waitedMs } = await drain(device)
    expect(waitedMs).toBeGreaterThanOrEqual(4 * 2_000)
    const rows = await app.rows<{ seq: number }>('SELECT seq FROM ops ORDER BY seq')
    expect(rows.map((row) => row.seq)).toEqual(device.ops.map((op) => op.seq))
    expect([...device.results.values()].every((r) => r.result === 'applied')).toBe(true)
  })

  test('over the limit of bytes as well, and the next candidate is not held up', async () => {
    const device = await open({ bytes: BATCH_MAX_BYTES, bytesPerSecond: 100_000 })
    for (let i = 0; i < 150; i++) draft(device, `${i}${'y'.repeat(4_000)}`)
    const first = await device.post(device.request(device.tail.slice(0, BATCH_MAX_OPS)))
    expect(first.status).toBe(200)
    const refused = await device.post(device.request(device.tail.slice(0, BATCH_MAX_OPS)))
    expect(refused.status).toBe(429)
    const other = await startDevice(app, org.candidates[1])
    draft(other, 'at once')
    const { results }: SyncAnswer = await other.sync()
    expect(results).toMatchObject([{ result: 'applied' }])
    const { waitedMs } = await drain(device)
    expect(waitedMs).toBeGreaterThan(0)
    expect(device.acked).toBe(device.head.seq)
  })

  test('the long way has no limit of its own, and a clock that goes back none either', async () => {
    const device = await open({ requests: 2, requestsPerSecond: 1 })
    const long = () =>
      fetch(`${app.base}/api/v1/sync`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${device.grant.auth_token}`,
          'content-type': 'application/json; charset=utf-8',
        },
        body: JSON.stringify(device.request([])),
      })
    expect((await long()).status).toBe(200)
    expect((await device.post(device.request([]))).status).toBe(200)
    expect((await device.post(device.request([]))).status).toBe(429)
    const refused = await long()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    app.clock.move(-3_600_000)
    expect((await long()).status).toBe(429)
    app.clock.move(1_000)
    expect((await long()).status).toBe(200)
  })
})

describe('failed look-ups of one address', () => {
  const guess = (i: number, path = '/api/v1/sync') =>
    fetch(`${app.base}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${`${i}`.padEnd(43, 'g')}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })

  test('are told to wait after many; whoever has a token goes on from the same address', async () => {
    const device = await open()
    const seen: number[] = []
    for (let i = 0; i < 240; i++) seen.push((await guess(i, i % 2 ? '/api/v1/sync' : '/api/v1/codes')).status)
    expect(seen.slice(0, 200).every((status) => status === 401)).toBe(true)
    expect(seen.slice(200).every((status) => status === 429)).toBe(true)
    const refused = await guess(999)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The first sync of this one since, and one whose token nobody has asked for yet.
    draft(device, 'still here')
    expect((await device.sync()).results).toMatchObject([{ result: 'applied' }])
    const other = await startDevice(app, org.candidates[1])
    draft(other, 'new here')
    expect((await other.sync()).results).toMatchObject([{ result: 'applied' }])
    app.clock.move(60_000)
    expect((await guess(1)).status).toBe(401)
  })
})
