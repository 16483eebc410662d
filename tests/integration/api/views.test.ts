import { Hono } from 'hono'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyHandler } from '#api/routes/handler.ts'
import { mount } from '#api/routes/mount.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { CallName } from '#contract/paths.ts'
import {
  bearer,
  call,
  type Device,
  inputOf,
  type Subject,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  subjectOf,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { requiredOf, sampleOf } from './sample.ts'

/** Nothing leaves except through a call's view, whatever its handler hands over. */

const CANARY = 'qzviewcanary7k'
const extra = { [CANARY]: CANARY }

const app = await appForFile()
let subject: Subject
let credentials: Record<Endpoint['who'], Record<string, string>>

beforeAll(async () => {
  const org = await seedOrganization(app.ctx, 'views', { candidates: 2 })
  subject = await subjectOf(app, org)
  const root = await seedSuperAdmin(app.ctx)
  const self = bearer(subject.who.token)
  const admin = await signIn(app.send, org.admin.email, org.admin.password)
  const superadmin = await signIn(app.send, root.email, root.password)
  credentials = {
    public: {},
    invited: self,
    candidate: self,
    candidate_or_admin: self,
    invited_or_admin: self,
    session: admin,
    admin,
    admin_or_param_key: admin,
    superadmin,
  }
})

/** Files and streams are no data; POST sync is mounted by itself. */
const byThemselves: CallName[] = [
  'postSync',
  'getEvents',
  ...(Object.keys(endpoints) as CallName[]).filter((name) => 'file' in endpoints[name]),
]
const names = (Object.keys(endpoints) as CallName[]).filter((name) => !byThemselves.includes(name))

/** The call with another handler: the same caller, the same way in, the same way out. */
async function answerOf(name: CallName, data: unknown, beside?: unknown) {
  const log: string[] = []
  const kept = pino({ level: 'error' }, { write: (line: string) => void log.push(line) })
  const handler: AnyHandler = async () => ({ data, beside })
  const hono = new Hono({ strict: false })
  hono.use(async (c, next) => {
    c.set('requestId' as never, 'request-1' as never)
    await next()
  })
  const endpoint = endpoints[name] as Endpoint
  mount(hono, { ...app.ctx, log: kept }, name, endpoint, handler)
  const input = inputOf(name, subject)
  const params = { ...input.params }
  const own = subject.who.token
  if ('authToken' in params) params.authToken = own
  if (name === 'getCode') params.token = own
  const send = async (path: string, init?: RequestInit) => hono.request(path, init)
  const answer = await call(send, name, { ...input, params, headers: credentials[endpoint.who] })
  return { answer, log }
}

describe.each(names)('%s', (name) => {
  const { output, beside } = endpoints[name] as Endpoint

  test('keeps to itself what its view does not list', async () => {
    const given = sampleOf(output, extra)
    const givenBeside = beside && sampleOf(beside, extra)
    const { answer } = await answerOf(name, given, givenBeside)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(CANARY)
    expect(answer.json).toEqual({
      ...(beside && (sampleOf(beside) as object)),
      data: sampleOf(output),
    })
  })

  test('answers 500, and says so in the log, where something of its view is missing', async () => {
    const whole = sampleOf(output)
    const required = requiredOf(output)
    const broken: [string, unknown][] = required.map((key) => {
      const { [key]: _, ...rest } = whole as Record<string, unknown>
      return [key, rest]
    })
    // A list or a number that is not there at all.
    if (broken.length === 0) broken.push(['', undefined])
    for (const [key, data] of broken) {
      const { answer, log } = await answerOf(name, data, beside && sampleOf(beside))
      expect(answer.status, `without ${key}: ${answer.text}`).toBe(500)
      expect(answer.failure).toMatchObject({ code: 'internal', request_id: 'request-1' })
      expect(log.join('')).toContain('request-1')
      expect(log.join('')).toContain(key)
      expect(answer.text).not.toContain('Zod')
    }
  })
})

test('what is not mounted like that is a file, a stream, or POST sync', () => {
  expect(byThemselves.filter((name) => !('stream' in endpoints[name] || 'file' in endpoints[name]))).toEqual([
    'postSync',
  ])
})

test('POST sync answers what its view lists and nothing else, whatever became of the ops', async () => {
  const device = subject.device as Device
  const { output } = endpoints.postSync
  const problem_id = subject.org.problems[0].id
  const code = { problem_id, language_id: 1 }
  device.write('draft', `code:${problem_id}:1`, { ...code, answer: 'x' })
  device.write('submit', `code:${problem_id}:1`, { ...code, source_code: 'x' })
  device.write('mcq_save', 'mcq:999999', { question_id: 999_999, selected_options: [1] })
  device.write('snapshot_taken', '', { sha256: 'a'.repeat(64), bytes: 4_000 })
  const seen = new Set<string>()
  const look = async (ops = device.tail) => {
    const answer = await device.post(device.request(ops))
    expect(answer.status, answer.text).toBe(200)
    const { data, ...rest } = answer.json as { data: { results: { result: string }[] } }
    expect(rest).toEqual({})
    expect(data).toEqual(output.parse(data))
    for (const { result } of data.results) seen.add(result)
  }
  await look()
  await look([])
  device.write('finish', '', { reason: 'candidate' })
  await look()
  // Ops that are sent again, and one after the end.
  await look(device.ops)
  device.write('draft', `code:${problem_id}:1`, { ...code, answer: 'y' })
  await look()
  expect([...seen].toSorted()).toEqual(['applied', 'rejected'])
})
