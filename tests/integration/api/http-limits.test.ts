import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { JSON_MAX_BYTES } from '#contract/constants.ts'
import { type Organization, type Subject, seedOrganization, subjectOf } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Requests that only a socket can send: bodies whose length is not told, or told wrongly. */

const app = await appForFile({ listen: true })
let org: Organization
let subject: Subject

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'http')
  subject = await subjectOf(app, org)
  await app.idle()
})

/** Sends pieces, ends its side and gives everything that came back. */
function raw(pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.base).port) })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    // A server that refuses a body while it comes may reset the line; what it said counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    for (const piece of pieces) socket.write(piece)
    socket.end()
  })
}

const head = (path: string, ...more: string[]): string =>
  [
    `POST /api/v1/${path} HTTP/1.1`,
    'host: x',
    'connection: close',
    `authorization: Bearer ${subject.who.token}`,
    'content-type: application/json',
    ...more,
    '',
    '',
  ].join('\r\n')
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const statuses = (answer: string): number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))

const draft = (answer: string): string =>
  JSON.stringify({ answer, language_id: 1, problem_id: org.problems[0].id })

test('a body in chunks is read as any other', async () => {
  const body = draft('in chunks')
  const answer = await raw([
    head('codes', 'transfer-encoding: chunked'),
    chunk(body.slice(0, 7)),
    chunk(body.slice(7)),
    '0\r\n\r\n',
  ])
  // A device holds the lease: the call was understood and refused for that alone.
  expect(statuses(answer)).toEqual([409])
  expect(answer).toContain('lease_held')
})

test.each(['codes', 'sync', 'auth/sign_in', 'executions/submission_token'])(
  'chunks past the limit are refused without being kept: %s',
  async (path) => {
    const before = await app.fingerprint()
    const many = Array.from({ length: 12 }, () => chunk('x'.repeat(JSON_MAX_BYTES / 4)))
    const answer = await raw([
      head(path, 'transfer-encoding: chunked'),
      chunk('{"answer":"'),
      ...many,
      chunk('"}'),
      '0\r\n\r\n',
    ])
    expect(statuses(answer)).toEqual([413])
    expect(answer).toContain('"code":"too_large"')
    expect(await app.fingerprint()).toBe(before)
  },
)

test('a length that is too small, too large, no number or given twice changes nothing and is no fault', async () => {
  const before = await app.fingerprint()
  const body = draft('lying')
  const size = Buffer.byteLength(body)
  const lies = [
    [`content-length: ${size - 10}`],
    [`content-length: ${size + 10}`],
    ['content-length: -1'],
    ['content-length: 1e3'],
    [`content-length: ${size}`, `content-length: ${size + 1}`],
    [`content-length: ${size}`, 'transfer-encoding: chunked'],
    ['content-length: 99999999999'],
  ]
  for (const lie of lies) {
    const answer = await raw([head('codes', ...lie), body])
    for (const status of statuses(answer)) expect(status, `${lie}: ${answer}`).toBeGreaterThanOrEqual(400)
    for (const status of statuses(answer)) expect(status, `${lie}: ${answer}`).toBeLessThan(500)
  }
  expect(await app.fingerprint()).toBe(before)
})

test('what is no HTTP, and headers past their limit, get a 4xx and no more', async () => {
  expect(statuses(await raw(['GARBAGE\r\n\r\n']))).toEqual([400])
  expect(statuses(await raw([head('codes', `x-long: ${'y'.repeat(20_000)}`)]))).toEqual([431])
  const healthy = await fetch(`${app.base}/healthz`)
  expect(healthy.status).toBe(200)
})
