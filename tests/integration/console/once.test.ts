import { beforeAll, describe, expect, test } from 'vitest'
import { checkedStaff } from '#api/auth/checked.ts'
import { claimOnce } from '#api/kit/once.ts'
import { idempotently } from '#api/middleware/idempotency.ts'
import { sweep } from '#api/services/sweep.ts'
import type { CallName } from '#contract/paths.ts'
import {
  call,
  DAY,
  HOUR,
  inputOf,
  must,
  type Organization,
  type Subject,
  seedOrganization,
  signIn,
  startDevice,
  subjectOf,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { addAdmin, said } from './support.ts'

/** A request of staff with an Idempotency-Key is done once, however often the answer was lost. */

const app = await appForFile()
let subject: Subject
let headers: Record<string, string>
let keys = 0

beforeAll(async () => {
  const org = await seedOrganization(app.ctx, 'once', { candidates: 3, lasts: 40 * HOUR })
  subject = await subjectOf(app, org)
  headers = await signIn(app.send, subject.org.admin.email, subject.org.admin.password)
  const finished = await startDevice(app, org.candidates[1])
  finished.write('finish', 'finish', { reason: 'candidate' })
  await finished.sync()
})

const newKey = () => `key-${++keys}`
const send = (name: CallName, idempotencyKey: string, input: object = {}, as = headers) =>
  call(app.send, name, { ...inputOf(name, subject), ...input, headers: as, idempotencyKey })
const minutes = () => ({ params: { ref: subject.who.ref } })
const granted = async (): Promise<number> =>
  (
    await app.rows<{ n: number }>(
      'SELECT minutes_granted AS n FROM attempts WHERE id = ?',
      subject.who.attemptId,
    )
  )[0]?.n ?? -1

describe('the same key again is told the same, and nothing is done', () => {
  test.each<[CallName, (org: Organization) => object]>([
    ['postMinutes', () => ({})],
    ['postMessage', () => ({})],
    ['postPause', () => ({})],
    ['postResume', () => ({})],
    ['postReissue', () => ({})],
    ['postDrive', () => ({})],
    ['postAssessment', () => ({})],
    ['postProblem', () => ({})],
    ['postQuestion', () => ({})],
    ['postInstitute', () => ({})],
    ['postRule', () => ({})],
    ['postInvite', () => ({})],
    [
      'postResendInvite',
      (org) => ({ body: { candidate_ids: [org.candidates[2]?.candidateId], drife_id: org.driveId } }),
    ],
    ['postInviteUser', () => ({})],
    ['putShortlist', (org) => ({ body: { is_selected: true, token: org.candidates[1]?.ref } })],
    ['postResultReport', () => ({})],
    ['postQuestionsImport', () => ({})],
    ['putDrive', () => ({})],
  ])('%s', async (name, input) => {
    const key = newKey()
    const first = await send(name, key, input(subject.org))
    expect(first.status, first.text).toBe(200)
    const before = await app.fingerprint()
    expect(said(await send(name, key, input(subject.org)))).toEqual(said(first))
    expect(await app.fingerprint()).toBe(before)
  })

  test('however many come at the same moment', async () => {
    const key = newKey()
    const before = await granted()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('postMinutes', key, { ...minutes(), body: { minutes: 3 } })),
    )
    expect(await granted()).toBe(before + 3)
    // Who comes while the first is under way is told so; everybody else what the first was told.
    const told = answers.map((answer) => answer.status)
    expect(told).toContain(200)
    expect(told.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await send('postMinutes', key, { ...minutes(), body: { minutes: 3 } })).status).toBe(200)
    expect(await granted()).toBe(before + 3)
  })

  test('also where it was refused after something was done', async () => {
    const key = newKey()
    const body = { emails: 'half@people.example,no address', drife_id: subject.org.driveId }
    const first = await send('postInvite', key, { body })
    expect(first).toMatchObject({ status: 422, failure: { code: 'invalid_emails', details: { invited: 1 } } })
    expect(said(await send('postInvite', key, { body }))).toEqual(said(first))
  })
})

test('other content under the same key is refused', async () => {
  const key = newKey()
  const before = await granted()
  await send('postMinutes', key, { ...minutes(), body: { minutes: 1 } })
  expect(await send('postMinutes', key, { ...minutes(), body: { minutes: 2 } })).toMatchObject({
    status: 422,
    failure: { code: 'idempotency_mismatch' },
  })
  expect((await send('postDrive', key)).failure.code).toBe('idempotency_mismatch')
  expect(await granted()).toBe(before + 1)
})

