import { beforeAll, expect, test } from 'vitest'
import { INVITATION_MAX_BYTES } from '#contract/forms/invitation.ts'
import type { CallName } from '#contract/paths.ts'
import {
  type Answer,
  type CallInput,
  call,
  inputOf,
  type Organization,
  type Subject,
  seedOrganization,
  signIn,
  subjectOf,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The whole way of a call, from its bytes to the refusal: a hostile text costs what a harmless one of that size costs. */

const app = await appForFile()
let subject: Subject
let org: Organization
let headers: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'hostile', { candidates: 2 })
  subject = await subjectOf(app, org)
  headers = await signIn(app.send, org.admin.email, org.admin.password)
})

const BODY = 240_000
const LARGE = 8_000_000
const harmless = 'words of a text that nobody minds, '
const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))

async function timed(name: CallName, input: CallInput): Promise<{ answer: Answer; ms: number }> {
  const from = performance.now()
  const answer = await call(app.send, name, input)
  return { answer, ms: performance.now() - from }
}
async function quickest(name: CallName, input: CallInput): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const { answer, ms } = await timed(name, input)
    expect(answer.status, answer.text.slice(0, 200)).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    times.push(ms)
  }
  return Math.min(...times)
}

type Sample = [what: string, name: CallName, bodyOf: (text: string) => object, unit: string, length: number]
const samples: Sample[] = [
  ['blanks in a name', 'acceptInvite', (first_name) => ({ first_name }), ' ', BODY],
  ['line ends in a title', 'postDrive', (name) => ({ name }), ' \n', BODY],
  ['marks in a name', 'putCandidate', (first_name) => ({ first_name }), '\u0301\u0316', BODY / 2],
  ['marks in an address', 'signIn', (email) => ({ email, password: 'secret' }), '\u0301\u0316', BODY / 2],
  ['blanks in tags', 'postProblem', (tags) => ({ tags }), ' ', LARGE],
  [
    'entries of a list',
    'postInvite',
    (emails) => ({ emails, drive_id: 1 }),
    'a,',
    INVITATION_MAX_BYTES - 200_000,
  ],
  ['entries of a list', 'putAssessmentInvite', (email) => ({ email }), 'a,', INVITATION_MAX_BYTES - 200_000],
]
test.each(samples)('%s of %s', async (_what, name, bodyOf, unit, length) => {
  const input = inputOf(name, subject)
  const withText = (text: string): CallInput => ({
    ...input,
    headers: name === 'putCandidate' ? { authorization: `Bearer ${subject.who.token}` } : headers,
    body: bodyOf(text),
  })
  const usual = await quickest(name, withText(filled(harmless, length)))
  const hostile = await quickest(name, withText(filled(unit, length)))
  expect(hostile).toBeLessThan(50 + 20 * usual)
})

test('a body of nothing but empty objects is refused before it is parsed', async () => {
  const bytes = `{"tests":[${filled('{},', LARGE)}{}]}`
  const send = () =>
    app.send('/api/v1/admin/checks', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: bytes,
    })
  const answer = await send()
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'This JSON contains more than 20,000 values.' })
})
