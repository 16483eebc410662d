import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import type { AttachReport } from '#api/mail/bodies/body.ts'
import { MailPost } from '#api/mail/post.ts'
import { queueMail } from '#api/mail/queue.ts'
import { sendMail } from '#api/mail/sending.ts'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import { remindDue } from '#api/services/candidates/reminding.ts'
import { findAccountToken } from '#db/queries/accounts.ts'
import { insertUser } from '#db/queries/users.ts'
import {
  call,
  DAY,
  HOUR,
  MINUTE,
  must,
  openApp,
  seedOrganization,
  signIn,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { addAdmin } from '../console/support.ts'
import { type MailServer, startMailServer } from './mailServer.ts'
import { inviteByMail, isRefused, isSent, mailThatIs } from './support.ts'

/** Mails of each kind as they arrive at a real mail server, read by a parser that is not ours. */

async function open(settings: Record<string, string> = {}): Promise<{ app: TestApp; server: MailServer }> {
  const server = await startMailServer()
  const app = await openApp({
    mailing: true,
    settings: { SMTP_URL: server.url, MAIL_FROM: 'Häfen, "Nord" <post@hafen.example>', ...settings },
  })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  return { app, server }
}

const only = ({ delivered: [one, more] }: MailServer) => {
  if (!one || more) throw new Error('There should be one mail')
  return one
}

const last = ({ delivered }: MailServer) => {
  const mail = delivered.at(-1)
  if (!mail) throw new Error('There should be a mail')
  return mail
}

/** Every byte of the database, of all tables, as text. */
async function database(app: TestApp): Promise<string> {
  const tables = await app.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
  const rows = await Promise.all(tables.map(({ name }) => app.rows(`SELECT * FROM "${name}"`)))
  return JSON.stringify(rows)
}

test('an invitation names who asks, when, how long and whom to ask, and brings the link and a calendar entry', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'letters', { startsIn: DAY })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await inviteByMail(app, org, who, { timeZone: 'Europe/Berlin' })
  await mailThatIs(app, 'invitation', who.ref, isSent)
  const { mail, from, to, raw } = only(server)
  expect({ from, to }).toEqual({ from: 'post@hafen.example', to: [who.email] })
  expect(mail.from).toEqual({ name: 'Häfen, "Nord"', address: 'post@hafen.example' })
  expect(mail.replyTo).toEqual([{ name: 'Ida Storm', address: org.admin.email }])
  expect(mail.subject).toBe('Organization letters invites you to Drive letters')
  const link = `http://app/candidate/overview/${who.invitation}`
  for (const body of [mail.text, mail.html])
    for (const words of [
      'Organization letters',
      'Drive letters',
      'Friday 16 January 2026 at 10:00 (Europe/Berlin, GMT+01:00), 09:00 UTC',
      '33 minutes',
      `Ida Storm, ${org.admin.email}`,
      link,
    ])
      expect(body).toContain(words)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail.attachments).toMatchObject([{ filename: 'test.ics', mimeType: 'text/calendar' }])
  const calendar = Buffer.from(mail.attachments[0]?.content as ArrayBuffer)
    .toString()
    .replaceAll('\r\n', '\n')
  expect(calendar).toContain('DTSTART:20260116T090000Z\n')
  expect(calendar).toContain('DTEND:20260116T093300Z\n')
  expect(calendar).toContain(`UID:${who.ref}@holdfast\n`)
  expect(calendar).not.toContain(who.invitation)
  // Sent and known as sent, and still no row holds the link.
  expect(await database(app)).not.toContain(who.invitation)
})

test('an invitation tells an accommodated candidate the time that is theirs, in the calendar too', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'longer', { startsIn: DAY })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE attempts SET time_factor = 2 WHERE id = ?', who.attemptId),
  )
  await inviteByMail(app, org, who, {})
  await mailThatIs(app, 'invitation', who.ref, isSent)
  const { mail } = only(server)
  expect(mail.text).toContain('1 hour 6 minutes')
  expect(mail.text).not.toContain('33 minutes')
  const calendar = Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()
  expect(calendar).toContain('DTEND:20260116T100600Z')
})

