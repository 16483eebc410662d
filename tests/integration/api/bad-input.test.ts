import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type CallName, paths, urlOf } from '#contract/paths.ts'
import {
  type Answer,
  bearer,
  call,
  fieldsOf,
  formOf,
  giveAssessment,
  inputOf,
  type Organization,
  type Subject,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  subjectOf,
  toAnswer,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { expectRefusal } from './expect.ts'

/**
 * Bad inputs, made from the endpoint table for every call, sent by whoever may call it: each is refused in words, as
 * JSON, with a 4xx, and no row changes.
 */

const app = await appForFile()
let org: Organization
let subject: Subject
let session: Record<string, string>
let root: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'bad', { candidates: 2 })
  subject = await subjectOf(app, org)
  await giveAssessment(app, subject)
  session = await signIn(app.send, org.admin.email, org.admin.password)
  const superAdmin = await seedSuperAdmin(app.ctx)
  root = await signIn(app.send, superAdmin.email, superAdmin.password)
})

const names = Object.keys(endpoints) as CallName[]
const endpointOf = (name: CallName): Endpoint => endpoints[name]
/** Files are sent as forms: tests of their own hold what they may be. */
const withBody = names.filter((name) => endpointOf(name).body && !endpointOf(name).upload)
/** The keys a body may hold, whether they are looked at or not. */
const ownKeys = (name: CallName): string[] => {
  const { body } = endpointOf(name)
  const schema =
    body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
  return Object.keys(schema?.properties ?? {})
}

/** The credentials of somebody whom the call is for. */
function credentials(name: CallName): Record<string, string> {
  const { who } = endpointOf(name)
  if (who === 'public') return {}
  if (who === 'superadmin') return root
  const isStaff = who === 'admin' || who === 'admin_or_param_key' || who === 'session'
  return isStaff || name === 'getReport' ? session : bearer(subject.who.token)
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function sendRaw(
  name: CallName,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = JSON_TYPE,
): Promise<Answer> {
  const { params, query } = inputOf(name, subject)
  const response = await app.send(urlOf(name, params, query), {
    method: paths[name][0],
    headers: { ...credentials(name), ...headers },
    body,
  })
  return toAnswer(response)
}

/** Sends everything and expects a refusal of each, and that no row changed. */
async function refuseAll<T>(
  list: readonly T[],
  send: (item: T) => Promise<Answer>,
  told: (item: T) => string,
): Promise<void> {
  const before = await app.version()
  for (const item of list) expectRefusal(await send(item), told(item))
  expect(await app.version()).toBe(before)
}

const deep = (open: string, close: string, n: number): string => open.repeat(n) + close.repeat(n)
const noJson: [string, string][] = [
  ['half an object', '{"a":'],
  ['single quotes', "{'a':1}"],
  ['a comma too many', '{"a":1,}'],
  ['NaN', '{"a":NaN}'],
  ['blank', '   '],
  ['a NUL', '{"a":"\0"}'],
  ['10,000 arrays deep', deep('[', ']', 10_000)],
  ['10,000 objects deep', '{"a":'.repeat(10_000) + 1 + '}'.repeat(10_000)],
  ['never closed', '['.repeat(100_000)],
]
const noObject: [string, string][] = [
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '1'],
  ['1e400', '1e400'],
  ['2^53 + 1', '9007199254740993'],
  ['true', 'true'],
]

