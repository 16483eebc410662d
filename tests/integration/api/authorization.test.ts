import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { CallName } from '#contract/paths.ts'
import {
  bearer,
  call,
  giveAssessment,
  inputOf,
  must,
  type Organization,
  openApp,
  type Subject,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  subjectOf,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { expectRefusal } from './expect.ts'

/**
 * Every call of the table × everybody who might send it, always with the ids of one candidate of organization A.
 * Who is refused is refused as designed, and no row changes.
 */

const callers = [
  'nobody',
  'unknown token',
  'own invitation',
  'self',
  'other candidate of the drive',
  'candidate of another organization',
  'admin',
  'admin of another organization',
  'super admin',
] as const
type Caller = (typeof callers)[number]

// Only a demonstration has mails to read.
const app = await appForFile({ settings: { HOLDFAST_DEMO: 'on' } })
let a: Organization
let b: Organization
let subject: Subject
let peer: Subject
let stranger: Subject
let credentials: Record<Caller, Record<string, string>>

beforeAll(async () => {
  a = await seedOrganization(app.ctx, 'a', { candidates: 2 })
  b = await seedOrganization(app.ctx, 'b', { candidates: 1 })
  subject = await subjectOf(app, a)
  peer = await subjectOf(app, a, 1)
  stranger = await subjectOf(app, b)
  // A default template, which the seeded organization does not have, under the id its input names.
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "INSERT INTO templates (id, organization_id, language_id, code, is_default) VALUES (99, ?, 2, '# begin', 1)",
      a.id,
    ),
  )
  await giveAssessment(app, subject)
  // One judging anew to be applied, and one to be discarded.
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `INSERT INTO rejudges (id, drive_id, problem_id, version, status, user_id, created_at)
       VALUES (1, @drive, @problem, 1, 'ready', @user, 0), (2, @drive, @problem, 1, 'ready', @user, 0)`,
      { drive: a.driveId, problem: a.problems[0].id, user: a.admin.id },
    ),
  )
  const root = await seedSuperAdmin(app.ctx)
  await must(app.send, 'postForgotPassword', { body: { email: a.admin.email } })
  credentials = {
    nobody: {},
    'unknown token': bearer('x'.repeat(43)),
    'own invitation': bearer(subject.who.invitation),
    self: bearer(subject.who.token),
    'other candidate of the drive': bearer(peer.who.token),
    'candidate of another organization': bearer(stranger.who.token),
    admin: await signIn(app.send, a.admin.email, a.admin.password),
    'admin of another organization': await signIn(app.send, b.admin.email, b.admin.password),
    'super admin': await signIn(app.send, root.email, root.password),
  }
})

/** Who is refused for want of the right credentials, whatever the ids. */
const byPolicy: Record<Endpoint['who'], Partial<Record<Caller, 401 | 403>>> = {
  public: {},
  invited: {
    nobody: 401,
    'unknown token': 401,
    admin: 401,
    'admin of another organization': 401,
    'super admin': 401,
  },
  candidate: {
    nobody: 401,
    'unknown token': 401,
    'own invitation': 401,
    admin: 401,
    'admin of another organization': 401,
    'super admin': 401,
  },
  candidate_or_admin: { nobody: 401, 'unknown token': 401, 'own invitation': 401, 'super admin': 403 },
  invited_or_admin: { nobody: 401, 'unknown token': 401, 'super admin': 403 },
  session: {
    nobody: 401,
    'unknown token': 401,
    'own invitation': 401,
    self: 401,
    'other candidate of the drive': 401,
    'candidate of another organization': 401,
  },
  admin: {
    nobody: 401,
    'unknown token': 401,
    'own invitation': 401,
    self: 401,
    'other candidate of the drive': 401,
    'candidate of another organization': 401,
    'super admin': 403,
  },
  admin_or_param_key: {
    nobody: 401,
    'unknown token': 401,
    'own invitation': 401,
    self: 401,
    'other candidate of the drive': 401,
    'candidate of another organization': 401,
    'super admin': 403,
  },
  superadmin: {
    nobody: 401,
    'unknown token': 401,
    'own invitation': 401,
    self: 401,
    'other candidate of the drive': 401,
    'candidate of another organization': 401,
    admin: 403,
    'admin of another organization': 403,
  },
}