test('a sign-up link works once, is in no row in clear, and a newer one ends it', async () => {
  const { app, server } = await open({ SUPPORT_EMAIL: 'help@hafen.example' })
  const link = () =>
    app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        { kind: 'signup', email: ' New@Example.org ', organizationId: null, isParamAi: true },
        app.ctx.now(),
      ),
    )
  const [first, second] = [await link(), await link()]
  app.ctx.mail.wake()
  await mailThatIs(app, 'sign_up', second, isSent)
  const { reason } = await mailThatIs(app, 'sign_up', first, isRefused)
  expect(reason).toBe('A newer link replaced it, or it had already been used.')
  const { mail, to } = only(server)
  expect(to).toEqual(['new@example.org'])
  expect(mail.text).toContain('help@hafen.example')
  const token = /http:\/\/app\/accept\/invite\/([\w-]{43})\?ref=paramAI/.exec(mail.text ?? '')?.[1] ?? ''
  expect(mail.html).toContain(`/accept/invite/${token}?ref=paramAI`)
  expect(await database(app)).not.toContain(token)
  const body = { invitation_token: token }
  const form = {
    first_name: 'Ana',
    last_name: 'Berg',
    mobile_number: '5550100300',
    show_name: 'Harbour Works',
  }
  const secret = { password: 'four plain words here', password_confirmation: 'four plain words here' }
  const input = { body: { ...body, ...form, ...secret } }
  expect(await call(app.send, 'acceptInvite', input)).toMatchObject({ status: 200 })
  expect(await call(app.send, 'acceptInvite', input)).toMatchObject({ status: 404 })
})

test('a password reset holds half an hour, and is pointless after it or for a deactivated account', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'reset')
  const email = 'off@staff.example'
  const now = app.ctx.now()
  const offId = await app.ctx.db.write((tx) =>
    insertUser(tx, {
      organization_id: org.id,
      email,
      email_key: email,
      role: 'Admin',
      is_active: false,
      created_at: now,
      updated_at: now,
    }),
  )
  const reset = (userId: number, to: string) =>
    app.ctx.db.write((tx) =>
      sendAccountLink(
        app.ctx,
        tx,
        { kind: 'reset', email: to, userId, organizationId: org.id },
        app.ctx.now(),
      ),
    )
  const good = await reset(org.admin.id, org.admin.email)
  const off = await reset(offId, email)
  app.ctx.mail.wake()
  await mailThatIs(app, 'password_reset', good, isSent)
  expect((await mailThatIs(app, 'password_reset', off, isRefused)).reason).toContain('deactivated')
  const { mail } = only(server)
  expect(mail.text).toContain('Organization reset')
  expect(mail.text).toContain('until Thursday 15 January 2026 at 09:30 UTC')
  const token = /verify_forgot_password\/([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
  expect(await findAccountToken(app.ctx.db.read, sha256(token), app.ctx.now())).toMatchObject({
    kind: 'reset',
    user_id: org.admin.id,
  })
  // No sign-up comes of it.
  expect(await call(app.send, 'checkInvite', { body: { invitation_token: token } })).toMatchObject({
    status: 404,
  })
  const late = await reset(org.admin.id, org.admin.email)
  app.clock.move(31 * MINUTE)
  app.ctx.mail.wake()
  expect(
    (await mailThatIs(app, 'password_reset', late, (s) => s.status !== 'queued' && s.status !== 'sending'))
      .reason,
  ).toBe('The link had expired before the email was sent.')
})

