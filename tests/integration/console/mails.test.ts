import { describe, expect, onTestFinished, test } from 'vitest'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import {
  call,
  must,
  openApp,
  PASSWORD,
  seedOrganization,
  signIn,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { inviteByMail } from '../mail/support.ts'
import { addAdmin, tokenOf, writtenMails } from './support.ts'

/** Mails of a demonstration without a mail server, read in the console; the test mail. */

async function open(settings: Record<string, string>) {
  const app = await openApp({ mailing: true, settings })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'post')
  const headers = await signIn(app.send, org.admin.email, PASSWORD)
  return { app, org, headers }
}

const DEMO = { HOLDFAST_DEMO: 'on' }
const sent = (app: TestApp, n: number) =>
  waitFor('the mails', async () => {
    const [row] = await app.rows<{ n: number }>("SELECT count(*) AS n FROM mails WHERE status = 'sent'")
    return row?.n === n
  })

describe('the mails of a demo', () => {
  test.each([
    ['on', 'Copy the link from the list and pass it on.'],
    ['off', 'Copy the link from the list and pass it on.'],
  ])('are where the answer to an invited colleague sends one, demo %s', async (HOLDFAST_DEMO, where) => {
    const { app, headers } = await open({ HOLDFAST_DEMO })
    const answer = await call(app.send, 'postInviteUser', {
      headers,
      body: { email: 'new@colleague.example', role: '1' },
    })
    expect(answer.json).toMatchObject({
      message: `Invitation created. It can be accepted for 7 days. No email was sent: no mail server is set up. ${where}`,
    })
  })

  test('are listed newest first, and shown as their reader sees them, with their links', async () => {
    const { app, org, headers } = await open(DEMO)
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await inviteByMail(app, org, who, { timeZone: 'Europe/Berlin' })
    await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
    await sent(app, 2)
    const { mails, total } = await must(app.send, 'getMails', { headers, query: { limit: 15 } })
    expect(total).toBe(2)
    expect((await must(app.send, 'getSession', { headers })).has_mails).toBe(true)
    expect(mails).toMatchObject([
      { kind: 'password_reset', recipient: org.admin.email, subject: 'Reset your Holdfast password' },
      {
        kind: 'invitation',
        recipient: who.email,
        status: 'sent',
        reason: expect.stringContaining('No mail server is set'),
      },
    ])
    const second = await must(app.send, 'getMails', { headers, query: { limit: 1, offset: 1 } })
    expect(second.mails.map((m) => m.kind)).toEqual(['invitation'])
    const { mail } = await must(app.send, 'getMail', { headers, params: { id: mails[1]?.id ?? 0 } })
    const written = (await writtenMails(app, 2)).find((m) => m.to?.[0]?.address === who.email)
    expect(mail.subject).toBe(written?.subject)
    expect(mail.text.trim()).toBe(written?.text?.trim())
    expect(mail.html.trim()).toBe(written?.html?.trim())
    expect(mail.text).toContain(`http://app/candidate/overview/${who.invitation}`)
    expect(mail.attachments).toMatchObject([{ filename: 'test.ics' }])
    expect(mail.attachments[0]?.size).toBeGreaterThan(200)
    const reset = await must(app.send, 'getMail', { headers, params: { id: mails[0]?.id ?? 0 } })
    expect(reset.mail.text).toContain(
      `/verify_forgot_password/${await tokenOf(app, 'reset', org.admin.email)}`,
    )
  })

  test('go with the candidate they were written to, file and all', async () => {
    const { app, org, headers } = await open(DEMO)
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await inviteByMail(app, org, who, {})
    await sent(app, 1)
    expect(await writtenMails(app, 1)).toHaveLength(1)
    await must(app.send, 'deleteCandidate', { params: { id: who.candidateId }, headers })
    expect(await app.rows('SELECT 1 FROM mails WHERE recipient = ?', who.email)).toEqual([])
    expect(await writtenMails(app, 0)).toEqual([])
  })

  test('go with whoever a report that went out was about', async () => {
    const { app, org, headers } = await open(DEMO)
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    const params = { id: org.driveId }
    const device = await startDevice(app, who)
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    await app.idle()
    await must(app.send, 'putShortlist', { params, body: { token: who.ref, is_selected: true }, headers })
    await must(app.send, 'postResultReport', { params, body: { user_ids: String(org.admin.id) }, headers })
    await sent(app, 1)
    expect(await writtenMails(app, 1)).toHaveLength(1)
    await must(app.send, 'deleteCandidate', { params: { id: who.candidateId }, headers })
    expect(await app.rows("SELECT 1 FROM mails WHERE kind = 'result_report'")).toEqual([])
    expect(await writtenMails(app, 0)).toEqual([])
  })

  test('say so in words where a link holds no longer', async () => {
    const { app, org, headers } = await open(DEMO)
    await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
    await sent(app, 1)
    const token = await tokenOf(app, 'reset', org.admin.email)
    const body = {
      reset_password_token: token,
      password: 'other words',
      password_confirmation: 'other words',
    }
    await must(app.send, 'postPasswordReset', { body })
    expect((await call(app.send, 'getMails', { headers })).status).toBe(401)
    const again = await signIn(app.send, org.admin.email, 'other words')
    const { mails } = await must(app.send, 'getMails', { headers: again })
    expect(mails).toMatchObject([{ subject: 'password reset, no longer valid', status: 'sent' }])
    const { mail } = await must(app.send, 'getMail', { headers: again, params: { id: mails[0]?.id ?? 0 } })
    expect(mail.text).toContain('it had already been used')
    expect(mail.text).not.toContain(token)
  })

  test('say of a test that is finished that it is, and whom to ask', async () => {
    const { app, org, headers } = await open(DEMO)
    const body = { emails: 'done@example.org', drife_id: org.driveId, time_zone: 'UTC' }
    await must(app.send, 'postInvite', { headers, body })
    await sent(app, 1)
    const before = await must(app.send, 'getMails', { headers })
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        `UPDATE attempts SET started_at = ?, finished_at = ?
         WHERE candidate_id = (SELECT id FROM candidates WHERE email = 'done@example.org')`,
        app.ctx.now(),
        app.ctx.now(),
      ),
    )
    const { mails } = await must(app.send, 'getMails', { headers })
    const [{ name = '' } = {}] = await app.rows<{ name: string }>(
      'SELECT name FROM drives WHERE id = ?',
      org.driveId,
    )
    expect(before.mails[0]?.subject).toBe(`Organization post invites you to ${name}`)
    expect(mails).toMatchObject([
      { subject: `Invitation: ${name} (now: the test is finished)`, status: 'sent' },
    ])
    const { mail } = await must(app.send, 'getMail', { headers, params: { id: mails[0]?.id ?? 0 } })
    expect(mail.text).toContain('The candidate has finished this test. The link leads to its end page.')
    expect(mail.text).toContain(`Contact for the candidate: Ida Storm, ${org.admin.email}.`)
    expect(mail.text).not.toContain('no longer valid')
  })

  test('are the own organization’s alone', async () => {
    const { app, headers } = await open(DEMO)
    const other = await seedOrganization(app.ctx, 'elsewhere')
    await must(app.send, 'postForgotPassword', { body: { email: other.admin.email } })
    await app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        { kind: 'signup', email: 'new@example.org', organizationId: null },
        app.ctx.now(),
      ),
    )
    expect(await must(app.send, 'getMails', { headers })).toEqual({ mails: [], total: 0 })
    for (const { id } of await app.rows<{ id: number }>('SELECT id FROM mails'))
      expect((await call(app.send, 'getMail', { headers, params: { id } })).status).toBe(404)
  })

  test('hold no colleague’s link to a new password; one’s own stands there', async () => {
    const { app, org, headers } = await open(DEMO)
    const colleague = await addAdmin(app, org, 'colleague')
    for (const { email } of [org.admin, colleague])
      await must(app.send, 'postForgotPassword', { body: { email } })
    await sent(app, 2)
    const { mails, total } = await must(app.send, 'getMails', { headers })
    expect(mails.map((mail) => mail.recipient)).toEqual([org.admin.email])
    expect(total).toBe(1)
    const rows = await app.rows<{ id: number; recipient: string }>('SELECT id, recipient FROM mails')
    for (const { id, recipient } of rows)
      expect((await call(app.send, 'getMail', { headers, params: { id } })).status).toBe(
        recipient === org.admin.email ? 200 : 404,
      )
  })

  test.each([
    ['an installation that is no demo', { HOLDFAST_DEMO: 'off' }],
    ['a demo with a mail server', { ...DEMO, SMTP_URL: 'smtp://127.0.0.1:9' }],
  ])('%s has none to read', async (_what, settings) => {
    const { app, org, headers } = await open(settings)
    await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
    const [row] = await app.rows<{ id: number }>('SELECT id FROM mails')
    expect((await call(app.send, 'getMails', { headers })).status).toBe(404)
    expect((await must(app.send, 'getSession', { headers })).has_mails).toBe(false)
    expect((await call(app.send, 'getMail', { headers, params: { id: row?.id ?? 0 } })).status).toBe(404)
  })
})