test('another file of the same name and length is other content', async () => {
  const key = newKey()
  const file = (answers: string) => ({
    name: 'questions.csv',
    content: `description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers\nWhich is a prime?,single,Easy,numbers,2,60,51,53,${answers}\n`,
  })
  expect((await send('postQuestionsImport', key, { body: {}, file: file('B') })).status).toBe(200)
  expect(await send('postQuestionsImport', key, { body: {}, file: file('A') })).toMatchObject({
    status: 422,
    failure: { code: 'idempotency_mismatch' },
  })
})

test('what was refused and changed nothing can be sent again under its key', async () => {
  const key = newKey()
  await must(app.send, 'postPause', { ...inputOf('postPause', subject), headers })
  expect((await send('postPause', key)).status).toBe(409)
  await must(app.send, 'postResume', { ...inputOf('postResume', subject), headers })
  expect((await send('postPause', key)).status).toBe(200)
  await must(app.send, 'postResume', { ...inputOf('postResume', subject), headers })
})

test('a key is its user’s own', async () => {
  const key = newKey()
  const colleague = await addAdmin(app, subject.org, 'another')
  const theirs = await signIn(app.send, colleague.email, colleague.password)
  const before = await granted()
  for (const as of [headers, theirs])
    expect((await send('postMinutes', key, { ...minutes(), body: { minutes: 2 } }, as)).status).toBe(200)
  expect(await granted()).toBe(before + 4)
})

test('where the server ended before it answered, the next one is told that it is done', async () => {
  const key = newKey()
  const before = await granted()
  await send('postMinutes', key, { ...minutes(), body: { minutes: 2 } })
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE once_keys SET outcome = NULL'))
  const again = await send('postMinutes', key, { ...minutes(), body: { minutes: 2 } })
  expect(again).toMatchObject({ status: 409, failure: { code: 'conflict' } })
  expect(await granted()).toBe(before + 2)
})

test('what broke off after a part of it is told as that, however often it is asked', async () => {
  const actor = checkedStaff({
    kind: 'staff',
    sessionId: 0,
    userId: subject.org.admin.id,
    role: 'Admin',
    organizationId: 0,
  })
  const asked = { key: newKey(), content: ['the same'] }
  const breaksOff = () =>
    idempotently(app.ctx, actor, asked, async ({ userId, once }) => {
      if (once) await app.ctx.db.write((tx) => claimOnce(tx, userId, once, app.clock.now()))
      throw new Error('The disk is full')
    })
  await expect(breaksOff()).rejects.toThrow('The disk is full')
  const never = () => Promise.reject(new Error('It was done again'))
  for (let times = 0; times < 2; times++)
    await expect(idempotently(app.ctx, actor, asked, never)).rejects.toThrow(/^This stopped after part/)
})

test('answers with a secret are kept nowhere: such a call is done each time', async () => {
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE organizations SET is_param_ai_allowed = 1 WHERE id = ?', subject.org.id),
  )
  const count = async () => (await app.rows('SELECT 1 FROM once_keys')).length
  const before = await count()
  for (const name of ['postParamKey', 'postAttemptLink', 'postCandidateLinks'] as const)
    expect((await send(name, newKey())).status).toBe(200)
  expect(await count()).toBe(before)
})

test('no answer outlives the candidate it may speak of', async () => {
  await send('postInvite', newKey(), {
    body: { emails: 'leaves@people.example', drife_id: subject.org.driveId },
  })
  const [leaves] = await app.rows<{ id: number }>(
    "SELECT id FROM candidates WHERE email = 'leaves@people.example'",
  )
  const kept = () => app.rows('SELECT 1 FROM once_keys WHERE outcome IS NOT NULL')
  expect(await kept()).not.toEqual([])
  await must(app.send, 'deleteCandidate', { params: { id: leaves?.id ?? 0 }, headers })
  expect(await kept()).toEqual([])
})

test('a key holds for a day', async () => {
  const key = newKey()
  const before = await granted()
  const add = () => send('postMinutes', key, { ...minutes(), body: { minutes: 2 } })
  await add()
  app.clock.move(DAY - 1)
  headers = await signIn(app.send, subject.org.admin.email, subject.org.admin.password)
  await sweep(app.ctx)
  await add()
  expect(await granted()).toBe(before + 2)
  app.clock.move(2)
  await sweep(app.ctx)
  expect(await app.rows('SELECT 1 FROM once_keys')).toEqual([])
})
