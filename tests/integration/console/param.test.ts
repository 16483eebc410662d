import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import {
  bearer,
  call,
  MINUTE,
  must,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  seedSuperAdmin,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { allowParam, screening } from './assessmentSupport.ts'
import { addAdmin, tokenOf } from './support.ts'

/** The Param key: who may have one, what it opens, and when it ends. */

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>
let root: Record<string, string>
let param: number
let plain: number
let count = 0

beforeAll(async () => {
  const superAdmin = await seedSuperAdmin(app.ctx)
  root = await signIn(app.send, superAdmin.email, superAdmin.password)
})
beforeEach(async () => {
  count++
  org = await seedOrganization(app.ctx, `k${count}`)
  other = await seedOrganization(app.ctx, `l${count}`)
  headers = await signIn(app.send, org.admin.email, PASSWORD)
  await allowParam(app, org)
  param = await create(true)
  plain = await create(false)
})

const create = async (is_param: boolean, as = headers, of = org) =>
  (
    await must(app.send, 'postAssessment', {
      headers: as,
      body: screening(of, { is_param, problem_count_hash: { easy: 1 }, mcq_count_hash: {} }),
    })
  ).assessment.id
const makeKey = async (as = headers) =>
  (await must(app.send, 'postParamKey', { headers: as, body: {} })).auth_token
const invite = (key: string, body: Record<string, unknown> = {}) =>
  call(app.send, 'putAssessmentInvite', {
    headers: bearer(key),
    body: { email: 'by.key@people.example', assessment_id: param, ...body },
  })
const auditOf = (of: Organization) =>
  app.rows<{ action: string; user_id: number; before: string | null; after: string | null }>(
    'SELECT action, user_id, before, after FROM audit_log WHERE organization_id = ? ORDER BY id DESC',
    of.id,
  )
const edit = (change: Record<string, unknown>) =>
  must(app.send, 'putOrganization', {
    headers: root,
    params: { organizationId: org.id },
    body: {
      show_name: 'Shown name',
      description: 'Builds what floats.',
      contact_number: '5550100300',
      credits: 100,
      is_param_ai_allowed: true,
      allow_coding: true,
      allow_mcq: true,
      ...change,
    },
  })

describe('the key', () => {
  test('is told once, kept as a hash, and audited without it', async () => {
    expect(await must(app.send, 'getParamKey', { headers })).toEqual({
      has_key: false,
      created_at: null,
      used_at: null,
    })
    const key = await makeKey()
    expect(key).toMatch(/^param_[\w-]{40,}$/)
    const [row] = await app.rows<{ param_key_hash: string }>(
      'SELECT param_key_hash FROM users WHERE id = ?',
      org.admin.id,
    )
    expect(row?.param_key_hash).toBe(sha256(key))
    const state = await call(app.send, 'getParamKey', { headers })
    expect(state.text).not.toContain(key)
    expect(state.json).toMatchObject({
      data: { has_key: true, created_at: new Date(app.clock.now()).toISOString(), used_at: null },
    })
    const [entry] = await auditOf(org)
    expect(entry).toMatchObject({ action: 'param_key.create', user_id: org.admin.id })
    expect(JSON.stringify(await auditOf(org))).not.toContain(key.slice(6, 20))
  })

  test('that is made anew ends the one before; one that is revoked ends at once', async () => {
    const first = await makeKey()
    const second = await makeKey()
    expect((await invite(first)).status).toBe(401)
    expect((await invite(second)).status).toBe(200)
    expect(await must(app.send, 'deleteParamKey', { headers })).toEqual({ has_key: false })
    expect((await invite(second)).status).toBe(401)
    expect((await auditOf(org))[0]).toMatchObject({ action: 'param_key.revoke' })
    // Nothing is left to revoke, and nothing is written.
    const before = (await auditOf(org)).length
    await must(app.send, 'deleteParamKey', { headers })
    expect((await auditOf(org)).length).toBe(before)
  })

  test('is there only where the organization may use Param', async () => {
    const as = await signIn(app.send, other.admin.email, PASSWORD)
    for (const name of ['getParamKey', 'postParamKey', 'deleteParamKey'] as const) {
      const answer = await call(app.send, name, {
        headers: as,
        ...(name === 'postParamKey' && { body: {} }),
      })
      expect(answer.status, name).toBe(403)
    }
  })

  test('ends with a new address, and with nothing else that is changed of the account', async () => {
    const key = await makeKey()
    const change = (body: Record<string, unknown>) =>
      must(app.send, 'putUser', { headers, params: { id: org.admin.id }, body })
    await change({ first_name: 'Ida' })
    expect((await invite(key)).status).toBe(200)
    await change({ email: `new.${org.admin.email}`, current_password: PASSWORD })
    expect((await invite(key, { email: 'after@people.example' })).status).toBe(401)
    const [row] = await app.rows('SELECT param_key_hash FROM users WHERE id = ?', org.admin.id)
    expect(row).toEqual({ param_key_hash: null })
  })

  test('ends with the super admin’s switch at once, and with the account', async () => {
    const key = await makeKey()
    await edit({ is_param_ai_allowed: false })
    expect(await invite(key)).toMatchObject({ status: 403, failure: { code: 'forbidden' } })
    expect((await call(app.send, 'getParamKey', { headers })).status).toBe(403)
    await edit({ is_param_ai_allowed: true })
    expect((await invite(key)).status).toBe(200)

    const colleague = await addAdmin(app, org, `colleague${count}`)
    const as = await signIn(app.send, colleague.email, colleague.password)
    const theirs = await makeKey(as)
    expect((await invite(theirs)).status).toBe(200)
    await must(app.send, 'putUser', { headers, params: { id: colleague.id }, body: { is_active: false } })
    expect((await invite(theirs)).status).toBe(401)
    await must(app.send, 'putUser', { headers, params: { id: colleague.id }, body: { is_active: true } })
    expect((await invite(theirs)).status).toBe(401)
  })

  test('opens this one call and no other', async () => {
    const key = await makeKey()
    for (const name of ['getAssessments', 'getUsers', 'getRemainingCredits', 'getSession'] as const)
      expect((await call(app.send, name, { headers: bearer(key) })).status, name).toBe(401)
  })
})

describe('inviting by key', () => {
  test('takes a credit, mails the link, and stands in the audit log with the key’s user', async () => {
    const key = await makeKey()
    const answer = await invite(key, { organization_id: org.id, is_param_request: true })
    expect(answer.json).toMatchObject({ data: { invited: 1, credits: 99 } })
    const [entry] = await auditOf(org)
    expect(entry).toMatchObject({ action: 'candidate.invite', user_id: org.admin.id })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ invited: 1, with: 'Param key' })
  })

  test('twice costs once, and says so', async () => {
    const key = await makeKey()
    await invite(key)
    const again = await invite(key)
    expect(again.json).toMatchObject({
      data: { invited: 0, credits: 99 },
      message: 'No one new: 1 was already invited.',
    })
    const both = await Promise.all([1, 2].map(() => invite(key, { email: 'same.moment@people.example' })))
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect((await must(app.send, 'getRemainingCredits', { headers })).credits).toBe(98)
  })

  test('reaches Param assessments of its own organization alone', async () => {
    const key = await makeKey()
    expect(await invite(key, { assessment_id: plain })).toMatchObject({
      status: 409,
      failure: { message: 'This is not a Param assessment: no one was invited.' },
    })
    await allowParam(app, other)
    const foreign = await create(true, await signIn(app.send, other.admin.email, PASSWORD), other)
    expect((await invite(key, { assessment_id: foreign })).status).toBe(404)
    expect((await invite(key, { assessment_id: org.driveId })).status).toBe(404)
    expect((await invite(key, { organization_id: other.id })).status).toBe(404)
    expect((await invite(key, { organization_id: 'x' })).status).toBe(404)
    expect((await invite(key, { organization_id: String(org.id) })).status).toBe(200)
  })

  test('as a Param request of a session needs a Param assessment as well', async () => {
    const ask = (body: Record<string, unknown>) =>
      call(app.send, 'putAssessmentInvite', {
        headers,
        body: { email: 'asked@people.example', is_param_request: true, ...body },
      })
    expect((await ask({ assessment_id: plain })).status).toBe(409)
    expect((await ask({ assessment_id: param })).status).toBe(200)
    expect((await ask({ assessment_id: plain, is_param_request: false })).status).toBe(200)
  })

  test('notes its last use, at most once a minute', async () => {
    const key = await makeKey()
    const usedAt = async () => (await must(app.send, 'getParamKey', { headers })).used_at
    await invite(key)
    const first = await usedAt()
    expect(first).toBe(new Date(app.clock.now()).toISOString())
    app.clock.move(MINUTE - 1)
    await invite(key)
    expect(await usedAt()).toBe(first)
    app.clock.move(1)
    await invite(key)
    expect(await usedAt()).toBe(new Date(app.clock.now()).toISOString())
  })

  test('too often is asked to wait; another key is not', async () => {
    const key = await makeKey()
    const colleague = await addAdmin(app, org, `fast${count}`)
    const theirs = await makeKey(await signIn(app.send, colleague.email, colleague.password))
    for (let i = 0; i < 60; i++) expect((await invite(key)).status).toBe(200)
    const answer = await invite(key)
    expect(answer).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await invite(theirs)).status).toBe(200)
    app.clock.move(1_000)
    expect((await invite(key)).status).toBe(200)
  })

  test('guesses from one address are asked to wait, and a key that holds still works there', async () => {
    const listening = await openApp({ listen: true })
    try {
      const mine = await seedOrganization(listening.ctx, 'guessed')
      await allowParam(listening, mine)
      const as = await signIn(listening.send, mine.admin.email, PASSWORD)
      const made = await must(listening.send, 'postAssessment', {
        headers: as,
        body: screening(mine, { is_param: true, problem_count_hash: { easy: 1 }, mcq_count_hash: {} }),
      })
      const { auth_token } = await must(listening.send, 'postParamKey', { headers: as, body: {} })
      const guess = (key: string) =>
        call(listening.send, 'putAssessmentInvite', {
          headers: bearer(key),
          body: { email: 'a@people.example', assessment_id: made.assessment.id },
        })
      const statuses = new Set<number>()
      for (let i = 0; i < 202; i++) statuses.add((await guess(`param_${'x'.repeat(39)}${i}`)).status)
      expect([...statuses]).toEqual([401, 429])
      expect((await guess(auth_token)).status).toBe(200)
    } finally {
      await listening.remove()
    }
  })
})

test('the key ends with a new password', async () => {
  const key = await makeKey()
  await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
  const reset_password_token = await tokenOf(app, 'reset', org.admin.email)
  const password = 'new words, four of them'
  await must(app.send, 'postPasswordReset', {
    body: { reset_password_token, password, password_confirmation: password },
  })
  expect((await invite(key)).status).toBe(401)
})
