import { beforeEach, describe, expect, test } from 'vitest'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  call,
  must,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  type TestApp,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { addAdmin, queuedFor, tokenOf } from './support.ts'

/** One's own profile, and switching colleagues on and off. */

const app = await appForFile({
  settings: { SUPPORT_PHONE: '555 010 020', SUPPORT_EMAIL: 'help@holdfast.example' },
})
let org: Organization
let headers: Record<string, string>
let count = 0

beforeEach(async () => {
  org = await seedOrganization(app.ctx, `p${++count}`)
  headers = await signIn(app.send, org.admin.email, PASSWORD)
})

const put = (id: number, body: Record<string, unknown>, as = headers) =>
  call(app.send, 'putUser', {
    params: { id },
    body: { ...(body.email !== undefined && { current_password: PASSWORD }), ...body },
    headers: as,
  })
const isOut = async (as: Record<string, string>) =>
  (await call(app.send, 'getSession', { headers: as })).status === 401

describe('the session', () => {
  test('reads the flags and credits of the organization as they stand now', async () => {
    const root = await seedSuperAdmin(app.ctx)
    const as = await signIn(app.send, root.email, root.password)
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({
      allow_coding: true,
      allow_mcq: true,
      is_param_ai_allowed: false,
      credits: 100,
      organization_name: org.name,
      is_first_time_login: false,
    })
    await must(app.send, 'putOrganization', {
      headers: as,
      params: { organizationId: org.id },
      body: {
        show_name: 'Shown name',
        description: 'Builds what floats.',
        contact_number: '5550100300',
        credits: 3,
        is_param_ai_allowed: true,
        allow_coding: false,
        allow_mcq: true,
      },
    })
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({
      allow_coding: false,
      is_param_ai_allowed: true,
      credits: 3,
      organization_name: 'Shown name',
    })
    expect(await must(app.send, 'getSession', { headers: as })).toMatchObject({
      role: 'SuperAdmin',
      organization_id: null,
      credits: null,
    })
  })

  test('the support has a phone and an e-mail, for everybody', async () => {
    expect(await must(app.send, 'getSupport')).toEqual({
      phone: '555 010 020',
      email: 'help@holdfast.example',
    })
  })
})

describe('Profile edit', () => {
  test.each([
    ['no password', undefined, 'Enter your password to change your email.'],
    ['an empty one', '', 'Enter your password to change your email.'],
    ['another one', 'not the password', 'This is not your password.'],
  ])('changes no address with %s, and nothing else with it', async (_, current_password, words) => {
    const answer = await put(org.admin.id, {
      email: 'stolen@example.org',
      first_name: 'Eve',
      current_password,
    })
    expect(answer).toMatchObject({ status: 422, failure: { errors: { current_password: [words] } } })
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({ email: org.admin.email })
    // Other fields, and the address as it stands, ask for none.
    const same = { email: org.admin.email, first_name: 'Ida', current_password: undefined }
    expect((await put(org.admin.id, same)).status).toBe(200)
  })

  test('asks for another address a few times and no more: each answer tells whether it is somebody’s', async () => {
    const { id } = await seedOrganization(app.ctx, 'taken')
    const other = await addAdmin(app, { id }, 'taken-one')
    const ask = () => put(org.admin.id, { email: other.email })
    for (let n = 0; n < 4; n++) expect((await ask()).status).toBe(409)
    expect(await ask()).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    // A change of anything but the address asks nothing.
    expect((await put(org.admin.id, { first_name: 'Zoë' })).status).toBe(200)
  })

  test('names are trimmed and e-mail is lower-cased; what is not given stays', async () => {
    const answer = await put(org.admin.id, {
      id: 99,
      first_name: '  Zoë ',
      last_name: 'O’Neill',
      email: ` ${org.admin.email.toUpperCase()} `,
      mobile_number: '5550100300',
    })
    expect(answer).toMatchObject({
      status: 200,
      json: {
        message: 'Update Successful',
        data: {
          user: {
            id: org.admin.id,
            first_name: 'Zoë',
            last_name: 'O’Neill',
            email: org.admin.email,
            mobile_number: '5550100300',
            role: 'Admin',
            is_active: true,
          },
        },
      },
    })
    expect(await queuedFor(app, org.admin.email)).toEqual([])
    await put(org.admin.id, { last_name: 'Berg' })
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({
      first_name: 'Zoë',
      last_name: 'Berg',
      mobile_number: '5550100300',
    })
  })

  test('a super admin changes the own profile as well, and nobody else’s', async () => {
    const own = await openApp()
    try {
      const { id } = await seedOrganization(own.ctx, 'root')
      const root = await seedSuperAdmin(own.ctx)
      const as = await signIn(own.send, root.email, root.password)
      const [user] = await own.rows<{ id: number }>("SELECT id FROM users WHERE role = 'SuperAdmin'")
      const change = (userId: number, body: object) =>
        call(own.send, 'putUser', { params: { id: userId }, body, headers: as })
      expect(await change(user?.id ?? 0, { first_name: 'Ada' })).toMatchObject({ status: 200 })
      const [admin] = await own.rows<{ id: number }>('SELECT id FROM users WHERE organization_id = ?', id)
      expect((await change(admin?.id ?? 0, { first_name: 'Ada' })).status).toBe(404)
      expect((await change(admin?.id ?? 0, { is_active: false })).status).toBe(404)
      expect((await change(user?.id ?? 0, { is_active: false })).status).toBe(403)
    } finally {
      await own.remove()
    }
  })

  test('nobody edits a colleague’s profile, nor anything of another organization', async () => {
    const colleague = await addAdmin(app, org, `edited${count}`)
    const other = await seedOrganization(app.ctx, `other${count}`)
    const before = await app.version()
    expect(await put(colleague.id, { first_name: 'X' })).toMatchObject({
      status: 403,
      failure: { code: 'forbidden' },
    })
    expect((await put(other.admin.id, { first_name: 'X' })).status).toBe(404)
    expect((await put(other.admin.id, { is_active: false })).status).toBe(404)
    expect((await put(99_999, { first_name: 'X' })).status).toBe(404)
    expect(await app.version()).toBe(before)
  })

  test('role, organization and credits cannot be written with a profile', async () => {
    for (const extra of ['role', 'organization_id', 'credits', 'password_hash', 'invitation_accepted'])
      expect((await put(org.admin.id, { first_name: 'Ida', [extra]: 'SuperAdmin' })).status, extra).toBe(422)
    expect((await put(org.admin.id, { first_name: 'Ida', is_active: true })).status).toBe(422)
    expect(await must(app.send, 'getSession', { headers })).toMatchObject({ role: 'Admin' })
  })
})

