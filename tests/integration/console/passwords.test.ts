import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  call,
  MINUTE,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  signIn,
  type TestApp,
} from '../../factories/index.ts'
import { queuedFor, said, tokenOf } from './support.ts'

/** Forgotten passwords: the request, the link, and what a new password ends. */

describe('Forgot password and Reset password', () => {
  let app: TestApp
  let org: Organization
  let count = 0
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.remove())
  beforeEach(async () => {
    org = await seedOrganization(app.ctx, `reset${++count}`)
  })
  const ask = (email: string) => call(app.send, 'postForgotPassword', { body: { email } })
  const token = () => tokenOf(app, 'reset', org.admin.email)
  const reset = (reset_password_token: string, password = 'new words, four of them') =>
    call(app.send, 'postPasswordReset', {
      body: { reset_password_token, password, password_confirmation: password },
    })

  test('answers the same for every address, writes each time, and mails an active account alone', async () => {
    const asked = async (email: string) => {
      const before = await app.version()
      const answer = said(await ask(email))
      expect(await app.version(), email).not.toBe(before)
      return answer
    }
    const known = await asked(org.admin.email)
    expect(known.status).toBe(200)
    expect(await asked('nobody@example.org')).toEqual(known)
    const other = await seedOrganization(app.ctx, 'off')
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE users SET is_active = 0 WHERE id = ?', other.admin.id))
    expect(await asked(other.admin.email)).toEqual(known)
    expect(await queuedFor(app, org.admin.email)).toEqual(['password_reset'])
    expect(await queuedFor(app, 'nobody@example.org')).toEqual([])
    expect(await queuedFor(app, other.admin.email)).toEqual([])
    // The link made for nobody opens nothing, even to somebody who could know it.
    expect((await reset(await tokenOf(app, 'reset', 'nobody@example.org'))).status).toBe(404)
  })

  test("'Password reset successfully': the new password signs in, the old one and all sessions are out", async () => {
    const sessions = [
      await signIn(app.send, org.admin.email, PASSWORD),
      await signIn(app.send, org.admin.email, PASSWORD),
    ]
    await ask(org.admin.email)
    expect(await reset(await token())).toMatchObject({
      status: 200,
      json: { message: consoleTexts.passwordReset },
    })
    for (const headers of sessions) expect((await call(app.send, 'getSession', { headers })).status).toBe(401)
    const old = await call(app.send, 'signIn', { body: { email: org.admin.email, password: PASSWORD } })
    expect(old.status).toBe(401)
    await signIn(app.send, org.admin.email, 'new words, four of them')
  })

  test('a sign-in with the old password that was under way opens nothing', async () => {
    await ask(org.admin.email)
    const given = await token()
    let isSet = false
    const ending = reset(given).finally(() => {
      isSet = true
    })
    // One after the other until the new one is set: then one of each is under way, with the old one in its hands.
    const signInUntilThen = async () => {
      do await call(app.send, 'signIn', { body: { email: org.admin.email, password: PASSWORD } })
      while (!isSet)
    }
    await Promise.all([signInUntilThen(), signInUntilThen()])
    expect((await ending).status).toBe(200)
    expect(await app.rows('SELECT id FROM sessions WHERE user_id = ?', org.admin.id)).toEqual([])
    await signIn(app.send, org.admin.email, 'new words, four of them')
  })

  test('a link is used once, also when it is used twice at the same moment', async () => {
    await ask(org.admin.email)
    const given = await token()
    const answers = await Promise.all([reset(given, 'the first of both'), reset(given, 'the second of both')])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 404])
    expect((await reset(given)).status).toBe(404)
    const winner = answers[0]?.status === 200 ? 'the first of both' : 'the second of both'
    await signIn(app.send, org.admin.email, winner)
  })

  test('a new link ends the one before, and each ends after 30 minutes', async () => {
    await ask(org.admin.email)
    const first = await token()
    await ask(org.admin.email)
    const second = await token()
    expect((await reset(first)).status).toBe(404)
    app.clock.move(30 * MINUTE)
    expect((await reset(second)).status).toBe(404)
    await ask(org.admin.email)
    const third = await token()
    app.clock.move(30 * MINUTE - 1)
    expect((await reset(third)).status).toBe(200)
  })

  test('a deactivated account cannot be opened with a link it still had', async () => {
    await ask(org.admin.email)
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE users SET is_active = 0 WHERE id = ?', org.admin.id))
    expect((await reset(await token())).status).toBe(404)
  })

  test('each kind of link opens its own door alone', async () => {
    await ask(org.admin.email)
    const resets = await token()
    expect(await call(app.send, 'checkInvite', { body: { invitation_token: resets } })).toMatchObject({
      status: 404,
    })
    const person = { first_name: 'Ana', last_name: 'Berg', mobile_number: '5550100300', show_name: 'Harbour' }
    const secret = { password: PASSWORD, password_confirmation: PASSWORD }
    const body = { ...person, ...secret, invitation_token: resets }
    expect((await call(app.send, 'acceptInvite', { body })).status).toBe(404)
    await app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        { kind: 'signup', email: 'door@example.org', organizationId: null },
        app.ctx.now(),
      ),
    )
    expect((await reset(await tokenOf(app, 'signup', 'door@example.org'))).status).toBe(404)
  })

  test('blanks around the new password are left out, as the specification trims them', async () => {
    await ask(org.admin.email)
    expect((await reset(await token(), '  eight blanks  ')).status).toBe(200)
    await signIn(app.send, org.admin.email, 'eight blanks')
  })
})