/** Who has credentials for the call, but not for these ids. */
const PEER = 'other candidate of the drive'
const STRANGER = 'candidate of another organization'
const FOREIGN = 'admin of another organization'
const byIds: Partial<Record<CallName, Partial<Record<Caller, number>>>> = {
  putCandidate: { [PEER]: 404, [STRANGER]: 404 },
  getTestTimeLeft: { [PEER]: 404, [STRANGER]: 404 },
  getDriveRules: { [STRANGER]: 404 },
  getDriveProblems: { [STRANGER]: 404 },
  getDriveTimeLeft: { [STRANGER]: 404 },
  getDriveTemplates: { [STRANGER]: 404 },
  postSubmission: { [STRANGER]: 409 },
  getSubmission: { [PEER]: 404, [STRANGER]: 404 },
  postQuestionSubmission: { [STRANGER]: 409 },
  postCode: { [STRANGER]: 409 },
  getCode: { [STRANGER]: 404 },
  postExecution: { [STRANGER]: 404, [FOREIGN]: 404, 'super admin': 404 },
  getExecution: { [PEER]: 404, [STRANGER]: 404, admin: 404, [FOREIGN]: 404, 'super admin': 404 },
  stopRun: { [PEER]: 404, [STRANGER]: 404, admin: 404, [FOREIGN]: 404, 'super admin': 404 },
  getReport: {
    self: 403,
    'own invitation': 403,
    [PEER]: 404,
    [STRANGER]: 404,
    [FOREIGN]: 404,
    'super admin': 404,
  },
  postSnapshot: { [PEER]: 404, [STRANGER]: 404 },
  postFraud: { [STRANGER]: 404 },
  postSync: { [PEER]: 403, [STRANGER]: 403 },
  postSyncStart: { [PEER]: 409, [STRANGER]: 409 },
  postSyncLease: { [PEER]: 409, [STRANGER]: 409 },
  putUser: { [FOREIGN]: 404, 'super admin': 404 },
  getParamKey: { [FOREIGN]: 403 },
  postParamKey: { [FOREIGN]: 403 },
  deleteParamKey: { [FOREIGN]: 403 },
}

const names = Object.keys(endpoints) as CallName[]

/** Names that no organization owns, or that a call takes and does not look at. */
const ownedByNobody = new Set(['language_id', 'organization_id'])
/** Takes a problem's id as the payload has it, and does not look at it. */
const looksAtNone: readonly CallName[] = ['postDefaultTemplate']
const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([key, value]) => [
        ...(key === 'properties' ? Object.keys(value as object) : []),
        ...namesIn(value),
      ])
    : []

/** Whether a call of staff names something of an organization: in its path, its query or anywhere in its body. */
function carriesIds(name: CallName): boolean {
  const { params, query, body } = endpoints[name] as Endpoint
  const named = [
    ...Object.keys(query?.shape ?? {}),
    ...(body ? namesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : []),
  ].filter((key) => /(^|_)ids?$/.test(key) && !ownedByNobody.has(key) && key !== 'id')
  if (looksAtNone.includes(name)) return false
  return params !== undefined || named.length > 0 || query?.shape.id !== undefined
}

/** Another organization's admin has the right role and the wrong ids: for every call that carries one it is not there. */
for (const name of names) {
  const { who } = endpoints[name]
  if ((who === 'admin' || who === 'admin_or_param_key') && carriesIds(name))
    byIds[name] = { ...byIds[name], [FOREIGN]: 404 }
}

/** The token in a path is a credential: it stands for the caller, the other ids for the subject. */
function sent(name: CallName, caller: Caller) {
  const input = inputOf(name, subject)
  const own = /^Bearer (.+)$/.exec(credentials[caller].authorization ?? '')?.[1] ?? 'none'
  const params = { ...input.params }
  if ('authToken' in params) params.authToken = own
  if (name === 'getCode') params.token = own
  return { ...input, params, headers: credentials[caller] }
}

function refusal(name: CallName, caller: Caller): number | undefined {
  return byPolicy[endpoints[name].who][caller] ?? byIds[name]?.[caller]
}

describe.each(names)('%s', (name) => {
  const refused = callers.filter((caller) => refusal(name, caller) !== undefined)
  test.runIf(refused.length > 0)(`refuses ${refused.join(', ')}`, async () => {
    const before = await app.version()
    for (const caller of refused) {
      const answer = await call(app.send, name, sent(name, caller))
      expectRefusal(answer, `${name} by ${caller}`)
      expect(answer.status, `${name} by ${caller}: ${answer.text}`).toBe(refusal(name, caller))
      for (const secret of [subject.who.email, subject.who.token, subject.who.invitation, a.admin.email])
        expect(answer.text).not.toContain(secret)
    }
    expect(await app.version()).toBe(before)
  })
})

