import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { BATCH_MAX_BYTES, OP_MAX_BYTES } from '#contract/constants.ts'
import { choiceKey } from '#contract/ops.ts'
import { paths } from '#contract/paths.ts'
import { type Device, type Organization, seedOrganization, startDevice } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { openWire, type WireAnswer } from './wire.ts'

/**
 * POST sync has two ways in: straight from the socket for the form our pages send, and through the framework for every
 * other. A caller must not be able to tell which one answered.
 */

const SHORT_WAY = 'application/json'
const LONG_WAY = 'application/json; charset=utf-8'
const PATH = `/api/v1${paths.postSync[1]}`

const app = await appForFile({ listen: true })
let org: Organization
let device: Device
let token: string

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'ways', { candidates: 2 })
  device = await startDevice(app, org.candidates[0])
  token = device.grant.auth_token
})

interface Asked {
  type?: string
  authorization?: string | null
  more?: string[]
  body?: string | Buffer
  /** The length told; the body's own unless given. */
  length?: number | null
}

function bytesOf(asked: Asked): Buffer {
  const body = Buffer.from(asked.body ?? '')
  const length = asked.length === undefined ? body.length : asked.length
  const authorization = asked.authorization === undefined ? `Bearer ${token}` : asked.authorization
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'host: x',
    ...(asked.type === undefined ? [] : [`content-type: ${asked.type}`]),
    ...(authorization === null ? [] : [`authorization: ${authorization}`]),
    ...(length === null ? [] : [`content-length: ${length}`]),
    ...(asked.more ?? []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

async function ask(asked: Asked): Promise<WireAnswer> {
  const wire = openWire(app.base)
  wire.socket.write(bytesOf(asked))
  const [answer] = await wire.answers()
  wire.socket.destroy()
  if (!answer) throw new Error('No answer')
  return answer
}

/** An answer without what differs by nature: the request's id, the date. */
function bare({ status, headers, body }: WireAnswer) {
  const { date, connection, 'keep-alive': keep, 'content-length': length, ...more } = headers
  const { 'x-request-id': request = '', ...rest } = more
  expect(request).toMatch(/^[\w-]{3,}$/)
  expect(Number(length)).toBe(Buffer.byteLength(Buffer.from(body, 'latin1')))
  return { status, headers: rest, body: body.replace(`"request_id":"${request}"`, '"request_id":"?"') }
}

const save = (): string => {
  const [question] = org.questions
  device.write('mcq_save', choiceKey(question.id), {
    question_id: question.id,
    selected_options: question.right,
  })
  return JSON.stringify(device.request())
}

const valid = (): string => JSON.stringify(device.request([]))
const withOps = (ops: unknown[]): string => JSON.stringify({ ...device.request([]), ops, from_seq: 1 })
const foreignOp = (body: string) => ({ ...device.ops[0], seq: 1, body })

describe('the same request gets the same bytes', () => {
  test('a save, said twice', async () => {
    const body = save()
    const short = await ask({ type: SHORT_WAY, body })
    const long = await ask({ type: LONG_WAY, body })
    expect(short.status).toBe(200)
    expect(JSON.parse(short.body).data.results).toMatchObject([{ result: 'applied' }])
    expect(bare(long)).toEqual(bare(short))
    // And once more the short way: what the long way said changed nothing either.
    expect(bare(await ask({ type: SHORT_WAY, body }))).toEqual(bare(short))
  })

  test('without a length, in chunks, as well', async () => {
    const body = valid()
    const chunked = (type: string): Asked => ({
      type,
      length: null,
      more: ['transfer-encoding: chunked'],
      body: `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    })
    const short = await ask({ type: SHORT_WAY, body })
    expect(short.status).toBe(200)
    expect(bare(await ask(chunked(SHORT_WAY)))).toEqual(bare(short))
    expect(bare(await ask(chunked(LONG_WAY)))).toEqual(bare(short))
  })

  test.each<[string, number, () => Asked]>([
    ['a byte order mark', 400, () => ({ body: `\ufeff${valid()}` })],
    ['no token', 401, () => ({ authorization: null, body: valid() })],
    ['no scheme', 401, () => ({ authorization: token, body: valid() })],
    ['another scheme', 401, () => ({ authorization: `Basic ${token}`, body: valid() })],
    ['a token that is too short', 401, () => ({ authorization: 'Bearer abc', body: valid() })],
    ['a token nobody has', 401, () => ({ authorization: `Bearer ${'x'.repeat(43)}`, body: valid() })],
    [
      'the link in place of the token',
      401,
      () => ({
        authorization: `Bearer ${org.candidates[0]?.invitation}`,
        body: valid(),
      }),
    ],
    ['a test not begun', 409, () => ({ authorization: `Bearer ${org.candidates[1]?.token}`, body: valid() })],
    ['no token and no JSON', 401, () => ({ authorization: null, body: 'nonsense' })],
    ['nothing', 422, () => ({ body: '' })],
    ['no JSON', 400, () => ({ body: '{"nonce":' })],
    ['half a character', 400, () => ({ body: Buffer.from([0xc3]) })],
    ['a list', 422, () => ({ body: '[]' })],
    ['null', 422, () => ({ body: 'null' })],
    ['too deep', 400, () => ({ body: `${'['.repeat(10_000)}${']'.repeat(10_000)}` })],
    ['an extra key', 422, () => ({ body: JSON.stringify({ ...device.request([]), extra: 1 }) })],
    ['__proto__', 422, () => ({ body: valid().replace('{', '{"__proto__":{"a":1},') })],
    [
      'another lease',
      403,
      () => ({ body: JSON.stringify({ ...device.request([]), lease_id: 'n'.repeat(22) }) }),
    ],
    ['a length past the limit', 413, () => ({ body: 'x'.repeat(BATCH_MAX_BYTES + 4_001) })],
    ['an op past its limit', 413, () => ({ body: withOps([foreignOp('x'.repeat(OP_MAX_BYTES + 1))]) })],
  ])('%s: %i', async (_what, status, asked) => {
    const given = asked()
    const before = await app.fingerprint()
    const short = await ask({ type: SHORT_WAY, ...given })
    const long = await ask({ type: LONG_WAY, ...given })
    expect(short.status, short.body).toBe(status)
    expect(bare(long)).toEqual(bare(short))
    if (status !== 200) {
      expect(short.body).toMatch(/"request_id":"[\w-]{3,}"/)
      expect(short.headers['x-content-type-options']).toBe('nosniff')
      expect(await app.fingerprint()).toBe(before)
    }
  })

  test.each<[string, Asked]>([
    ['compressed', { type: SHORT_WAY, more: ['content-encoding: gzip'], body: gzipSync('{}') }],
    ['as text', { type: 'text/plain', body: '{}' }],
    ['as a form', { type: 'application/x-www-form-urlencoded', body: 'a=1' }],
    ['without a type', { body: '{}' }],
  ])('only as plain JSON: %s is 415', async (_what, asked) => {
    const answer = await ask(asked)
    expect(answer.status).toBe(415)
    expect(answer.body).toMatch(/"code":"unsupported_media_type".*"request_id":"[\w-]{3,}"/)
  })
})

describe.each([
  ['the short way', SHORT_WAY],
  ['the long way', LONG_WAY],
])('%s', (_way, type) => {
  test('a length that is too small leaves no save behind', async () => {
    const before = await app.fingerprint()
    const wire = openWire(app.base)
    wire.socket.write(bytesOf({ type, body: valid(), length: 20 }))
    wire.socket.end()
    const text = await wire.closed
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(await app.fingerprint()).toBe(before)
  })

  test('a body that is cut off changes nothing, and the server goes on', async () => {
    const before = await app.fingerprint()
    const body = save()
    const whole = bytesOf({ type, body })
    for (const at of [whole.length - 1, whole.length - 200]) {
      const wire = openWire(app.base)
      wire.socket.write(whole.subarray(0, at))
      wire.socket.end()
      await wire.closed
      const reset = openWire(app.base)
      await new Promise<void>((resolve) => reset.socket.write(whole.subarray(0, at), () => resolve()))
      reset.socket.resetAndDestroy()
      await reset.closed
    }
    expect(await app.fingerprint()).toBe(before)
    const answer = await ask({ type, body })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body).data).toMatchObject({ head_seq: device.head.seq })
  })

  test('one connection carries save after save, and a refusal between them', async () => {
    const wire = openWire(app.base)
    wire.socket.write(bytesOf({ type, body: valid() }))
    wire.socket.write(bytesOf({ type, body: 'nonsense' }))
    wire.socket.write(bytesOf({ type, body: valid(), authorization: `Bearer ${'y'.repeat(43)}` }))
    wire.socket.write(bytesOf({ type, body: valid() }))
    const answers = await wire.answers(4)
    expect(answers.map((a) => a.status)).toEqual([200, 400, 401, 200])
    wire.socket.destroy()
  })
})