describe('a changed e-mail', () => {
  const to = () => `moved-${count}@staff.example`

  test('signs in, is told to the old and the new address, and ends the other sessions', async () => {
    const elsewhere = await signIn(app.send, org.admin.email, PASSWORD)
    const answer = await put(org.admin.id, { email: to() })
    expect(answer).toMatchObject({
      status: 200,
      json: { message: consoleTexts.emailUpdated, data: { user: { email: to() } } },
    })
    expect(await queuedFor(app, org.admin.email)).toEqual(['email_changed'])
    expect(await queuedFor(app, to())).toEqual(['email_changed'])
    expect(await isOut(elsewhere)).toBe(true)
    // The session that made the change goes on, under the new name, until the page logs out.
    expect(await isOut({ ...headers, uid: to() })).toBe(false)
    expect(await isOut(headers)).toBe(true)
    const old = await call(app.send, 'signIn', { body: { email: org.admin.email, password: PASSWORD } })
    expect(old.status).toBe(401)
    await signIn(app.send, to(), PASSWORD)
  })

  test('is unique, also among other organizations and when two take it at the same moment', async () => {
    const other = await seedOrganization(app.ctx, `taken${count}`)
    const taken = await put(org.admin.id, { email: other.admin.email.toUpperCase() })
    expect(taken).toMatchObject({
      status: 409,
      failure: { code: 'conflict', errors: { email: ['There is already an account for this address.'] } },
    })
    expect(await queuedFor(app, other.admin.email)).toEqual([])
    const as = await signIn(app.send, other.admin.email, PASSWORD)
    const both = await Promise.all([
      put(org.admin.id, { email: to() }),
      put(other.admin.id, { email: to() }, as),
    ])
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
  })

  test('ends links to a new password that went to the old address', async () => {
    await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
    const token = await tokenOf(app, 'reset', org.admin.email)
    await put(org.admin.id, { email: to() })
    const body = {
      reset_password_token: token,
      password: 'other words',
      password_confirmation: 'other words',
    }
    expect((await call(app.send, 'postPasswordReset', { body })).status).toBe(404)
  })
})