test('a changed address is confirmed, and results go out with names and scores of this drive alone', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'results', { candidates: 3 })
  const other = await seedOrganization(app.ctx, 'elsewhere', { candidates: 1 })
  const [best, absent, , stranger] = [...org.candidates, ...other.candidates]
  if (!best || !absent || !stranger) throw new Error('nobody')
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run(
      "UPDATE candidates SET first_name = 'Zoë', last_name = 'O''Neill <b>' WHERE id = ?",
      best.candidateId,
    )
    await tx.raw.run(
      'UPDATE attempts SET started_at = 1, finished_at = 2, score = 17 WHERE id = ?',
      best.attemptId,
    )
    await tx.raw.run('UPDATE attempts SET is_selected = 1')
    const refs = [absent, best, stranger].map(({ ref }) => ref)
    const now = app.ctx.now()
    const common = { to: org.admin.email, organizationId: org.id }
    await queueMail(
      tx,
      { kind: 'result_report', subjectRef: String(org.driveId), data: { attemptRefs: refs }, ...common },
      now,
    )
    await queueMail(
      tx,
      {
        kind: 'email_changed',
        subjectRef: String(org.admin.id),
        data: { from: 'a@x.example', to: 'b@x.example' },
        ...common,
      },
      now,
    )
  })
  app.ctx.mail.wake()
  await mailThatIs(app, 'result_report', String(org.driveId), isSent)
  await mailThatIs(app, 'email_changed', String(org.admin.id), isSent)
  const report = server.delivered.find(({ mail }) => mail.subject?.startsWith('Results'))?.mail
  expect(report?.text).toContain(`Questions? Ask Ida Storm, ${org.admin.email}.`)
  expect(report?.subject).toBe('Results of Drive results: 2 candidates')
  expect(report?.text).toContain(`- Zoë O'Neill <b>: Email ${best.email}, Score 17 of 21\n- ${absent.email}:`)
  expect(report?.html).toContain('Zoë O&#39;Neill &lt;b&gt;')
  expect(report?.text).not.toContain(stranger.email)
  expect(report?.text).toContain(`http://app/admin/drive/${org.driveId}/result`)
  const changed = server.delivered.find(({ mail }) => mail.subject?.includes('changed'))?.mail
  expect(changed?.text).toContain('Old address: a@x.example\nNew address: b@x.example')
})

test('an invitation to a drive that is over, or to no address, is refused in words', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'over', { candidates: 2, lasts: 2 * HOUR })
  const [late, wrong] = org.candidates
  if (!late || !wrong) throw new Error('nobody')
  await inviteByMail(app, org, wrong, { to: 'a@b.example, c@d.example' })
  expect((await mailThatIs(app, 'invitation', wrong.ref, isRefused)).reason).toBe(
    'This is not an email address.',
  )
  app.clock.move(2 * HOUR)
  await inviteByMail(app, org, late)
  expect((await mailThatIs(app, 'invitation', late.ref, isRefused)).reason).toContain('over before the email')
  expect(server.delivered).toEqual([])
})

test('addresses and names of any script arrive as they are', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'scripts', { candidates: 2 })
  const [idn, utf8] = org.candidates
  if (!idn || !utf8) throw new Error('nobody')
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      'UPDATE users SET first_name = ?, last_name = ? WHERE id = ?',
      'Zoë "Z", <x@y.example>\r\nBcc: all@evil.example',
      '李',
      org.admin.id,
    ),
  )
  await inviteByMail(app, org, idn, { to: 'anna@münchen.example' })
  await inviteByMail(app, org, utf8, { to: 'jörg@münchen.example' })
  await mailThatIs(app, 'invitation', idn.ref, isSent)
  await mailThatIs(app, 'invitation', utf8.ref, isSent)
  const to = server.delivered.map((one) => one.to).toSorted()
  expect(to).toEqual([['anna@münchen.example'], ['jörg@münchen.example']])
  for (const { mail, raw } of server.delivered) {
    expect(mail.replyTo).toEqual([
      { name: 'Zoë "Z", <x@y.example> Bcc: all@evil.example 李', address: org.admin.email },
    ])
    expect(mail.bcc).toBeUndefined()
    expect(raw).not.toMatch(/^bcc:/im)
  }
  expect(server.delivered.map(({ raw }) => /^To: (.*)\r$/m.exec(raw)?.[1]).toSorted()).toEqual([
    'anna@xn--mnchen-3ya.example',
    'jörg@münchen.example',
  ])
})

