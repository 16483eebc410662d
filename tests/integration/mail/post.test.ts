import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { MailPost } from '#api/mail/post.ts'
import { MAX_DEFERRALS } from '#api/mail/retry.ts'
import { sendMail } from '#api/mail/sending.ts'
import { tellAfterCommit } from '#api/server.ts'
import { mailStatesOf } from '#db/queries/mails.ts'
import { DAY, HOUR, MINUTE, openApp, seedOrganization, type TestApp, waitFor } from '../../factories/index.ts'
import { startMailServer } from './mailServer.ts'
import { inviteByMail, isPutOff, isRefused, isSent, mailThatIs } from './support.ts'

/** The post against a real mail server: what it does with each answer, and with none. */

async function openWith(url: string, data?: string): Promise<TestApp> {
  const app = await openApp({ mailing: true, data, settings: { SMTP_URL: url } })
  onTestFinished(() => app.remove().catch(() => {}))
  return app
}

async function openBoth(candidates = 1) {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const app = await openWith(server.url)
  const org = await seedOrganization(app.ctx, 'post', { candidates, lasts: 30 * DAY })
  return { server, app, org, who: org.candidates[0] as (typeof org.candidates)[0] }
}

async function waitingMails(app: TestApp): Promise<number> {
  const [row] = await app.rows<{ n: number }>(
    "SELECT count(*) AS n FROM mails WHERE status IN ('queued', 'sending')",
  )
  return row?.n ?? 0
}

const messageIds = (raws: readonly string[]) => raws.map((raw) => /^Message-ID: (\S+)/m.exec(raw)?.[1])

test('a mail that is put off goes out later', async () => {
  const { server, app, org, who } = await openBoth()
  server.says.recipient = () => 451
  await inviteByMail(app, org, who)
  const { reason } = await mailThatIs(app, 'invitation', who.ref, isPutOff)
  expect(reason).toContain('451 4.7.1 Try again later')
  server.says.recipient = () => null
  app.ctx.mail.wake()
  await app.ctx.db.write(async () => {})
  expect(server.delivered).toEqual([])
  app.clock.move(10_000)
  app.ctx.mail.wake()
  expect(await mailThatIs(app, 'invitation', who.ref, isSent)).toMatchObject({
    reason: null,
    recipient: who.email,
    sent_at: app.ctx.now(),
  })
  expect(server.delivered).toHaveLength(1)
})

test('a mail that is put off for days is given up, with the last answer', async () => {
  const { server, app, org, who } = await openBoth()
  server.says.text = () => 451
  await inviteByMail(app, org, who)
  const state = await waitFor('the end', async () => {
    const found = (await mailStatesOf(app.ctx.db.read, 'invitation', [who.ref])).get(who.ref)
    if (found?.status === 'queued') app.clock.move(4 * HOUR)
    app.ctx.mail.wake()
    return found?.status === 'refused' && found
  })
  expect(state.reason).toBe(`Given up after ${MAX_DEFERRALS} tries: 451 4.7.1 Try again later`)
  expect(server.received).toHaveLength(MAX_DEFERRALS)
  expect(new Set(messageIds(server.received)).size).toBe(1)
})

test.each([
  ['recipient', 550, '550 5.1.1 No such user here'],
  ['text', 554, '554 5.7.1 Looks like spam'],
] as const)(
  'a refused %s is refused for good, and stands in the way of nobody',
  async (what, status, words) => {
    const { server, app, org, who } = await openBoth(2)
    const other = org.candidates[1] as typeof who
    server.says[what] = (said) => (said.includes(who.email) ? status : null)
    await inviteByMail(app, org, who)
    await inviteByMail(app, org, other)
    expect((await mailThatIs(app, 'invitation', who.ref, isRefused)).reason).toContain(words)
    await mailThatIs(app, 'invitation', other.ref, isSent)
    app.clock.move(DAY)
    app.ctx.mail.wake()
    await app.ctx.db.write(async () => {})
    expect(server.delivered.map(({ to }) => to)).toEqual([[other.email]])
    expect(await waitingMails(app)).toBe(0)
  },
)

test('a refusal that quotes the link is kept without its token', async () => {
  const { server, app, org, who } = await openBoth()
  server.says.words = `Blocked link http://app/candidate/overview/${who.invitation}`
  server.says.text = () => 554
  await inviteByMail(app, org, who)
  const { reason } = await mailThatIs(app, 'invitation', who.ref, isRefused)
  expect(reason).toBe('554 Blocked link http://app/candidate/overview/…')
})