describe.each(withBody)('the body of %s', (name) => {
  const valid = (): Record<string, unknown> => inputOf(name, subject).body as Record<string, unknown>

  test('is JSON and an object', () =>
    refuseAll(
      [...noJson, ...noObject],
      ([, body]) => sendRaw(name, body),
      ([what]) => what,
    ))

  test('has a size', async () => {
    const length = Math.max(1_000_000, endpointOf(name).maxBytes ?? 0)
    const answer = await sendRaw(name, JSON.stringify({ ...valid(), x: 'y'.repeat(length) }))
    expectRefusal(answer, `${length} characters`)
    expect(answer).toMatchObject({ status: 413, failure: { code: 'too_large' } })
  })

  test('says what it is', () =>
    refuseAll<Record<string, string>>(
      [
        { 'content-type': '' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'application/json-seq' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/json; charset=iso-8859-1' },
        { ...JSON_TYPE, 'content-encoding': 'gzip' },
      ],
      (headers) => sendRaw(name, JSON.stringify(valid()), headers),
      (headers) => JSON.stringify(headers),
    ))

  test('says each thing once, and is UTF-8 without a mark before it', async () => {
    const whole = JSON.stringify(valid())
    const twice = `{"x":{"a":1,"\\u0061":1}${whole === '{}' ? '' : ','}${whole.slice(1)}`
    const keys = Object.keys(valid())
    // With its own value, so that nothing else is wrong with it.
    const again = keys.map(
      (key) => `${whole.slice(0, -1)},${JSON.stringify({ [key]: valid()[key] }).slice(1)}`,
    )
    const before = await app.version()
    for (const body of [twice, ...again]) {
      const answer = await sendRaw(name, body)
      expectRefusal(answer, body.slice(0, 200))
      expect(answer.failure.message).toBe('The body contains a name twice.')
    }
    const marked = await sendRaw(name, `\ufeff${whole}`)
    expectRefusal(marked, 'a byte order mark')
    expect(marked.failure.message).toBe('The body begins with a byte order mark. Send UTF-8 without one.')
    expect(await app.version()).toBe(before)
  })

  test('has no keys of its own', () =>
    refuseAll(
      [
        'organization_id',
        'is_admin',
        'role',
        'marks',
        'constructor',
        'toString',
        'hasOwnProperty',
        '',
      ].filter((key) => !ownKeys(name).includes(key)),
      (key) => sendRaw(name, JSON.stringify({ ...valid(), [key]: 1 })),
      (key) => `extra key ${key}`,
    ))

  test('reaches no prototype', async () => {
    const inner = JSON.stringify(valid()).slice(1)
    const spoiled = `{"__proto__":{"polluted":1}${inner === '}' ? '' : ','}${inner}`
    const answer = await sendRaw(name, spoiled)
    expect(answer.status).toBeLessThan(500)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('has fields of the right kind', async () => {
    const { body } = endpointOf(name)
    const before = await app.version()
    let refused = 0
    for (const field of Object.keys(valid()))
      for (const [what, value] of values) {
        const changed = { ...valid(), [field]: value }
        if (body?.safeParse(JSON.parse(JSON.stringify(changed))).success) continue
        const answer = await sendRaw(name, JSON.stringify(changed))
        expectRefusal(answer, `${field} = ${what}`)
        refused++
      }
    expect(await app.version()).toBe(before)
    if (Object.keys(valid()).length > 0) expect(refused).toBeGreaterThan(3)
  })

  test('has every field it needs', async () => {
    const { body } = endpointOf(name)
    const needed = Object.keys(valid()).filter((field) => {
      const { [field]: _, ...rest } = valid()
      return !body?.safeParse(rest).success
    })
    await refuseAll(
      needed,
      (field) => {
        const { [field]: _, ...rest } = valid()
        return sendRaw(name, JSON.stringify(rest))
      },
      (field) => `without ${field}`,
    )
  })
})

const values: [string, unknown][] = [
  ['null', null],
  ['a list', []],
  ['a list of lists', [[]]],
  ['an object', {}],
  ['true', true],
  ['0', 0],
  ['-1', -1],
  ['1.5', 1.5],
  ['2^53', 2 ** 53],
  ['1e308', 1e308],
  ['a number as text', '1'],
  ['an empty text', ''],
  ['blanks', '   '],
  ['100,000 characters', 'x'.repeat(100_000)],
  ['a lone surrogate', 'a\ud800b'],
  ['a NUL', 'a\u0000b'],
  ['right to left', '\u202etxet'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a line break', 'a\r\nb: c'],
]

const badIds = [
  '0',
  '-1',
  '1.0',
  '01',
  '+1',
  '1e3',
  '9000000000000000000',
  '%20',
  '%00',
  '..%2f',
  '%ff',
  '%',
  'x',
  '１',
  "1'--",
  'null',
  '9'.repeat(3_000),
]

describe.each(names.filter((name) => fieldsOf(endpointOf(name)).params.length > 0))(
  'the path of %s',
  (name) => {
    test('is refused where an id or token is none', async () => {
      const { params = {}, query, body, file } = inputOf(name, subject)
      const before = await app.version()
      for (const field of fieldsOf(endpointOf(name)).params)
        for (const bad of badIds) {
          // Raw: percent signs and dots go out as they are.
          const marked = urlOf(name, { ...params, [field]: 'MARK' }, query).replace('MARK', bad)
          const isCredential = field === 'authToken' || (name === 'getCode' && field === 'token')
          const response = await app.send(marked, {
            method: paths[name][0],
            headers: {
              ...(isCredential ? {} : credentials(name)),
              ...(body !== undefined && !file && JSON_TYPE),
            },
            ...(file
              ? { body: formOf({ file, body }) }
              : body !== undefined && { body: JSON.stringify(body) }),
          })
          const answer = await toAnswer(response)
          expectRefusal(answer, `${field} = ${bad.slice(0, 30)}`)
          expect([401, 404]).toContain(answer.status)
        }
      expect(await app.version()).toBe(before)
    })
  },
)

describe.each(names.filter((name) => fieldsOf(endpointOf(name)).query.length > 0))(
  'the query of %s',
  (name) => {
    const { query: fields } = fieldsOf(endpointOf(name))
    const ask = (search: string): Promise<Answer> => {
      const { params } = inputOf(name, subject)
      return app.send(`${urlOf(name, params)}?${search}`, { headers: credentials(name) }).then(toAnswer)
    }

    test('gives a name once', () =>
      refuseAll(
        fields,
        (field) => ask(`${field}=1&${field}=2`),
        (field) => `${field} twice`,
      ))

    /** The fields the query must have besides. */
    const needed = () =>
      Object.entries(inputOf(name, subject).query ?? {})
        .map(([field, value]) => `${field}=${value}&`)
        .join('')

    const numbers = fields.filter((field) =>
      ['offset', 'limit', 'page', 'drive_id', 'candidate_id', 'problem_id'].includes(field),
    )
    test.runIf(numbers.length > 0)('has numbers where it needs them', async () => {
      const bad = ['-1', '1.5', '1e3', '', ' 1', 'x', '%00', '%EF%BC%91', '9'.repeat(30), '[1]']
      const kept = inputOf(name, subject).query ?? {}
      await refuseAll(
        numbers.flatMap((field) =>
          [...bad, ...(field === 'offset' ? [] : ['0', '007'])].map((value) => ({ field, value })),
        ),
        ({ field, value }) => {
          const others = Object.entries(kept).filter(([other]) => other !== field)
          return ask([...others.map(([k, v]) => `${k}=${v}`), `${field}=${value}`].join('&'))
        },
        ({ field, value }) => `${field}=${value}`,
      )
    })

    test.runIf(fields.includes('search') && !endpointOf(name).file)(
      'searches for signs as they are',
      async () => {
        for (const search of ['%25', '_', '%5C', '%F0%9F%98%80', "'", '%22;--', '%E2%80%AE']) {
          const answer = await ask(`${needed()}search=${search}`)
          expect(answer.status, answer.text).toBe(200)
          const { data } = answer.json as { data: Record<string, unknown> }
          const totals = Object.entries(data).filter(([name]) => /^total(_|$)/.test(name))
          expect(totals.length).toBeGreaterThan(0)
          for (const [name, total] of totals) expect(total, name).toBe(0)
        }
        await refuseAll(
          ['x'.repeat(201), 'a%00b'],
          (search) => ask(`${needed()}search=${search}`),
          (s) => s.slice(0, 20),
        )
      },
    )

    test.runIf(fields.includes('limit'))('has limits', () =>
      refuseAll(['limit=0', 'limit=101', 'limit=1000000', 'offset=-1', 'offset=10000000000'], ask, (s) => s),
    )

    test.runIf(fields.includes('page'))('has pages', async () => {
      const answer = await ask(`${needed()}page=9999999`)
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ data: { page: 9_999_999 } })
    })
  },
)

describe('an Idempotency-Key', () => {
  test('is printable and short', () =>
    refuseAll(
      ['', 'x'.repeat(201), 'a b', 'a\tb', 'é'],
      (key) =>
        call(app.send, 'postQuestionSubmission', {
          ...inputOf('postQuestionSubmission', subject),
          token: subject.who.token,
          idempotencyKey: key,
        }),
      (key) => `key ${JSON.stringify(key)}`,
    ))
})

describe('a sign-in', () => {
  const enter = (email: unknown, password: unknown) => call(app.send, 'signIn', { body: { email, password } })

  test('is refused for what is no address or no password, before any is looked at', () =>
    refuseAll(
      [
        ['', org.admin.password],
        ['   ', org.admin.password],
        ['no address', org.admin.password],
        ['a@b', org.admin.password],
        [`${'x'.repeat(300)}@example.org`, org.admin.password],
        [org.admin.email, ''],
        [org.admin.email, 'x'],
        [org.admin.email, 'x'.repeat(1_025)],
        [org.admin.email, 'x'.repeat(1_000_000)],
        [org.admin.email, `${org.admin.password}\0`],
      ],
      ([email, password]) => enter(email, password),
      ([email, password]) => `${email?.slice(0, 20)} ${password?.slice(0, 20)}`,
    ))

  test('answers the same for an unknown address and a wrong password, and limits the tries', async () => {
    const unknown = await enter('nobody@staff.example', 'some password')
    const wrong = await enter(org.admin.email, `${org.admin.password}x`)
    const { request_id: _, ...first } = unknown.failure
    const { request_id: __, ...second } = wrong.failure
    expect([unknown.status, first]).toEqual([wrong.status, second])
    for (const password of ['x'.repeat(72), 'x'.repeat(73), org.admin.password.slice(0, -1)])
      expectRefusal(await enter(org.admin.email, password), password.slice(0, 10))
    expect((await enter(` ${org.admin.email.toUpperCase()} `, org.admin.password)).status).toBe(200)
    let last = wrong
    for (let i = 0; i < 12 && last.status !== 429; i++) last = await enter(org.admin.email, 'another guess')
    expectRefusal(last, 'too many tries')
    expect(last).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    app.clock.move(60_000)
    expect((await enter(org.admin.email, org.admin.password)).status).toBe(200)
  })
})

describe('a path that is no call', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/drives/x',
    '/api/v1/drives/%2e%2e%2fadmin',
    '/api/v1/%00',
    '/api/v1/%ff',
  ])('%s is a JSON 404', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await toAnswer(await app.send(path, { method }))
      expectRefusal(answer, `${method} ${path}`)
      expect(answer.status).toBe(404)
    }
  })

  test.each([
    '/files/%ff',
    '/files/%',
    '/files/..%2f..%2fkeys.json',
    '/files/snapshots/x?e=1&s=2',
    '/files/%00',
    '/uploads/snapshots/%ff/x',
  ])('%s is refused, never a fault', async (path) => {
    const method = path.startsWith('/uploads') ? 'PUT' : 'GET'
    const answer = await toAnswer(await app.send(path, { method, ...(method === 'PUT' && { body: 'x' }) }))
    expectRefusal(answer, path)
  })

  test.each(['/%ff', '/%', '/%00', '/candidate/%ff', '/..%2f..%2fetc%2fpasswd'])(
    'page %s is no fault',
    async (path) => {
      const response = await app.send(path)
      expect(response.status).toBeLessThan(500)
    },
  )
})
