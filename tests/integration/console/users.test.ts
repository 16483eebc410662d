import { beforeEach, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { deleteSessionsOf } from '#db/queries/accounts.ts'
import {
  call,
  DAY,
  MINUTE,
  must,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { addAdmin, queuedFor, tokenOf, writtenMails } from './support.ts'

/** Console specification, 2.15: the organization's users, and inviting colleagues. */

const app = await appForFile({ settings: { HOLDFAST_SIGNUP: 'open' } })
let org: Organization
let other: Organization
let headers: Record<string, string>
let count = 0

beforeEach(async () => {
  count++
  org = await seedOrganization(app.ctx, `u${count}`)
  other = await seedOrganization(app.ctx, `v${count}`)
  headers = await signIn(app.send, org.admin.email, PASSWORD)
})

const users = async (query: Record<string, string | number> = {}) =>
  must(app.send, 'getUsers', { headers, query })
const emails = async (query: Record<string, string | number> = {}) =>
  (await users(query)).users.map((user) => user.email)
const invite = (email: string, role: unknown = 1, as = headers) =>
  call(app.send, 'postInviteUser', { headers: as, body: { email, role } })
const setActive = (id: number, is_active: boolean) =>
  call(app.send, 'putUser', { headers, params: { id }, body: { is_active } })
const accept = (invitation_token: string, change: Record<string, unknown> = {}) =>
  call(app.send, 'acceptInvite', {
    body: {
      first_name: 'Nia',
      last_name: 'Quist',
      mobile_number: '5550100399',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      invitation_token,
      show_name: 'An organization',
      ...change,
    },
  })
const address = (name: string) => `${name}${count}@new.example`

describe('the list', () => {
  test('stands active ones first, the newest on top; who is activated goes to the top, who is deactivated to the head of the others', async () => {
    const people: { id: number; email: string }[] = []
    for (const name of ['ana', 'bo', 'cy', 'di']) {
      app.clock.move(MINUTE)
      people.push(await addAdmin(app, org, `${name}${count}`))
    }
    const [ana, bo, cy, di] = people.map(({ email }) => email)
    const own = org.admin.email
    expect(await emails()).toEqual([di, cy, bo, ana, own])
    const switchTo = async (place: number, is: boolean) => {
      app.clock.move(MINUTE)
      expect((await setActive(people[place]?.id ?? 0, is)).status).toBe(200)
    }
    await switchTo(3, false)
    await switchTo(1, false)
    expect(await emails()).toEqual([cy, ana, own, bo, di])
    await switchTo(0, false)
    await switchTo(3, true)
    expect(await emails()).toEqual([di, cy, own, ana, bo])
  })

  test('finds by name and address, whatever case and accents, and counts what it found', async () => {
    await addAdmin(app, org, `zoë${count}`)
    expect(await users({ search: `ZOË${count} BERG` })).toMatchObject({
      total_users: 1,
      users: [{ first_name: `zoë${count}` }],
    })
    expect(await emails({ search: `zoe\u0308${count}@staff` })).toHaveLength(1)
    expect(await users({ search: '%' })).toEqual({ users: [], total_users: 0 })
    expect((await users()).total_users).toBe(2)
  })

  test('is the own organization’s, whichever is asked for', async () => {
    expect(await emails({ organization_id: other.id })).toEqual([org.admin.email])
  })

  test('tells nothing of passwords and keys', async () => {
    const answer = await call(app.send, 'getUsers', { headers })
    expect(answer.text).not.toMatch(/password|hash|param|auth_token/)
  })
})

describe('switching accounts', () => {
  test('one’s own is refused by the server too', async () => {
    const before = await app.fingerprint()
    expect((await setActive(org.admin.id, false)).status).toBe(403)
    expect(await app.fingerprint()).toBe(before)
  })

  test('somebody else’s user is not there', async () => {
    expect((await setActive(other.admin.id, false)).status).toBe(404)
  })

  test.each([false, true])(
    'a sign-in that was under way opens nothing (and switched on again: %s)',
    async (isOnAgain) => {
      const { id, email } = await addAdmin(app, org, `races${count}`)
      // Two passwords are looked at in a time: the last sign-in knows the account before, and ends after the switch.
      const answers = Array.from({ length: 6 }, () =>
        call(app.send, 'signIn', { body: { email, password: PASSWORD } }),
      )
      expect((await setActive(id, false)).status).toBe(200)
      if (isOnAgain) {
        app.clock.move(1)
        expect((await setActive(id, true)).status).toBe(200)
      }
      expect((await Promise.all(answers)).at(-1)?.status).toBe(401)
      expect(await app.rows('SELECT id FROM sessions WHERE user_id = ?', id)).toEqual([])
    },
  )

  test('a request that was under way makes no Param key and changes no address', async () => {
    const colleague = await addAdmin(app, org, `acts${count}`)
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE organizations SET is_param_ai_allowed = 1 WHERE id = ?', org.id),
    )
    const as = await signIn(app.send, colleague.email, PASSWORD)
    // The writer takes jobs in their order: each is let in before the sign-out is written, and writes after it.
    const signedOut = app.ctx.db.write((tx) => deleteSessionsOf(tx, colleague.id))
    const answers = await Promise.all([
      call(app.send, 'postParamKey', { headers: as }),
      call(app.send, 'putUser', {
        headers: as,
        params: { id: colleague.id },
        body: { email: address('mine'), current_password: PASSWORD },
      }),
    ])
    await signedOut
    expect(answers.map((answer) => answer.status)).toEqual([401, 401])
    expect(await app.rows('SELECT email, param_key_hash FROM users WHERE id = ?', colleague.id)).toEqual([
      { email: colleague.email, param_key_hash: null },
    ])
  })

  test('an invitation that is switched off ends its link', async () => {
    const email = address('waits')
    await invite(email)
    const token = await tokenOf(app, 'invite', email)
    const [waiting] = (await users({ search: email })).users
    expect((await setActive(waiting?.id ?? 0, false)).status).toBe(200)
    expect((await accept(token)).status).toBe(404)
    const again = await invite(email)
    expect(again).toMatchObject({ status: 409 })
    expect(again.failure.message).toContain('deactivated')
    await setActive(waiting?.id ?? 0, true)
    expect((await invite(email)).status).toBe(200)
    expect((await accept(await tokenOf(app, 'invite', email))).status).toBe(200)
  })
})

describe('inviting a colleague', () => {
  test('offers Admin alone', async () => {
    expect(await must(app.send, 'getRoles', { headers })).toEqual({ roles: [{ id: 1, name: 'Admin' }] })
  })

  test('puts them in the list, mails a link, and the link makes the account', async () => {
    const email = address('joins')
    const answer = await invite(email.toUpperCase())
    expect(answer.json).toMatchObject({
      data: { user: { email, role: 'Admin', is_active: true, invitation_accepted: false, first_name: '' } },
    })
    expect(await queuedFor(app, email)).toEqual(['sign_up'])
    expect((await users()).users[0]).toMatchObject({ email, invitation_accepted: false })
    const token = await tokenOf(app, 'invite', email)
    expect(await must(app.send, 'checkInvite', { body: { invitation_token: token } })).toEqual({
      kind: 'invite',
      email,
      organization_name: org.name,
    })
    app.clock.move(MINUTE)
    expect((await accept(token)).status).toBe(200)
    const [user] = (await users({ search: email })).users
    expect(user).toMatchObject({ first_name: 'Nia', invitation_accepted: true, is_active: true })
    expect((await users()).total_users).toBe(2)
    const as = await signIn(app.send, email, PASSWORD)
    expect(await must(app.send, 'getSession', { headers: as })).toMatchObject({ organization_id: org.id })
    expect((await accept(token)).status).toBe(404)
    const actions = await app.rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE organization_id = ? ORDER BY id',
      org.id,
    )
    expect(actions.map((row) => row.action)).toEqual(['user.invite', 'user.sign_up'])
  })

  test('their link is told to admins of the organization alone, while it holds', async () => {
    const email = address('copied')
    await invite(email)
    const [waiting] = (await users({ search: email })).users
    const params = { id: waiting?.id ?? 0 }
    const ask = (as = headers) => call(app.send, 'postUserLink', { headers: as, params, body: {} })
    const { link } = await must(app.send, 'postUserLink', { headers, params, body: {} })
    const token = await tokenOf(app, 'invite', email)
    expect(new URL(link).pathname).toBe(`/accept/invite/${token}`)
    const other = await seedOrganization(app.ctx, 'elsewhere')
    expect((await ask(await signIn(app.send, other.admin.email, other.admin.password))).status).toBe(404)
    await setActive(params.id, false)
    expect((await ask()).status).toBe(409)
    await setActive(params.id, true)
    await invite(email)
    expect((await accept(await tokenOf(app, 'invite', email))).status).toBe(200)
    expect((await ask()).failure.message).toBe('The invitation was already accepted.')
    const told = await app.rows("SELECT 1 FROM audit_log WHERE action = 'user.link'")
    expect(told).toHaveLength(1)
  })

  test('again renews the link: the one before opens nothing, and nobody stands twice', async () => {
    const email = address('twice')
    await invite(email)
    const first = await tokenOf(app, 'invite', email)
    const again = await invite(email)
    expect(again.json).toMatchObject({
      message: expect.stringMatching(
        /^Invitation created again; the previous link no longer works\. No email was sent/,
      ),
    })
    expect((await accept(first)).status).toBe(404)
    expect((await users({ search: email })).total_users).toBe(1)
    app.clock.move(7 * DAY + 1)
    expect((await accept(await tokenOf(app, 'invite', email))).status).toBe(404)
    headers = await signIn(app.send, org.admin.email, PASSWORD)
    await invite(email)
    expect((await accept(await tokenOf(app, 'invite', email))).status).toBe(200)
  })

  test('two at the same moment make one user', async () => {
    const email = address('race')
    const answers = await Promise.all([invite(email), invite(email)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect((await users({ search: email })).total_users).toBe(1)
  })

  test('who waits signs in nowhere, gets no new password and is nobody’s contact', async () => {
    const email = address('waiting')
    await invite(email)
    expect((await call(app.send, 'signIn', { body: { email, password: PASSWORD } })).status).toBe(401)
    await must(app.send, 'postForgotPassword', { body: { email } })
    expect(await queuedFor(app, email)).toEqual(['sign_up'])
    expect((await must(app.send, 'getUsersList', { headers })).users.map((user) => user.email)).not.toContain(
      email,
    )
  })

  test('of an address with an account: in the own organization in words, elsewhere without saying whose', async () => {
    const own = await invite(org.admin.email)
    expect(own).toMatchObject({
      status: 409,
      failure: { errors: { email: ['This person already has an account in your organization.'] } },
    })
    const colleague = await addAdmin(app, org, `off${count}`)
    await setActive(colleague.id, false)
    expect((await invite(colleague.email)).failure.message).toContain('inactive')
    const foreign = await invite(other.admin.email)
    expect(foreign).toMatchObject({
      status: 409,
      failure: { errors: { email: ['This address cannot be invited. Ask for another one.'] } },
    })
    expect(foreign.text).not.toContain(other.name)
  })

  test('keeps nobody from an account elsewhere, and ends nobody else’s invitation', async () => {
    const email = address('wanted')
    await invite(email)
    const mine = await tokenOf(app, 'invite', email)
    const as = await signIn(app.send, other.admin.email, PASSWORD)
    expect((await invite(email, 1, as)).status).toBe(200)
    const theirs = await tokenOf(app, 'invite', email)
    for (const invitation_token of [mine, theirs])
      expect((await call(app.send, 'checkInvite', { body: { invitation_token } })).status).toBe(200)
    expect((await accept(theirs)).status).toBe(200)
    // There is one account to an address: the other invitation is too late, and says so.
    expect((await accept(mine)).status).toBe(409)

    const free = address('free')
    await invite(free)
    await must(app.send, 'postSignup', { body: { email: free } })
    expect((await accept(await tokenOf(app, 'signup', free))).status).toBe(200)
    const [row] = await app.rows<{ organization_id: number }>(
      'SELECT organization_id FROM users WHERE email_key = ?',
      free,
    )
    expect(row?.organization_id).not.toBe(org.id)
  })

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no address', { email: '', role: 1 }, { email: t.enterEmail }],
    ['what is no address', { email: 'nobody', role: 1 }, { email: t.invalidEmail }],
    ['no role', { email: 'a@new.example', role: '' }, { role: t.selectRole }],
    ['neither', { email: ' ', role: '' }, { email: t.enterEmail, role: t.selectRole }],
    ['a role that is not offered', { email: 'a@new.example', role: 2 }, { role: t.selectRole }],
    ['a role by name', { email: 'a@new.example', role: 'SuperAdmin' }, { role: t.selectRole }],
    [
      'another field',
      { email: 'a@new.example', role: 1, organization_id: 1 },
      { organization_id: 'is not known here' },
    ],
  ])('%s is refused in words', async (_what, body, errors) => {
    const before = await app.fingerprint()
    const answer = await call(app.send, 'postInviteUser', { headers, body })
    expect(answer.status).toBe(422)
    // The form shows the first of each field.
    const first = Object.entries(answer.failure.errors ?? {}).map(([field, words]) => [field, words[0]])
    expect(Object.fromEntries(first)).toEqual(errors)
    expect(await app.fingerprint()).toBe(before)
  })

  test('one address is not flooded with mails', async () => {
    const email = address('flooded')
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) statuses.push((await invite(email)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await invite(address('somebody.else'))).status).toBe(200)
  })

  test('the mail names the organization and carries the link', async () => {
    const mailing = await openApp({ mailing: true })
    try {
      const mine = await seedOrganization(mailing.ctx, 'mails')
      const as = await signIn(mailing.send, mine.admin.email, PASSWORD)
      await must(mailing.send, 'postInviteUser', {
        headers: as,
        body: { email: 'new@new.example', role: '1' },
      })
      const [mail] = await writtenMails(mailing, 1)
      expect(mail?.subject).toBe('Join Organization mails on Holdfast')
      expect(mail?.text).toContain(`/accept/invite/${await tokenOf(mailing, 'invite', 'new@new.example')}`)
    } finally {
      await mailing.remove()
    }
  })
})