test('another organization’s ids are tried on every call of staff that carries one', () => {
  const tried = names.filter((name) => byIds[name]?.[FOREIGN] === 404)
  expect(tried).toEqual(
    expect.arrayContaining([
      'deleteCandidate',
      'getDriveContacts',
      'postInvite',
      'postMinutes',
      'postResultReport',
      'getResultCsv',
      'putRule',
      'postDrive',
    ]),
  )
  expect(tried.length).toBeGreaterThan(40)
})

/** The input with one id after another exchanged for the other organization's; all the rest is the caller's own. */
function* exchanged(own: unknown, other: unknown, key = '', path = ''): Generator<[string, unknown]> {
  if (Array.isArray(own) && Array.isArray(other)) {
    for (const [i, item] of own.entries())
      for (const [at, value] of exchanged(item, other[i], key, `${path}[${i}]`))
        yield [at, own.with(i, value)]
  } else if (typeof own === 'object' && own !== null && typeof other === 'object' && other !== null) {
    for (const [name, value] of Object.entries(own))
      for (const [at, changed] of exchanged(
        value,
        (other as typeof own)[name as never],
        name,
        `${path}.${name}`,
      ))
        yield [at, { ...own, [name]: changed }]
  } else if (/(^|_)(id|ref)s?$/.test(key) && !ownedByNobody.has(key) && other !== undefined && own !== other)
    yield [path, other]
}

const foreignOnes = () =>
  names
    .filter((name) => byIds[name]?.[FOREIGN] === 404 && byPolicy[endpoints[name].who].admin === undefined)
    .flatMap((name) => {
      const [own, other] = [subject, stranger].map((of) => {
        const { params, query, body } = inputOf(name, of)
        return { params, query, body }
      })
      return [...exchanged(own, other)].map(([path, input]) => [name, path, input as object] as const)
    })

/** A foreign candidate is as little there as one of the own who has begun: the words are the same for both. */
const notWaiting: readonly string[] = [
  'putAssessmentResend .body.candidate_ids[0]',
  'postResendInvite .body.candidate_ids[0]',
]

test('one foreign id among own ones is no more there than all of them', async () => {
  const ones = foreignOnes()
  const before = await app.version()
  const taken: string[] = []
  for (const [name, path, input] of ones) {
    const answer = await call(app.send, name, {
      ...inputOf(name, subject),
      ...input,
      headers: credentials.admin,
    })
    const expected = notWaiting.includes(`${name} ${path}`) ? 409 : 404
    if (answer.status !== expected)
      taken.push(`${name} ${path}: ${answer.status} ${answer.text.slice(0, 150)}`)
  }
  expect(ones.length).toBeGreaterThan(50)
  expect(taken).toEqual([])
  expect(await app.version()).toBe(before)
})

test('the table of policies speaks of every call, and most of them refuse somebody', () => {
  const silent = names.filter((name) => callers.every((caller) => refusal(name, caller) === undefined))
  expect(silent).toEqual(names.filter((name) => endpoints[name].who === 'public'))
  expect(silent).toEqual(expect.arrayContaining(['getDrive', 'getLanguages', 'signIn']))
  expect(silent.length).toBeLessThan(names.length / 4)
})

