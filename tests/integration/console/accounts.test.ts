import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  type AppOptions,
  call,
  DAY,
  MINUTE,
  must,
  openApp,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  type TestApp,
} from '../../factories/index.ts'
import { expectRefusal } from '../api/expect.ts'
import { queuedFor, said, tokenOf } from './support.ts'

/** Sign-up, from the request to the first sign-in. */

async function open(options: AppOptions = {}): Promise<TestApp> {
  const app = await openApp(options)
  onTestFinished(() => app.remove())
  return app
}

const OPEN = { settings: { HOLDFAST_SIGNUP: 'open' } }
const person = { first_name: ' Ana ', last_name: 'Berg', mobile_number: '5550100300' }
const secret = { password: 'four plain words here', password_confirmation: 'four plain words here' }
const form = (invitation_token: string, more: Record<string, unknown> = {}) => ({
  body: { ...person, ...secret, invitation_token, show_name: 'Harbour Works', ...more },
})

describe('Request signup: a link by work e-mail', () => {
  test('HOLDFAST_SIGNUP=open mails the link at once', async () => {
    const app = await open(OPEN)
    const answer = await call(app.send, 'postSignup', { body: { email: ' New@Example.org ' } })
    expect(answer).toMatchObject({ status: 200, json: { data: { accepted: true } } })
    expect(await queuedFor(app, 'new@example.org')).toEqual(['sign_up'])
    const token = await tokenOf(app, 'signup', 'new@example.org')
    expect(await must(app.send, 'checkInvite', { body: { invitation_token: token } })).toEqual({
      kind: 'signup',
      email: 'new@example.org',
      organization_name: null,
    })
  })

  test('HOLDFAST_SIGNUP=closed only notes the request, and the super admin sends the link', async () => {
    const app = await open()
    await must(app.send, 'postSignup', { body: { email: 'new@example.org', is_param_ai_allowed: true } })
    expect(await queuedFor(app, 'new@example.org')).toEqual([])
    const root = await seedSuperAdmin(app.ctx)
    const headers = await signIn(app.send, root.email, root.password)
    const asked = await must(app.send, 'getSignupRequests', { headers })
    expect(asked).toMatchObject({
      total: 1,
      requests: [{ email: 'new@example.org', is_param_ai_allowed: true, mail: null }],
    })
    const body = { email: 'new@example.org', is_param_ai_allowed: true }
    expect((await must(app.send, 'postSignupLink', { headers, body })).mail.status).toBe('queued')
    expect((await must(app.send, 'getSignupRequests', { headers })).requests).toMatchObject([
      { email: 'new@example.org', mail: { status: 'queued' } },
    ])
    await must(app.send, 'acceptInvite', form(await tokenOf(app, 'signup', 'new@example.org')))
    // Who has an account does not ask any more, and gets no second link.
    expect((await must(app.send, 'getSignupRequests', { headers })).total).toBe(0)
    expect(await call(app.send, 'postSignupLink', { headers, body })).toMatchObject({ status: 409 })
  })

  test('the link of a request is told to a super admin, who passes it on where no mail goes out', async () => {
    const app = await open()
    const email = 'new@example.org'
    await must(app.send, 'postSignup', { body: { email } })
    const root = await seedSuperAdmin(app.ctx)
    const headers = await signIn(app.send, root.email, root.password)
    const [request] = (await must(app.send, 'getSignupRequests', { headers })).requests
    const params = { id: request?.id ?? 0 }
    const ask = (as = headers) => call(app.send, 'postSignupRequestLink', { headers: as, params, body: {} })
    expect(await ask()).toMatchObject({ status: 409 })
    await must(app.send, 'postSignupLink', { headers, body: { email } })
    const link = async () =>
      (await must(app.send, 'postSignupRequestLink', { headers, params, body: {} })).link
    expect(new URL(await link()).pathname).toBe(`/accept/invite/${await tokenOf(app, 'signup', email)}`)
    const audited = await app.rows<{ subject: string }>(
      "SELECT subject FROM audit_log WHERE action = 'sign_up.link'",
    )
    expect(audited).toEqual([{ subject: `address ${email}` }])
    // Nobody else is told it.
    const org = await seedOrganization(app.ctx, 'neutral')
    const admin = await signIn(app.send, org.admin.email, org.admin.password)
    expect((await ask(admin)).status).toBe(403)
    expect((await ask({})).status).toBe(401)
    app.clock.move(7 * DAY)
    const again = await signIn(app.send, root.email, root.password)
    expect((await ask(again)).failure.message).toContain('expired')
    await must(app.send, 'postSignupLink', { headers: again, body: { email } })
    await must(app.send, 'acceptInvite', form(await tokenOf(app, 'signup', email)))
    expect((await ask(again)).status).toBe(409)
    params.id = 9_999
    expect((await ask(again)).status).toBe(404)
  })

  test.each(['open', 'closed'])(
    'answers the same whether an address has an account or not, and writes each time (%s)',
    async (HOLDFAST_SIGNUP) => {
      const app = await open({ settings: { HOLDFAST_SIGNUP } })
      const org = await seedOrganization(app.ctx, 'neutral')
      const ask = async (email: string) => {
        const before = await app.version()
        const answer = said(await call(app.send, 'postSignup', { body: { email } }))
        expect(await app.version(), email).not.toBe(before)
        return answer
      }
      const unknown = await ask('nobody@example.org')
      expect(unknown.status).toBe(200)
      expect(await ask(org.admin.email)).toEqual(unknown)
      const isOpen = HOLDFAST_SIGNUP === 'open'
      // A person who forgot the account is told by mail, where only the owner reads it.
      expect(await queuedFor(app, org.admin.email)).toEqual(isOpen ? ['account_exists'] : [])
      await app.ctx.db.write((tx) => tx.raw.run('UPDATE users SET is_active = 0 WHERE id = ?', org.admin.id))
      expect(await ask(org.admin.email)).toEqual(unknown)
      expect(await queuedFor(app, org.admin.email)).toEqual(isOpen ? ['account_exists'] : [])
    },
  )

  test('is limited by account and address, for known and unknown addresses alike', async () => {
    const app = await open({ ...OPEN, listen: true })
    app.ctx.config.trustedProxies.push('127.0.0.1')
    const org = await seedOrganization(app.ctx, 'limits')
    const ask = (email: string, from: string) =>
      call(app.send, 'postSignup', { body: { email }, headers: { 'x-forwarded-for': from } })
    for (const email of [org.admin.email, 'nobody@example.org']) {
      for (let i = 0; i < 4; i++) expect((await ask(email, '203.0.113.7')).status, `${email} ${i}`).toBe(200)
      const stopped = await ask(email, '203.0.113.7')
      expectRefusal(stopped, email)
      expect(stopped.status).toBe(429)
      expect(Number(stopped.headers.get('retry-after'))).toBe(180)
      expect((await ask(email, '198.51.100.1')).status).toBe(200)
    }
    app.clock.move(3 * MINUTE)
    expect((await ask('nobody@example.org', '203.0.113.7')).status).toBe(200)
    // One address may not ask for the whole world: 30, and then ten a minute.
    let asked = 0
    while (asked < 60 && (await ask(`n${asked}@example.org`, '192.0.2.1')).status === 200) asked++
    expect(asked).toBe(30)
  })
})