test('a result report takes the files along that are made for it', async () => {
  const { app, server } = await open()
  await app.post.close()
  const attachReport: AttachReport = async (_ctx, { driveId, attemptRefs }) => [
    { filename: `Report_${driveId}.csv`, contentType: 'text/csv', content: attemptRefs.join('\n') },
  ]
  const post = new MailPost(app.ctx, (mail, how) => sendMail(app.ctx, mail, { ...how, attachReport }))
  await post.start('http://app')
  onTestFinished(() => post.close())
  const org = await seedOrganization(app.ctx, 'files')
  const refs = org.candidates.map(({ ref }) => ref)
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE attempts SET is_selected = 1')
    await queueMail(
      tx,
      {
        kind: 'result_report',
        to: org.admin.email,
        organizationId: org.id,
        subjectRef: String(org.driveId),
        data: { attemptRefs: refs },
      },
      app.ctx.now(),
    )
  })
  post.wake()
  await mailThatIs(app, 'result_report', String(org.driveId), isSent)
  const [file] = only(server).mail.attachments
  expect(file).toMatchObject({ filename: `Report_${org.driveId}.csv`, mimeType: 'text/csv' })
})

test('changed dates are mailed to those who have not begun, with what held before, in the zone they were invited in', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'moved', { startsIn: 2 * DAY })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await inviteByMail(app, org, who, { timeZone: 'Europe/Berlin' })
  await mailThatIs(app, 'invitation', who.ref, isSent)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const move = (days: number) =>
    must(app.send, 'putDrive', {
      params: { id: org.driveId },
      headers,
      body: {
        start_time: new Date(app.ctx.now() + days * DAY).toISOString(),
        end_time: new Date(app.ctx.now() + (days + 1) * DAY).toISOString(),
      },
    })
  await move(3)
  await mailThatIs(app, 'dates_changed', who.ref, isSent)
  const { mail } = last(server)
  expect(mail.subject).toBe('New dates for Drive moved')
  expect(mail.text).toContain('Sunday 18 January 2026 at 10:00 (Europe/Berlin, GMT+01:00), 09:00 UTC')
  expect(mail.text).toContain('Saturday 17 January 2026 at 10:00 (Europe/Berlin, GMT+01:00), 09:00 UTC')
  expect(mail.text).toContain(`http://app/candidate/overview/${who.invitation}`)
  const calendar = Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()
  expect(calendar).toContain(`UID:${who.ref}@holdfast`)
  expect(calendar).toContain('DTSTART:20260118T090000Z')
})

const calendarIn = (mail: { attachments: { content: unknown }[] }): string =>
  Buffer.from(mail.attachments[0]?.content as ArrayBuffer)
    .toString()
    .replaceAll('\r\n ', '')
    .replaceAll('\r\n', '\n')