describe('whom the calls are for', () => {
  const reads: CallName[] = [
    'getTestTimeLeft',
    'getDriveRules',
    'getDriveProblems',
    'getDriveTimeLeft',
    'getDriveTemplates',
    'getSubmission',
    'getQuestions',
    'getQuestionSubmissions',
    'getCode',
    'getExecution',
    'stopRun',
    'postSnapshotUrl',
    'postSync',
  ]
  test.each(reads)('%s answers the candidate itself', async (name) => {
    const answer = await call(app.send, name, sent(name, 'self'))
    expect(answer.status, answer.text).toBe(200)
  })

  /** Calls that the attempt's or the drive's state refuses, after the caller was let in. */
  const refusedByState: readonly CallName[] = [
    'deleteDrive',
    'postResendInvite',
    'postReopen',
    'putShortlist',
    'postResultReport',
    // The admin that the input names has long accepted.
    'postUserLink',
    // It is being judged anew already.
    'postRejudge',
    // The problem has one in that language.
    'postTemplate',
    // Nothing of this candidate's came late.
    'postLateDecision',
  ]
  const staffCalls = names.filter((name) => endpoints[name].who === 'admin' || name === 'getReport')
  // A call that takes the subject away, or the link that others need, comes last.
  const last: readonly CallName[] = [
    'postRevoke',
    'deleteTemplate',
    'deleteProblem',
    'deleteAssessment',
    'deleteCandidate',
  ]
  test.each([...staffCalls.filter((name) => !last.includes(name)), ...last])(
    '%s answers the admin of the organization',
    async (name) => {
      const answer = await call(app.send, name, sent(name, 'admin'))
      expect(answer.status, answer.text).toBe(refusedByState.includes(name) ? 409 : 200)
    },
  )

  test.each(names.filter((name) => endpoints[name].who === 'superadmin'))(
    '%s answers the super admin',
    async (name) => {
      const answer = await call(app.send, name, sent(name, 'super admin'))
      expect(answer.status, answer.text).toBe(200)
    },
  )

  test('lists of another organization hold nothing of this one', async () => {
    for (const name of ['getOngoingDrives', 'getUpcomingDrives', 'getCompletedDrives'] as const) {
      const page = await must(app.send, name, { headers: credentials[FOREIGN] })
      expect(page.drives.map((d) => d.id)).not.toContain(a.driveId)
      const all = await call(app.send, name, { headers: credentials[FOREIGN], query: { search: 'Drive a' } })
      expect(all.text).not.toContain('Drive a')
    }
    const own = await must(app.send, 'getOngoingDrives', { headers: credentials.admin })
    expect(own.drives.map((d) => d.id)).toEqual([a.driveId])
  })
})

describe('sessions', () => {
  test('token, client and uid must all fit', async () => {
    const session = await signIn(app.send, a.admin.email, a.admin.password)
    const foreign = credentials[FOREIGN]
    const spoiled = [
      { ...session, uid: foreign.uid ?? '' },
      { ...session, client: foreign.client ?? '' },
      { ...session, 'access-token': foreign['access-token'] ?? '' },
      { ...session, 'access-token': '' },
      { 'access-token': session['access-token'] ?? '' },
    ]
    for (const headers of spoiled) {
      const answer = await call(app.send, 'getRemainingCredits', { headers })
      expectRefusal(answer, JSON.stringify(Object.keys(headers)))
      expect(answer.status).toBe(401)
    }
    expect((await call(app.send, 'getRemainingCredits', { headers: session })).status).toBe(200)
    await must(app.send, 'signOut', { headers: session })
    expect((await call(app.send, 'getRemainingCredits', { headers: session })).status).toBe(401)
  })

  test('end after two hours without use and after a day at the latest; a deactivated user is out at once', async () => {
    const own = await openApp()
    try {
      const org = await seedOrganization(own.ctx, 'sessions')
      const enter = () => signIn(own.send, org.admin.email, org.admin.password)
      const credits = (headers: Record<string, string>) => call(own.send, 'getRemainingCredits', { headers })
      const idle = await enter()
      own.clock.move(2 * 3_600_000)
      expect((await credits(idle)).status).toBe(200)
      own.clock.move(2 * 3_600_000 + 1)
      expect((await credits(idle)).status).toBe(401)
      const used = await enter()
      for (let hour = 0; hour < 24; hour++) {
        own.clock.move(3_600_000)
        expect((await credits(used)).status).toBe(200)
      }
      own.clock.move(1)
      expect((await credits(used)).status).toBe(401)
      const active = await enter()
      await own.ctx.db.write((tx) => tx.raw.run('UPDATE users SET is_active = 0 WHERE id = ?', org.admin.id))
      expect((await credits(active)).status).toBe(401)
      expect(
        await call(own.send, 'signIn', { body: { email: org.admin.email, password: org.admin.password } }),
      ).toMatchObject({
        status: 401,
        failure: { message: 'Wrong email or password.' },
      })
    } finally {
      await own.remove()
    }
  })
})

test('a raised generation ends both tokens of an attempt', async () => {
  const own = await openApp()
  try {
    const org = await seedOrganization(own.ctx, 'revoked')
    const s = await subjectOf(own, org)
    await own.ctx.db.write((tx) =>
      tx.raw.run(
        "UPDATE attempts SET generation = 2, invitation_hash = 'x', token_hash = 'y' WHERE id = ?",
        s.who.attemptId,
      ),
    )
    expect(
      (await call(own.send, 'postSync', { token: s.who.token, body: s.device.request([]) })).status,
    ).toBe(401)
    expect((await call(own.send, 'getQuestions', { token: s.who.token })).status).toBe(401)
    expect((await call(own.send, 'getDrive', { params: { token: s.who.invitation } })).status).toBe(404)
  } finally {
    await own.remove()
  }
})