describe('is_active of a colleague', () => {
  test('off ends all sessions and links of the account, on lets it sign in again', async () => {
    const colleague = await addAdmin(app, org, `off${count}`)
    const sessions = [
      await signIn(app.send, colleague.email, PASSWORD),
      await signIn(app.send, colleague.email, PASSWORD),
    ]
    await must(app.send, 'postForgotPassword', { body: { email: colleague.email } })
    expect(await put(colleague.id, { is_active: false })).toMatchObject({
      status: 200,
      json: { data: { user: { id: colleague.id, is_active: false } } },
    })
    for (const as of sessions) expect(await isOut(as)).toBe(true)
    const enter = () => call(app.send, 'signIn', { body: { email: colleague.email, password: PASSWORD } })
    expect((await enter()).status).toBe(401)
    expect((await must(app.send, 'getUsersList', { headers })).users.map((u) => u.id)).toEqual([org.admin.id])
    expect((await put(colleague.id, { is_active: true })).status).toBe(200)
    expect((await enter()).status).toBe(200)
    for (const as of sessions) expect(await isOut(as)).toBe(true)
    const body = {
      reset_password_token: await tokenOf(app, 'reset', colleague.email),
      password: 'other words',
      password_confirmation: 'other words',
    }
    expect((await call(app.send, 'postPasswordReset', { body })).status).toBe(404)
    expect((await must(app.send, 'getUsersList', { headers })).users).toHaveLength(2)
  })

  test("'The current user cannot deactivate themselves.'", async () => {
    const before = await app.version()
    expect(await put(org.admin.id, { is_active: false })).toMatchObject({
      status: 403,
      failure: { message: 'You cannot activate or deactivate your own account.' },
    })
    expect(await app.version()).toBe(before)
  })

  test('two who switch off each other at the same moment: one of them stays', async () => {
    const colleague = await addAdmin(app, org, `duel${count}`)
    const as = await signIn(app.send, colleague.email, PASSWORD)
    const both = await Promise.all([
      put(colleague.id, { is_active: false }),
      put(org.admin.id, { is_active: false }, as),
    ])
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 401])
    const active = await app.rows('SELECT id FROM users WHERE organization_id = ? AND is_active = 1', org.id)
    expect(active).toHaveLength(1)
  })

  type Ending = (
    own: TestApp,
    as: Record<string, string>,
    ids: { user: number; admin: Admin },
  ) => Promise<unknown>
  type Admin = { id: number; email: string; password: string }
  test.each<[string, Ending]>([
    [
      'deactivated',
      async (own, _, { user, admin }) =>
        must(own.send, 'putUser', {
          params: { id: user },
          body: { is_active: false },
          headers: await signIn(own.send, admin.email, admin.password),
        }),
    ],
    ['signed out', (own, as) => must(own.send, 'signOut', { headers: as })],
    [
      'given another address',
      (own, as, { user }) =>
        must(own.send, 'putUser', {
          params: { id: user },
          body: { email: 'elsewhere@streams.example', current_password: PASSWORD },
          headers: as,
        }),
    ],
  ])('an open stream of events ends where the account is %s', async (_, endBy) => {
    const own = await openApp({ listen: true })
    try {
      const { id, admin } = await seedOrganization(own.ctx, 'streams')
      const colleague = await addAdmin(own, { id }, 'streamer')
      const as = await signIn(own.send, colleague.email, PASSWORD)
      const stream = await own.send('/api/v1/events', { headers: as })
      expect(stream.status).toBe(200)
      const ended = (async () => {
        const reader = stream.body?.getReader()
        for (;;) if ((await reader?.read())?.done ?? true) return
      })().then(
        () => true,
        () => true,
      )
      await endBy(own, as, { user: colleague.id, admin })
      expect(await ended).toBe(true)
    } finally {
      await own.remove()
    }
  })
})

test('a sign-up link invites nobody into another role', async () => {
  await app.ctx.db.write((tx) =>
    sendAccountLink(
      app.ctx,
      tx,
      { kind: 'signup', email: `climber-${count}@example.org`, organizationId: null, role: 'SuperAdmin' },
      app.ctx.now(),
    ),
  )
  const token = await tokenOf(app, 'signup', `climber-${count}@example.org`)
  const body = {
    invitation_token: token,
    first_name: 'Ana',
    last_name: 'Berg',
    mobile_number: '5550100300',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    show_name: 'Harbour Works',
  }
  await must(app.send, 'acceptInvite', { body })
  const as = await signIn(app.send, `climber-${count}@example.org`, PASSWORD)
  expect(await must(app.send, 'getSession', { headers: as })).toMatchObject({ role: 'Admin' })
})