test('each calendar entry of a test takes the place of the one before: changed, cancelled', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'calendar', { startsIn: 2 * DAY })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await inviteByMail(app, org, who, { timeZone: 'Europe/Berlin' })
  await mailThatIs(app, 'invitation', who.ref, isSent)
  expect(calendarIn(last(server).mail)).toContain('SEQUENCE:0\n')
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'putDrive', {
    params: { id: org.driveId },
    headers,
    body: {
      start_time: new Date(app.ctx.now() + 3 * DAY).toISOString(),
      end_time: new Date(app.ctx.now() + 4 * DAY).toISOString(),
    },
  })
  await mailThatIs(app, 'dates_changed', who.ref, isSent)
  expect(calendarIn(last(server).mail)).toContain('SEQUENCE:1\n')
  await must(app.send, 'deleteDrive', { params: { id: org.driveId }, headers })
  await mailThatIs(app, 'cancelled', who.ref, isSent)
  const { mail } = last(server)
  expect(mail.replyTo).toEqual([{ name: 'Ida Storm', address: org.admin.email }])
  expect(mail.text).toContain(`Questions? Ask Ida Storm, ${org.admin.email}.`)
  expect(mail.text).toContain('Sunday 18 January 2026 at 10:00 (Europe/Berlin, GMT+01:00), 09:00 UTC')
  const gone = calendarIn(mail)
  for (const line of [
    'METHOD:CANCEL',
    'STATUS:CANCELLED',
    `UID:${who.ref}@holdfast`,
    'SEQUENCE:2',
    'DTSTART:20260118T090000Z',
  ])
    expect(gone).toContain(`${line}\n`)
})

test('a reopened test brings an entry that holds from now until its time is over', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'again', { lasts: 2 * DAY })
  const [who] = org.candidates
  const device = await startDevice(app, who)
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: who?.ref ?? '' }, body: { minutes: 30 }, headers })
  await mailThatIs(app, 'reopened', who?.ref ?? '', isSent)
  const { mail } = last(server)
  expect(mail.text).toContain('Reopened: Thursday 15 January 2026 at 09:00 UTC')
  const entry = calendarIn(mail)
  expect(entry).toContain(`UID:${who?.ref}@holdfast\n`)
  expect(entry).toContain('DTSTART:20260115T090000Z\nDTEND:20260115T093000Z\n')
})

describe('a new link', () => {
  const invitedTo = async (tag: string) => {
    const { app, server } = await open()
    const org = await seedOrganization(app.ctx, tag, { lasts: 2 * DAY })
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await inviteByMail(app, org, who, { timeZone: 'Europe/Berlin' })
    await mailThatIs(app, 'invitation', who.ref, isSent)
    expect(last(server).mail.text).not.toContain('has ended')
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    const act = { params: { ref: who.ref }, body: {}, headers }
    const renewed = async () => {
      const before = server.delivered.length
      await must(app.send, 'postReissue', act)
      await waitFor('the mail', async () => server.delivered.length > before)
      const { text, subject, attachments } = last(server).mail
      return { text: text ?? '', subject, attachments }
    }
    return { app, org, who, act, renewed }
  }

  test('to a test that runs tells that the old one has ended, until when the clock runs, and where to open it', async () => {
    const { app, org, who, renewed } = await invitedTo('runs')
    await startDevice(app, who)
    const { text, subject, attachments } = await renewed()
    expect(subject).toBe('Your new link to Drive runs: the test is running')
    for (const words of [
      'Your previous link no longer works.',
      'Your test is running, and so is its clock.',
      'Ends: Thursday 15 January 2026 at 10:33 (Europe/Berlin, GMT+01:00), 09:33 UTC\n',
      'on the same device and in the same browser',
      'Anything waiting there is then sent',
      app.ctx.keys.invitationToken(who.ref, 2),
      `Questions? Ask Ida Storm, ${org.admin.email}.`,
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/invites you|Duration:|before the start/)
    expect(attachments).toEqual([])
  })

  test('to a test that was opened again tells the end of the minutes it was given', async () => {
    const { app, who, act, renewed } = await invitedTo('reopened')
    const device = await startDevice(app, who)
    device.write('finish', 'finish', { reason: 'candidate' })
    await device.sync()
    await must(app.send, 'postReopen', { ...act, body: { minutes: 5 } })
    await mailThatIs(app, 'reopened', who.ref, isSent)
    expect((await renewed()).text).toContain('Ends: Thursday 15 January 2026 at 10:05 (Europe/Berlin')
  })

  test('to a test that is paused names no end, for it moves as long as the clock stands still', async () => {
    const { app, who, act, renewed } = await invitedTo('paused')
    await startDevice(app, who)
    await must(app.send, 'postPause', act)
    const { text, subject } = await renewed()
    expect(subject).toBe('Your new link to Drive paused: the test is paused')
    expect(text).toContain(
      'Your test is paused, and its clock is stopped until Organization paused resumes it.',
    )
    expect(text).not.toContain('Ends:')
  })

  test('to a test that has not begun is the invitation, and says that the old one has ended', async () => {
    const { renewed } = await invitedTo('ahead')
    const { text, subject } = await renewed()
    expect(subject).toBe('Organization ahead invites you to Drive ahead')
    expect(text).toContain('This link replaces the one in an earlier email, which no longer works.')
  })
})

test('a mail to staff names a colleague to ask, never the reader, and the installation’s support where it has one', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'whom')
  const ask = async () => {
    const before = server.delivered.length
    await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
    await waitFor('the mail', async () => server.delivered.length > before)
    return last(server).mail
  }
  expect((await ask()).text).toContain('Questions? Ask Organization whom.')
  const colleague = await addAdmin(app, org, 'colleague')
  const mail = await ask()
  expect(mail.text).toContain(`Questions? Ask colleague Berg, ${colleague.email}.`)
  expect(mail.replyTo).toEqual([{ name: 'colleague Berg', address: colleague.email }])
  app.ctx.config.supportEmail = 'help@hafen.example'
  expect((await ask()).text).toContain('Questions? Ask help@hafen.example.')
})