describe('an invitation sign-up', () => {
  const asks = async (app: TestApp, email: string, is_param_ai_allowed = false) => {
    await must(app.send, 'postSignup', { body: { email, is_param_ai_allowed } })
    return tokenOf(app, 'signup', email)
  }
  const organizationOf = async (app: TestApp, email: string) => {
    const [row] = await app.rows<Record<string, unknown> & { id: number }>(
      'SELECT o.* FROM organizations o JOIN users u ON u.organization_id = o.id WHERE u.email_key = ?',
      email,
    )
    if (!row) throw new Error(`${email} has no organization`)
    return row
  }

  test('creates an organization and its first Admin, who signs in', async () => {
    const app = await open(OPEN)
    const token = await asks(app, 'ana@example.org')
    const answer = await call(app.send, 'acceptInvite', form(token))
    expect(answer).toMatchObject({ status: 200, json: { message: consoleTexts.accountCreated } })
    const headers = await signIn(app.send, 'ana@example.org', 'four plain words here')
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({
      first_name: 'Ana',
      last_name: 'Berg',
      email: 'ana@example.org',
      mobile_number: '5550100300',
      role: 'Admin',
      organization_name: 'Harbour Works',
      allow_coding: true,
      allow_mcq: true,
      is_param_ai_allowed: false,
      credits: 100,
    })
  })

  test('copies the starter bank with pictures of its own, and makes one institute', async () => {
    const app = await open(OPEN)
    const banks = []
    for (const email of ['one@example.org', 'two@example.org']) {
      await must(app.send, 'acceptInvite', form(await asks(app, email)))
      const { id } = await organizationOf(app, email)
      const count = async (table: string) =>
        (await app.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE organization_id = ?`, id))[0]
          ?.n
      expect(await count('institutes')).toBe(1)
      expect(await count('templates')).toBeGreaterThanOrEqual(28)
      const images = await app.rows<{ image_key: string }>(
        `SELECT image_key FROM questions WHERE organization_id = ? AND image_key IS NOT NULL
         UNION SELECT o.image_key FROM options o JOIN questions q ON q.id = o.question_id
         WHERE q.organization_id = ? AND o.image_key IS NOT NULL`,
        id,
        id,
      )
      for (const { image_key } of images)
        expect(existsSync(join(app.data, 'files', image_key)), image_key).toBe(true)
      banks.push({
        problems: await count('problems'),
        questions: await count('questions'),
        keys: images.map((row) => row.image_key),
      })
    }
    const [one, two] = banks
    expect(one?.problems).toBe(14)
    expect(one?.questions).toBeGreaterThan(50)
    expect(one?.keys).toHaveLength(17)
    expect(two).toMatchObject({ problems: one?.problems, questions: one?.questions })
    expect(one?.keys.filter((key) => two?.keys.includes(key))).toEqual([])
  })

  test('HOLDFAST_SIGNUP_CREDITS says how many credits there are at first', async () => {
    const app = await open({ settings: { ...OPEN.settings, HOLDFAST_SIGNUP_CREDITS: '7' } })
    await must(app.send, 'acceptInvite', form(await asks(app, 'ana@example.org')))
    expect(await organizationOf(app, 'ana@example.org')).toMatchObject({ credits: 7 })
  })

  test('nobody allows themselves Param AI by asking: neither with the link nor with the form', async () => {
    const app = await open(OPEN)
    await must(app.send, 'acceptInvite', form(await asks(app, 'with@example.org', true)))
    const token = await asks(app, 'without@example.org')
    await must(app.send, 'acceptInvite', form(token, { is_param_ai_allowed: true }))
    expect(await organizationOf(app, 'with@example.org')).toMatchObject({ is_param_ai_allowed: 0 })
    expect(await organizationOf(app, 'without@example.org')).toMatchObject({ is_param_ai_allowed: 0 })
  })

  test("an invited user joins the inviter's organization, whose name and flags stay", async () => {
    const app = await open()
    const org = await seedOrganization(app.ctx, 'joined')
    await app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        {
          kind: 'invite',
          email: 'joins@example.org',
          organizationId: org.id,
          role: 'Admin',
          isParamAi: true,
        },
        app.ctx.now(),
      ),
    )
    const token = await tokenOf(app, 'invite', 'joins@example.org')
    expect(await must(app.send, 'checkInvite', { body: { invitation_token: token } })).toEqual({
      kind: 'invite',
      email: 'joins@example.org',
      organization_name: org.name,
    })
    const size = () =>
      Promise.all(['problems', 'institutes'].map((table) => app.rows(`SELECT id FROM ${table}`)))
    const before = await size()
    await must(app.send, 'acceptInvite', form(token, { show_name: 'Another name' }))
    expect(await size()).toEqual(before)
    expect(await organizationOf(app, 'joins@example.org')).toMatchObject({
      id: org.id,
      name: org.name,
      show_name: null,
      is_param_ai_allowed: 0,
    })
  })

  test('a link is used once, also when it is used twice at the same moment, and leaves no pictures behind', async () => {
    const app = await open(OPEN)
    const token = await asks(app, 'twice@example.org')
    const answers = await Promise.all([1, 2].map(() => call(app.send, 'acceptInvite', form(token))))
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 404])
    expect(await app.rows('SELECT id FROM organizations')).toHaveLength(1)
    const used = new Set(
      (
        await app.rows<{ k: string }>(
          'SELECT image_key AS k FROM questions WHERE image_key IS NOT NULL UNION SELECT image_key FROM options WHERE image_key IS NOT NULL',
        )
      ).map((row) => row.k.split('/')[1]),
    )
    expect(used.size).toBe(1)
    const left = readdirSync(`${app.data}/files/images`).filter(
      (folder) => readdirSync(`${app.data}/files/images/${folder}`).length > 0,
    )
    expect(left).toEqual([...used])
  })

  test('a sign-up that fails on the way uses up no link and leaves no picture', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-bank-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const bankImages = join(folder, 'not-there-yet')
    const app = await open({ ...OPEN, bankImages })
    const token = await asks(app, 'broken@example.org')
    expect((await call(app.send, 'acceptInvite', form(token))).status).toBe(500)
    expect(await app.rows('SELECT id FROM organizations')).toEqual([])
    expect(existsSync(join(app.data, 'files/images'))).toBe(false)
    cpSync(new URL('../../../api/starterBank/images', import.meta.url), bankImages, { recursive: true })
    expect((await call(app.send, 'acceptInvite', form(token))).status).toBe(200)
  })

  test('a new link ends the one before, and each ends after 7 days', async () => {
    const app = await open(OPEN)
    const first = await asks(app, 'again@example.org')
    const second = await asks(app, 'again@example.org')
    const check = (invitation_token: string) => call(app.send, 'checkInvite', { body: { invitation_token } })
    expect((await check(first)).status).toBe(404)
    app.clock.move(7 * DAY - 1)
    expect((await check(second)).status).toBe(200)
    app.clock.move(1)
    expect((await check(second)).status).toBe(404)
    expect((await call(app.send, 'acceptInvite', form(second))).status).toBe(404)
  })

  test('an address gets one account', async () => {
    const app = await open(OPEN)
    const org = await seedOrganization(app.ctx, 'taken')
    await app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        { kind: 'signup', email: org.admin.email.toUpperCase(), organizationId: null },
        app.ctx.now(),
      ),
    )
    const token = await tokenOf(app, 'signup', org.admin.email)
    const answer = await call(app.send, 'acceptInvite', form(token))
    expect(answer).toMatchObject({ status: 409, failure: { code: 'conflict' } })
    expect(await app.rows('SELECT id FROM organizations')).toHaveLength(1)
  })

  test('role, organization_id and credits in the form are refused', async () => {
    const app = await open(OPEN)
    const token = await asks(app, 'mass@example.org')
    for (const extra of [{ role: 'SuperAdmin' }, { organization_id: 1 }, { credits: 9 }]) {
      const answer = await call(app.send, 'acceptInvite', form(token, extra))
      expect(answer, JSON.stringify(extra)).toMatchObject({ status: 422 })
    }
    expect(await app.rows('SELECT id FROM users')).toEqual([])
  })

  test('guessing tokens is limited by address', async () => {
    const app = await open({ listen: true })
    app.ctx.config.trustedProxies.push('127.0.0.1')
    const guess = (i: number) =>
      call(app.send, 'checkInvite', {
        body: { invitation_token: `${i}`.padStart(43, 'x') },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
    for (let i = 0; i < 200; i++) expect((await guess(i)).status).toBe(404)
    expect(await guess(200)).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  })
})