test('without a server mails wait, however long; when it is there all go out', async () => {
  const gone = await startMailServer()
  await gone.close()
  const app = await openWith(gone.url)
  const org = await seedOrganization(app.ctx, 'gone', { candidates: 6, lasts: 30 * DAY })
  const ready = async () => (await app.send('/readyz')).json()
  expect(await ready()).toMatchObject({ data: { ok: true, mail: expect.stringContaining('ECONNREFUSED') } })
  for (const who of org.candidates) await inviteByMail(app, org, who)
  const first = org.candidates[0] as (typeof org.candidates)[0]
  expect((await mailThatIs(app, 'invitation', first.ref, isPutOff)).reason).toContain('ECONNREFUSED')
  for (let hour = 0; hour < 20; hour++) {
    app.clock.move(5 * HOUR)
    app.ctx.mail.wake()
    await app.ctx.db.write(async () => {})
  }
  expect(await waitingMails(app)).toBe(6)
  const server = await startMailServer({ port: gone.port })
  onTestFinished(() => server.close())
  await waitFor('all mails', () => {
    app.clock.move(MINUTE)
    app.ctx.mail.wake()
    return server.delivered.length === 6
  })
  await waitFor('the marks', async () => (await waitingMails(app)) === 0)
  expect(new Set(server.delivered.flatMap(({ to }) => to)).size).toBe(6)
  expect(await ready()).toMatchObject({ data: { mail: expect.stringMatching(/answers$/) } })
})

test('one that breaks the connection does not keep the others', async () => {
  const { server, app, org, who } = await openBoth(5)
  server.says.text = (raw) => (raw.includes(`To: ${who.email}`) ? 'cut' : null)
  for (const one of org.candidates) await inviteByMail(app, org, one)
  await waitFor('the others', () => {
    app.clock.move(2_000)
    app.ctx.mail.wake()
    return server.delivered.length === 4
  })
  expect((await mailThatIs(app, 'invitation', who.ref, isPutOff)).reason).not.toBe('')
})

test('a wrong password lets mails wait, and the right one is used', async () => {
  const server = await startMailServer({ password: 'tide' })
  onTestFinished(() => server.close())
  const wrong = await openWith(server.url.replace('tide', 'ebb'))
  const org = await seedOrganization(wrong.ctx, 'password')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  await inviteByMail(wrong, org, who)
  expect((await mailThatIs(wrong, 'invitation', who.ref, isPutOff)).reason).toContain('535')
  await wrong.close()
  const { clock, data } = wrong
  clock.move(MINUTE)
  const right = await openApp({ mailing: true, data, clock, settings: { SMTP_URL: server.url } })
  onTestFinished(() => right.close())
  await mailThatIs(right, 'invitation', who.ref, isSent)
  expect(server.delivered).toHaveLength(1)
})

test('a server that ends while a mail is under way sends it again, known by its Message-ID', async () => {
  const { server, app, org, who } = await openBoth()
  let answer = () => {}
  server.before = new Promise((resolve) => {
    answer = resolve
  })
  await inviteByMail(app, org, who)
  await waitFor('the text', () => server.received.length === 1)
  await app.close()
  answer()
  const { clock, data } = app
  const next = await openApp({ mailing: true, data, clock, settings: { SMTP_URL: server.url } })
  onTestFinished(() => next.close())
  await mailThatIs(next, 'invitation', who.ref, isSent)
  expect(server.received).toHaveLength(2)
  const [first, second] = messageIds(server.received)
  expect(first).toMatch(/^<\d+\.[\da-z]+\.[\w-]{22}@localhost>$/)
  expect(second).toBe(first)
})

test('two posts on the same rows send each mail once', async () => {
  const { server, app, org } = await openBoth(40)
  const second = new MailPost(app.ctx, (mail, how) =>
    sendMail(app.ctx, mail, { ...how, attachReport: async () => [] }),
  )
  await second.start('http://app')
  onTestFinished(() => second.close())
  app.ctx.db.onCommit((after) => {
    tellAfterCommit(app.ctx, after)
    second.wake()
  })
  for (const one of org.candidates) await inviteByMail(app, org, one)
  await waitFor('all', async () => (await waitingMails(app)) === 0)
  expect(server.received).toHaveLength(40)
  expect(new Set(messageIds(server.received)).size).toBe(40)
  expect(await app.rows('SELECT DISTINCT tries FROM mails')).toEqual([{ tries: 1 }])
})

test('without SMTP_URL mails are files of this account alone, whole, and named by time and id', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  await app.post.start('https://assessments.harbour-works.example')
  const org = await seedOrganization(app.ctx, 'files', { startsIn: DAY })
  const who = org.candidates[0] as (typeof org.candidates)[0]
  await inviteByMail(app, org, who, { to: 'anna@münchen.example' })
  await mailThatIs(app, 'invitation', who.ref, isSent)
  const folder = join(app.data, 'mail')
  expect(readdirSync(folder)).toEqual(['20260115T090000Z-000001.eml'])
  const file = join(folder, '20260115T090000Z-000001.eml')
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  const raw = readFileSync(file, 'utf8')
  expect(raw).toMatch(/^To: anna@xn--mnchen-3ya\.example\r$/m)
  // A person who opens the file in an editor can copy the address.
  expect(raw).toMatch(new RegExp(`https\\S+/candidate/overview/${who.invitation}\r$`, 'm'))
  expect((await PostalMime.parse(raw)).text).toContain(`/candidate/overview/${who.invitation}`)
  expect(await (await app.send('/readyz')).json()).toMatchObject({
    data: { mail: 'Mails are written into the data directory' },
  })
})

test('files that cannot be written wait', async () => {
  const app = await openApp({ mailing: true })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'full')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  writeFileSync(join(app.data, 'mail'), 'in the way')
  await inviteByMail(app, org, who)
  expect((await mailThatIs(app, 'invitation', who.ref, isPutOff)).reason).toContain('could not be written')
})