describe('the test mail', () => {
  test('goes to oneself and tells where it stands', async () => {
    const { app, org, headers } = await open({})
    expect(await must(app.send, 'getTestMail', { headers })).toEqual({ mail: null })
    const { mail } = await must(app.send, 'postTestMail', { headers, body: {} })
    expect(mail).toMatchObject({ status: 'queued', recipient: org.admin.email })
    await sent(app, 1)
    expect(await must(app.send, 'getTestMail', { headers })).toMatchObject({
      mail: {
        status: 'sent',
        reason: 'No mail server is set up: it was not sent, and is kept on this server.',
      },
    })
    const [written] = await writtenMails(app, 1)
    expect(written).toMatchObject({ subject: 'Holdfast test email' })
    expect(written?.text).toContain('Organization post')
  })

  test('says why it waits where the mail server is not there', async () => {
    const { app, headers } = await open({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await must(app.send, 'postTestMail', { headers, body: {} })
    const reason = await waitFor('the reason', async () => {
      const { mail } = await must(app.send, 'getTestMail', { headers })
      return mail?.reason
    })
    expect(reason).toMatch(/ECONNREFUSED|refused/i)
  })

  test('may be asked for five times at once, then once a minute', async () => {
    const { app, headers } = await open({})
    const ask = () => call(app.send, 'postTestMail', { headers, body: {} })
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    app.clock.move(60_000)
    expect((await ask()).status).toBe(200)
  })
})

test('a request for a sign-up link tells who has an account the way in', async () => {
  const { app, org } = await open({ HOLDFAST_SIGNUP: 'open' })
  await must(app.send, 'postSignup', { body: { email: org.admin.email } })
  const [written] = await writtenMails(app, 1)
  expect(written?.subject).toBe('You already have a Holdfast account')
  expect(written?.text).toContain('http://app/login')
  expect(written?.text).toContain('http://app/forgot_password')
  expect(written?.text).not.toContain('/accept/invite/')
})