test('the day before the start each candidate who has not begun is reminded once', async () => {
  const { app, server } = await open()
  const org = await seedOrganization(app.ctx, 'soon', { startsIn: 3 * DAY, candidates: 2 })
  expect(await remindDue(app.ctx)).toBe(0)
  app.clock.move(2 * DAY)
  expect(await remindDue(app.ctx)).toBe(2)
  expect(await remindDue(app.ctx)).toBe(0)
  const [who] = org.candidates
  await mailThatIs(app, 'reminder', who?.ref ?? '', isSent)
  await mailThatIs(app, 'reminder', org.candidates[1]?.ref ?? '', isSent)
  expect(last(server).mail.subject).toBe('Drive soon starts soon')
})

test('whoever is invited on the last day, or whose link is revoked, is not reminded', async () => {
  const { app } = await open()
  const org = await seedOrganization(app.ctx, 'late', { startsIn: DAY - 1 })
  expect(await remindDue(app.ctx)).toBe(0)
  const early = await seedOrganization(app.ctx, 'early', { startsIn: 2 * DAY })
  const headers = await signIn(app.send, early.admin.email, early.admin.password)
  await must(app.send, 'postRevoke', { params: { ref: early.candidates[0]?.ref ?? '' }, body: {}, headers })
  app.clock.move(DAY + 1)
  expect(await remindDue(app.ctx)).toBe(0)
  expect(org.candidates).toHaveLength(1)
})

test('a drive that is put off is reminded of again', async () => {
  const { app } = await open()
  const org = await seedOrganization(app.ctx, 'postponed', { startsIn: 3 * DAY, candidates: 2 })
  app.clock.move(2 * DAY)
  expect(await remindDue(app.ctx)).toBe(2)
  const change = async (body: { start_time?: string; end_time: string }) => {
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    await must(app.send, 'putDrive', { params: { id: org.driveId }, headers, body })
  }
  const at = (days: number) => new Date(app.ctx.now() + days * DAY).toISOString()
  // The start alone is what they were reminded of.
  await change({ end_time: at(9) })
  expect(await remindDue(app.ctx)).toBe(0)
  await change({ start_time: at(7), end_time: at(9) })
  expect(await remindDue(app.ctx)).toBe(0)
  app.clock.move(6 * DAY)
  expect(await remindDue(app.ctx)).toBe(2)
})
