import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { formatDuration } from '#contract/duration.ts'
import type { CallName } from '#contract/paths.ts'
import { endHolds, holdCredits, spendHeld } from '#db/queries/organizations.ts'
import {
  bearer,
  call,
  type Device,
  HOUR,
  type Invited,
  inTurn,
  MINUTE,
  must,
  newDrive,
  type Organization,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

const app = await appForFile()
let org: Organization
let headers: Record<string, string>
let next: () => Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'c', { candidates: 36, lasts: 40 * HOUR })
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  next = inTurn(org.candidates)
})

const send = (name: CallName, input: object) => call(app.send, name, { ...input, headers })
/** Time passes, longer than a session holds that nobody uses. */
const pass = async (ms: number) => {
  app.clock.move(ms)
  headers = await signIn(app.send, org.admin.email, org.admin.password)
}
const credits = async () => (await must(app.send, 'getRemainingCredits', { headers })).credits
const setCredits = (n: number) =>
  app.ctx.db.write((tx) => tx.raw.run('UPDATE organizations SET credits = ? WHERE id = ?', n, org.id))
const mailsTo = (address: string) =>
  app.rows<{ kind: string; subject_ref: string }>(
    'SELECT kind, subject_ref FROM mails WHERE recipient = ? ORDER BY id',
    address,
  )
const invite = (emails: string, drife_id = org.driveId) => send('postInvite', { body: { emails, drife_id } })
const begin = async (who: Invited): Promise<Device> => startDevice(app, who)
const end = async (device: Device) => {
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
}
const row = async (who: Invited) => {
  const { candidates } = await must(app.send, 'getCandidateList', {
    params: { driveId: org.driveId },
    query: { search: who.email },
    headers,
  })
  const [found] = candidates
  if (!found) throw new Error(`${who.email} is not in the list`)
  return found
}
/** The server of these tests has no mail server. */
const notMailed =
  'No email was sent: no mail server is set up. Download the links above the list, or copy each from the candidate’s menu.'
const lastAudit = async () =>
  (
    await app.rows<{ action: string; after: string | null }>(
      'SELECT action, after FROM audit_log ORDER BY id DESC LIMIT 1',
    )
  )[0]

describe('POST admin/invite', () => {
  test('invites, takes a credit each, queues a mail each, and answers the credits left', async () => {
    await setCredits(10)
    const answer = await invite('New.One@people.example, new.two@people.example')
    expect(answer.json).toMatchObject({
      data: { invited: 2, credits: 8 },
      message: `2 candidates were invited. ${notMailed}`,
    })
    expect(await credits()).toBe(8)
    expect(await mailsTo('New.One@people.example')).toMatchObject([{ kind: 'invitation' }])
    const { candidates } = await must(app.send, 'getCandidateList', {
      params: { driveId: org.driveId },
      query: { search: 'new.' },
      headers,
    })
    expect(candidates.map((one) => [one.email, one.mail?.status])).toEqual([
      ['New.One@people.example', 'queued'],
      ['new.two@people.example', 'queued'],
    ])
  })

  test('more than a transaction takes stands in the audit log as one invitation, with whom it reached', async () => {
    const { drive } = await must(app.send, 'postDrive', {
      body: { ...newDrive(org), name: 'Many at once' },
      headers,
    })
    await setCredits(150)
    const emails = Array.from({ length: 130 }, (_, i) => `batch${i}@people.example`)
    const page = (offset: number, limit: number) =>
      must(app.send, 'getAuditLog', { query: { offset, limit }, headers })
    const before = await page(0, 2)
    await invite(emails.join(','), drive.id)
    await invite('batch.behind@people.example', drive.id)
    const after = await page(0, 100)
    expect(after.total).toBe(before.total + 2)
    const [behind, whole, ...rest] = after.entries
    expect(behind?.after).toMatchObject({ invited: 1 })
    expect(whole?.after).toMatchObject({ invited: 130 })
    expect(Object.values(whole?.names.invited ?? {}).toSorted()).toEqual(emails.toSorted())
    expect(rest.slice(0, 2)).toEqual(before.entries)
    // However the pages are cut.
    const singly = await Promise.all(after.entries.map(async (_, at) => (await page(at, 1)).entries))
    expect(singly.flat()).toEqual(after.entries)
    // Nobody else's count knows of its parts.
    const other = await seedOrganization(app.ctx, 'aside')
    const theirs = await signIn(app.send, other.admin.email, other.admin.password)
    const aside = await must(app.send, 'getAuditLog', { query: { offset: 0, limit: 1 }, headers: theirs })
    expect(aside).toEqual({ entries: [], total: 0 })
  })

  test('an address that was invited before costs nothing and gets nothing, however its case is written', async () => {
    const before = await credits()
    const answer = await invite('NEW.ONE@people.example,another@people.example,Another@People.example')
    expect(answer.json).toMatchObject({
      data: { invited: 1, credits: before - 1 },
      message: `1 candidate was invited; 1 was already invited. ${notMailed}`,
    })
    expect(await mailsTo('NEW.ONE@people.example')).toEqual([])
  })

  test('a drive that is deleted meanwhile costs for those alone who were invited, and each of them is told', async () => {
    const { drive } = await must(app.send, 'postDrive', {
      body: { ...newDrive(org), name: 'Gone away' },
      headers,
    })
    await setCredits(2000)
    const emails = Array.from({ length: 1000 }, (_, i) => `late${i}@people.example`).join(',')
    const inviting = invite(emails, drive.id)
    const counted = async () =>
      (await app.rows<{ n: number }>('SELECT count(*) AS n FROM attempts WHERE drive_id = ?', drive.id))[0]
        ?.n ?? 0
    while ((await counted()) === 0) await new Promise((resolve) => setImmediate(resolve))
    expect((await send('deleteDrive', { params: { id: drive.id } })).status).toBe(200)
    const answer = await inviting
    const invited = await counted()
    expect(invited).toBeLessThan(1000)
    expect(answer).toMatchObject({
      status: 409,
      failure: {
        message: `The drive has been deleted in the meantime. By then ${invited} candidates had been invited; the others were not, and cost nothing.`,
      },
    })
    expect(await credits()).toBe(2000 - invited)
    const told = await app.rows<{ n: number }>(
      "SELECT count(*) AS n FROM mails WHERE kind = 'cancelled' AND recipient LIKE 'late%'",
    )
    expect(told[0]?.n).toBe(invited)
  })

  test.each([
    ['', t.noEmails],
    [' , ,\n', t.noEmails],
    ['a@b.example,'.repeat(5001), 'Please add maximum 5000 email-ids.'],
  ])('%.20j is refused', async (emails, sentence) => {
    const answer = await invite(emails)
    expect(answer.status).toBe(422)
    expect(answer.failure.errors?.emails).toContain(sentence)
  })

  test.each([
    ['with a trailing comma', 'comma@people.example,', 1],
    ['a line each, as a file has them', 'line.one@people.example\r\nline.two@people.example\n', 2],
    ['with blanks around and between', ' left@people.example   right@people.example ', 2],
    ['with semicolons', 'semi.one@people.example; semi.two@people.example', 2],
    ['as mail programs copy them', '"Bob Berg" <bob@people.example>, Eva <eva@people.example>', 2],
  ])('addresses %s', async (_, emails, n) => {
    await setCredits(1000)
    const answer = await invite(emails)
    expect(answer.json).toMatchObject({ data: { invited: n } })
  })

  test('tells those that are none, with their file, while the others are invited', async () => {
    const before = await credits()
    const answer = await invite('good@people.example,=HYPERLINK("x")@@,john smith@people.example,nobody')
    expect(answer.status).toBe(422)
    expect(answer.failure).toMatchObject({
      code: 'invalid_emails',
      message: 'Invalid Emails =HYPERLINK("x")@@, john smith@people.example, nobody',
      details: { invited: 1, credits: before - 1 },
    })
    // As the answer says where all of them are addresses.
    expect(answer.failure.details?.said).toMatch(/^1 candidate was invited\. No email was sent/)
    const again = await invite('good@people.example,nobody')
    expect(again.failure.details?.said).toBe('No one new: 1 was already invited.')
    expect((await invite('nobody')).failure.details).not.toHaveProperty('said')
    const csv = String(answer.failure.details?.csv)
    expect(csv.split('\r\n')).toEqual([
      '\uFEFF"Email"',
      '"\'=HYPERLINK(""x"")@@"',
      '"john smith@people.example"',
      '"nobody"',
      '',
    ])
    expect(await mailsTo('good@people.example')).toHaveLength(1)
    // Without its blank it would be the address of somebody else.
    for (const stranger of ['johnsmith@people.example', 'smith@people.example'])
      expect(await mailsTo(stranger)).toEqual([])
  })

  test('an address that no mail server takes costs nothing', async () => {
    const before = await credits()
    const answer = await invite(`${'x'.repeat(65)}@people.example`)
    expect(answer.failure.code).toBe('invalid_emails')
    expect(await credits()).toBe(before)
  })

  test('without enough credits nobody is invited', async () => {
    await setCredits(1)
    const before = await app.version()
    const answer = await invite('poor.one@people.example,poor.two@people.example')
    expect(answer.failure).toMatchObject({
      code: 'insufficient_credits',
      message: 'Insufficient Credits',
      details: { needed: 2, credits: 1 },
    })
    expect(await app.version()).toBe(before)
    expect(await credits()).toBe(1)
  })

  test('without a credit whoever was invited before is told of, and nothing is spent', async () => {
    await setCredits(0)
    expect((await invite('new.two@people.example, New.One@people.example')).json).toMatchObject({
      data: { invited: 0, credits: 0 },
      message: 'No one new: 2 were already invited.',
    })
    expect(await app.rows('SELECT 1 FROM credit_holds')).toEqual([])
  })

  test('of 50 invitations at once with 10 credits ten go out, and no credit is spent twice', async () => {
    await setCredits(10)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => invite(`parallel${i}@people.example`)),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 422)).toHaveLength(40)
    expect(await credits()).toBe(0)
    const [made] = await app.rows<{ n: number }>(
      "SELECT count(*) AS n FROM mails WHERE recipient LIKE 'parallel%'",
    )
    expect(made?.n).toBe(10)
    await setCredits(1000)
  })

  test('of two who invite at once with credits for one, one invites all and the other nobody', async () => {
    await setCredits(300)
    const named = (who: string) =>
      Array.from({ length: 250 }, (_, i) => `${who}${i}@people.example`).join(',')
    const answers = await Promise.all([invite(named('ours')), invite(named('theirs'))])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422])
    expect(await credits()).toBe(50)
    const made = await app.rows<{ who: string; n: number }>(
      `SELECT substr(recipient, 1, 4) AS who, count(*) AS n FROM mails
       WHERE recipient LIKE 'ours%' OR recipient LIKE 'theirs%' GROUP BY 1`,
    )
    expect(made.map((row) => row.n)).toEqual([250])
    await setCredits(1000)
  })

  test('credits set aside by a server that ended go back at the next start', async () => {
    await setCredits(1000)
    const hold = await app.ctx.db.write((tx) =>
      holdCredits(tx, { organizationId: org.id, credits: 40, now: app.ctx.now() }),
    )
    await app.ctx.db.write((tx) => spendHeld(tx, hold ?? 0, 15))
    expect(await credits()).toBe(960)
    await app.ctx.db.write((tx) => endHolds(tx, null))
    expect(await credits()).toBe(985)
    expect(await app.rows('SELECT 1 FROM credit_holds')).toEqual([])
    await setCredits(1000)
  })

  test('a drive that asks nothing takes nobody', async () => {
    const { drive } = await must(app.send, 'postDrive', { body: newDrive(org), headers })
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE drives SET allow_coding = 0, allow_mcq = 0 WHERE id = ?', drive.id),
    )
    expect((await invite('asked.nothing@people.example', drive.id)).status).toBe(409)
  })

  test('5,000 addresses are invited by one call, told new dates, and told that the drive is gone', async () => {
    await setCredits(5000)
    const { drive } = await must(app.send, 'postDrive', { body: newDrive(org), headers })
    // As long as addresses of universities are.
    const domain = 'students.engineering.university-of-the-north.example'
    const emails = Array.from({ length: 5000 }, (_, i) => `many${i}@${domain}`).join(',')
    const answer = await invite(emails, drive.id)
    expect(answer.json).toMatchObject({ data: { invited: 5000, credits: 0 } })
    await setCredits(1000)
    const params = { id: drive.id }
    await must(app.send, 'putDrive', { params, body: { end_time: '2099-01-03T10:00:00.000Z' }, headers })
    await must(app.send, 'deleteDrive', { params, headers })
    const told = await app.rows<{ kind: string; n: number }>(
      "SELECT kind, count(*) AS n FROM mails WHERE recipient LIKE 'many%' GROUP BY kind ORDER BY kind",
    )
    expect(told).toEqual([
      { kind: 'cancelled', n: 5000 },
      { kind: 'dates_changed', n: 5000 },
      { kind: 'invitation', n: 5000 },
    ])
  })

  test('a drive that is over takes nobody', async () => {
    const { drive } = await must(app.send, 'postDrive', {
      headers,
      body: {
        ...newDrive(org),
        start_time: new Date(app.ctx.now() + 1000).toISOString(),
        end_time: new Date(app.ctx.now() + 2000).toISOString(),
      },
    })
    app.clock.move(3000)
    expect((await invite('late@people.example', drive.id)).status).toBe(409)
  })
})

describe('POST admin/resend_invite', () => {
  test('sends the mail again to those who have not begun, and takes no credit', async () => {
    const [absent, busy] = [next(), next()]
    await begin(busy)
    const before = await credits()
    const answer = await send('postResendInvite', {
      body: { candidate_ids: [absent.candidateId, busy.candidateId], drife_id: org.driveId },
    })
    expect(answer.json).toMatchObject({
      data: { invited: 1, credits: before },
      message: `Invitation created again. ${notMailed}`,
    })
    expect(await mailsTo(absent.email)).toHaveLength(1)
    expect(await mailsTo(busy.email)).toHaveLength(0)
  })

  test('can be asked for all who have not begun, or for those that a search finds', async () => {
    const [absent, busy] = [next(), next()]
    await begin(busy)
    const idsOf = async (search: string) =>
      must(app.send, 'getAbsentIds', { params: { driveId: org.driveId }, query: { search }, headers })
    const all = await idsOf('')
    expect(all.total).toBe(all.ids.length)
    expect(all.ids).toContain(absent.candidateId)
    expect(all.ids).not.toContain(busy.candidateId)
    expect(await idsOf(absent.email)).toEqual({ ids: [absent.candidateId], total: 1 })
    expect(await idsOf(busy.email)).toEqual({ ids: [], total: 0 })
  })

  test('is refused before the drive begins', async () => {
    const upcoming = await seedOrganization(app.ctx, 'soon', { startsIn: HOUR })
    const theirs = await signIn(app.send, upcoming.admin.email, upcoming.admin.password)
    const answer = await call(app.send, 'postResendInvite', {
      body: { candidate_ids: [upcoming.candidates[0]?.candidateId], drife_id: upcoming.driveId },
      headers: theirs,
    })
    expect(answer.status).toBe(409)
    expect(answer.failure.message).toContain('has not started')
    expect(await mailsTo(upcoming.candidates[0]?.email ?? '')).toEqual([])
  })

  test('does not queue twice what still waits in the queue: it says so, and tries that at once', async () => {
    const who = next()
    const resend = () =>
      send('postResendInvite', { body: { candidate_ids: [who.candidateId], drife_id: org.driveId } })
    await resend()
    // As after a mail server put it off.
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE mails SET not_before = ? WHERE subject_ref = ?', app.ctx.now() + 4 * HOUR, who.ref),
    )
    const entries = () => app.rows("SELECT 1 FROM audit_log WHERE action = 'candidate.resend'")
    const before = await entries()
    expect((await resend()).json).toMatchObject({
      data: { invited: 0 },
      message: `The invitation is already in the queue. ${notMailed}`,
    })
    expect(await mailsTo(who.email)).toHaveLength(1)
    expect(await app.rows('SELECT not_before FROM mails WHERE subject_ref = ?', who.ref)).toEqual([
      { not_before: app.ctx.now() },
    ])
    expect(await entries()).toEqual(before)
  })

  test('says so where none of the chosen is waiting', async () => {
    const who = next()
    await begin(who)
    const answer = await send('postResendInvite', {
      body: { candidate_ids: [who.candidateId], drife_id: org.driveId },
    })
    expect(answer.status).toBe(409)
  })
})

describe('accommodation', () => {
  test('stretches the allotted time, before and after the start', async () => {
    const who = next()
    const put = (time_factor: number) =>
      send('putAccommodation', {
        params: { ref: who.ref },
        body: { time_factor, lifted_rules: ['paste', 'camera'] },
      })
    expect((await put(1.5)).json).toMatchObject({
      data: { candidate: { time_factor: 1.5, lifted_rules: ['paste', 'camera'], deadline_at: null } },
    })
    const told = await must(app.send, 'getDrive', { params: { token: who.invitation } })
    expect(told).toMatchObject({
      allotted_seconds: 1.5 * org.allottedSeconds,
      extra_seconds: 0.5 * org.allottedSeconds,
      lifted_rules: ['paste', 'camera'],
      webcam: false,
    })
    const device = await begin(who)
    const started = Date.parse(device.grant.started_at)
    const deadline = async () => Date.parse((await row(who)).deadline_at ?? '')
    expect((await deadline()) - started).toBe(1.5 * org.allottedSeconds * 1000)
    await put(2)
    expect((await deadline()) - started).toBe(2 * org.allottedSeconds * 1000)
    await device.sync()
    expect(Date.parse(device.grant.deadline_at)).toBeLessThan(await deadline())
  })

  test('counts a rule that is named twice once, whatever the order', async () => {
    const who = next()
    const put = (lifted_rules: ('paste' | 'camera')[], was?: ('paste' | 'camera')[]) =>
      send('putAccommodation', {
        params: { ref: who.ref },
        body: {
          time_factor: 1,
          lifted_rules,
          ...(was && { was: { time_factor: 1, lifted_rules: was } }),
        },
      })
    const told = { data: { candidate: { lifted_rules: ['paste', 'camera'] } } }
    expect((await put(['camera', 'paste', 'camera'])).json).toMatchObject(told)
    const stored = async () =>
      (
        await app.rows<{ lifted_rules: string }>('SELECT lifted_rules FROM attempts WHERE ref = ?', who.ref)
      )[0]?.lifted_rules
    expect(await stored()).toBe('["paste","camera"]')
    expect((await put([], ['camera', 'paste'])).status).toBe(200)
    // As an older server may have kept it: whoever reads it can still write over it, and is shown each rule once.
    const twice = 'UPDATE attempts SET lifted_rules = \'["camera","paste","camera"]\' WHERE ref = ?'
    await app.ctx.db.write((tx) => tx.raw.run(twice, who.ref))
    expect((await row(who)).lifted_rules).toEqual(['paste', 'camera'])
    expect((await put(['paste', 'camera'], ['paste', 'camera'])).json).toMatchObject(told)
  })

  test.each([
    [{ time_factor: 0.99 }, 422],
    [{ time_factor: 1 }, 200],
    [{ time_factor: 4 }, 200],
    [{ time_factor: 4.01 }, 422],
    [{ lifted_rules: ['gravity'] }, 422],
  ])('%o answers %i', async (change, status) => {
    const [who] = org.candidates
    const answer = await send('putAccommodation', {
      params: { ref: who?.ref ?? '' },
      body: { time_factor: 1, lifted_rules: [], ...change },
    })
    expect(answer.status).toBe(status)
  })
})

describe('a link', () => {
  test('is told to staff, and that it was is audited without it', async () => {
    const who = next()
    const { link } = await must(app.send, 'postAttemptLink', { params: { ref: who.ref }, body: {}, headers })
    expect(link).toBe(`http://app/candidate/overview/${who.invitation}`)
    const [entry] = await app.rows<Record<string, unknown>>(
      'SELECT * FROM audit_log ORDER BY id DESC LIMIT 1',
    )
    expect(entry?.action).toBe('candidate.link')
    expect(JSON.stringify(entry)).not.toContain(who.invitation)
  })

  test('of everybody is told in one file, for those whom it opens the test; that is audited without it', async () => {
    const own = await seedOrganization(app.ctx, 'links', { candidates: 5, lasts: 40 * HOUR })
    const session = await signIn(app.send, own.admin.email, own.admin.password)
    const [invited, revoked, begun, ended, expired] = own.candidates
    if (!invited || !revoked || !begun || !ended || !expired) throw new Error('Nobody was invited')
    const { driveId } = own
    const asked = { params: { driveId }, body: {}, headers: session }
    await must(app.send, 'postRevoke', { params: { ref: revoked.ref }, body: {}, headers: session })
    const going = await startDevice(app, begun)
    await end(await startDevice(app, ended))
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE attempts SET link_expires_at = ? WHERE ref = ?', app.clock.now(), expired.ref),
    )
    const hasLinks = async () =>
      (await must(app.send, 'getCandidateList', { params: { driveId }, headers: session })).has_links
    expect(await hasLinks()).toBe(true)
    const { csv, links } = await must(app.send, 'postCandidateLinks', asked)
    const rows = csv.replace('\uFEFF', '').trim().split('\r\n')
    expect(links).toBe(2)
    expect(rows).toEqual([
      '"Name","Email","Link"',
      `"","${invited.email}","http://app/candidate/overview/${invited.invitation}"`,
      expect.stringContaining(`"${begun.email}","http://app/candidate/overview/${begun.invitation}"`),
    ])
    const entry = await lastAudit()
    expect(entry?.action).toBe('candidate.links')
    expect(entry?.after).toBe('{"candidates":2}')
    // Once the drive is over its link opens nothing for whoever has not begun.
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE drives SET end_time = start_time WHERE id = ?', driveId),
    )
    expect(await hasLinks()).toBe(true)
    expect(await must(app.send, 'postCandidateLinks', asked)).toMatchObject({ links: 1 })
    await end(going)
    expect(await hasLinks()).toBe(false)
    expect((await call(app.send, 'postCandidateLinks', asked)).status).toBe(409)
    expect((await call(app.send, 'postCandidateLinks', { ...asked, headers })).status).toBe(404)
  })

  test('is told of each in one file, between whose parts other calls come in', async () => {
    const { drive } = await must(app.send, 'postDrive', {
      body: { ...newDrive(org), name: 'Large' },
      headers,
    })
    await setCredits(1000)
    const emails = Array.from({ length: 1000 }, (_, i) => `large${i}@people.example`)
    await invite(emails.join(','), drive.id)
    let isDone = false
    const asked = must(app.send, 'postCandidateLinks', { params: { driveId: drive.id }, body: {}, headers })
    const done = asked.finally(() => {
      isDone = true
    })
    let inBetween = 0
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      inBetween++
    }
    const { csv, links } = await done
    expect(links).toBe(1000)
    expect([...csv.matchAll(/large\d+@people\.example/g)].map(([email]) => email)).toEqual(emails)
    expect(inBetween).toBeGreaterThan(5)
  })

  test('that is revoked opens nothing any more, and a new one does', async () => {
    const who = next()
    const open = (token: string) => call(app.send, 'getDrive', { params: { token }, token })
    expect((await open(who.invitation)).status).toBe(200)
    await must(app.send, 'postRevoke', { params: { ref: who.ref }, body: {}, headers })
    expect((await open(who.invitation)).status).toBe(404)
    expect((await row(who)).is_revoked).toBe(true)
    expect((await send('postAttemptLink', { params: { ref: who.ref }, body: {} })).status).toBe(409)
    await must(app.send, 'postReissue', { params: { ref: who.ref }, body: {}, headers })
    const { link } = await must(app.send, 'postAttemptLink', { params: { ref: who.ref }, body: {}, headers })
    const token = link.split('/').at(-1) ?? ''
    expect(token).not.toBe(who.invitation)
    expect((await open(token)).status).toBe(200)
    expect((await open(who.invitation)).status).toBe(404)
    expect(await mailsTo(who.email)).toHaveLength(1)
  })
})

describe('a running test', () => {
  test('freed of its device is taken by the next without asking, and the old one is told', async () => {
    const who = next()
    const old = await begin(who)
    expect((await row(who)).device_name).toBe('Laptop')
    await must(app.send, 'postResetDevice', { params: { ref: who.ref }, body: {}, headers })
    expect((await row(who)).device_name).toBeNull()
    await startDevice(app, who, 'Other laptop')
    expect((await row(who)).device_name).toBe('Other laptop')
    old.write('draft', `code:${org.problems[0].id}:1`, {
      problem_id: org.problems[0].id,
      language_id: 1,
      answer: 'x',
    })
    const refused = await call(app.send, 'postSync', { body: old.request(old.tail), token: who.token })
    expect([refused.status, refused.failure.code]).toEqual([403, 'lease_lost'])
  })

  test('gets minutes, and hears of them', async () => {
    const who = next()
    const device = await begin(who)
    const before = Date.parse(device.grant.deadline_at)
    const answer = await send('postMinutes', { params: { ref: who.ref }, body: { minutes: 7 } })
    expect(answer.json).toMatchObject({
      data: { candidate: { minutes_granted: 7 } },
      message: '7 minutes added.',
    })
    expect(Date.parse((await row(who)).deadline_at ?? '') - before).toBe(7 * MINUTE)
    const [event] = await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id DESC LIMIT 1')
    expect(JSON.parse(event?.data ?? '')).toEqual({ type: 'attempt', what: 'notice' })
    expect(await lastAudit()).toMatchObject({ action: 'candidate.minutes' })
  })

  test.each([
    [0, 422],
    [1, 200],
    [600, 200],
    [601, 422],
    [1.5, 422],
  ])('%d minutes answer %i', async (minutes, status) => {
    const [, , , , , who] = org.candidates
    if (who && (await row(who)).is_absent) await begin(who)
    const answer = await send('postMinutes', { params: { ref: who?.ref ?? '' }, body: { minutes } })
    expect(answer.status).toBe(status)
  })

  test('whose added minutes end exactly now has ended; a moment before it goes on', async () => {
    const who = next()
    const device = await begin(who)
    const deadline = Date.parse(device.grant.deadline_at)
    app.clock.set(deadline + MINUTE)
    await app.seal()
    const add = () => send('postMinutes', { params: { ref: who.ref }, body: { minutes: 2 } })
    app.clock.set(deadline + 2 * MINUTE)
    expect(await add()).toMatchObject({ status: 409, failure: { code: 'conflict' } })
    app.clock.move(-1)
    expect((await add()).status).toBe(200)
  })

  test('that the server ended because its time was over goes on with more minutes', async () => {
    const who = next()
    const device = await begin(who)
    app.clock.move((org.allottedSeconds + 60) * 1000)
    await app.seal()
    expect((await row(who)).status).toBe('finished')
    await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 30 }, headers })
    expect((await row(who)).status).toBe('running')
    device.write('draft', `code:${org.problems[0].id}:1`, {
      problem_id: org.problems[0].id,
      language_id: 1,
      answer: 'still here',
    })
    await device.sync()
    expect([...device.results.values()].at(-1)).toMatchObject({ result: 'applied' })
  })

  test('that is paused is not ended by its deadline, and gets the pause back', async () => {
    const who = next()
    const device = await begin(who)
    const before = Date.parse(device.grant.deadline_at)
    const pausedAt = app.ctx.now()
    await must(app.send, 'postPause', { params: { ref: who.ref }, body: {}, headers })
    expect((await send('postPause', { params: { ref: who.ref }, body: {} })).status).toBe(409)
    // Far ahead for the server meanwhile, also after something else makes the deadlines anew.
    const far = async () => {
      const [kept] = await app.rows<{ deadline_at: number }>(
        'SELECT deadline_at FROM attempts WHERE ref = ?',
        [who.ref],
      )
      return Number(kept?.deadline_at) - before
    }
    expect(await far()).toBe(24 * HOUR)
    await must(app.send, 'putDrive', {
      params: { id: org.driveId },
      body: { description: 'Another description meanwhile.' },
      headers,
    })
    expect(await far()).toBe(24 * HOUR)
    await pass(2 * HOUR)
    await app.seal()
    // Staff are told the time that stands, and of no end.
    const stands = Math.ceil((before - pausedAt) / 1_000)
    expect(await row(who)).toMatchObject({
      status: 'running',
      is_paused: true,
      deadline_at: null,
      seconds_left: stands,
    })
    await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 5 }, headers })
    expect(await row(who)).toMatchObject({ deadline_at: null, seconds_left: stands + 5 * 60 })
    await must(app.send, 'postResume', { params: { ref: who.ref }, body: {}, headers })
    const resumed = await row(who)
    expect(Date.parse(resumed.deadline_at ?? '') - before).toBe(2 * HOUR + 5 * MINUTE)
    expect(resumed.seconds_left).toBeNull()
    expect((await send('postResume', { params: { ref: who.ref }, body: {} })).status).toBe(409)
  })

  test('that ends while it is paused is not paused when it is opened again', async () => {
    const who = next()
    const device = await begin(who)
    await must(app.send, 'postPause', { params: { ref: who.ref }, body: {}, headers })
    await end(device)
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 10 }, headers })
    const reopened = await row(who)
    expect(reopened).toMatchObject({ status: 'running', is_paused: false })
    expect(Date.parse(reopened.deadline_at ?? '') - app.ctx.now()).toBe(10 * MINUTE)
  })

  test('that was opened again is asked about again: what is said last stands', async () => {
    const who = next()
    const device = await begin(who)
    await end(device)
    const say = async (rating: number, comment: string) => {
      device.write('feedback', '', { rating, comment })
      await device.sync()
      return device.results.get(device.head.seq)?.result
    }
    expect(await say(2, 'too short')).toBe('applied')
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 10 }, headers })
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    expect(await say(5, 'much better')).toBe('applied')
    expect(
      await app.rows('SELECT rating, answer FROM feedbacks WHERE attempt_id = ?', who.attemptId),
    ).toEqual([{ rating: 5, answer: 'much better' }])
  })

  test('that went on although a device had ended and rated it is asked about again at its end', async () => {
    const who = next()
    const device = await begin(who)
    const deadline = Date.parse(device.grant.deadline_at)
    await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 10 }, headers })
    // Out of reach, it knows nothing of the minutes.
    device.write('finish', '', { reason: 'timeout' }, { est: deadline })
    device.write('feedback', '', { rating: 2, comment: 'too short' }, { est: deadline })
    device.write('finish', '', { reason: 'candidate' })
    device.write('feedback', '', { rating: 5, comment: 'much better' })
    await device.sync()
    expect(device.ops.slice(-4).map(({ seq }) => device.results.get(seq)?.result)).toEqual([
      'rejected',
      'applied',
      'applied',
      'applied',
    ])
  })

  test('of whoever finished early gets the minutes that were said, not the time that was left', async () => {
    const who = next()
    const device = await begin(who)
    expect(Date.parse(device.grant.deadline_at) - app.ctx.now()).toBeGreaterThan(10 * MINUTE)
    await end(device)
    await pass(12_345)
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 3 }, headers })
    expect(Date.parse((await row(who)).deadline_at ?? '') - app.ctx.now()).toBe(3 * MINUTE)
    // Nobody granted what fell away: minutes that are added later are told as those that were given.
    const { candidate } = await must(app.send, 'postMinutes', {
      params: { ref: who.ref },
      body: { minutes: 4 },
      headers,
    })
    expect(candidate.minutes_granted).toBe(7)
    expect(Date.parse(candidate.deadline_at ?? '') - app.ctx.now()).toBe(7 * MINUTE)
  })

  test('of whoever ran out of time gets the minutes that were said, to the second', async () => {
    const who = next()
    const device = await begin(who)
    await pass(Date.parse(device.grant.deadline_at) - app.ctx.now() + 47 * MINUTE + 1_001)
    await app.seal()
    expect((await row(who)).status).toBe('finished')
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 5 }, headers })
    expect(Date.parse((await row(who)).deadline_at ?? '') - app.ctx.now()).toBe(5 * MINUTE)
    // A pause of such a test is told with its own length alone.
    await must(app.send, 'postPause', { params: { ref: who.ref }, body: {}, headers })
    await pass(90_000)
    await must(app.send, 'postResume', { params: { ref: who.ref }, body: {}, headers })
    expect(Date.parse((await row(who)).deadline_at ?? '') - app.ctx.now()).toBe(5 * MINUTE)
    const [entry] = await app.rows<{ after: string }>(
      `SELECT after FROM audit_log WHERE action = 'candidate.resume' ORDER BY id DESC LIMIT 1`,
    )
    expect(JSON.parse(entry?.after ?? '')).toEqual({ pause_ms: 90_000 })
  })

  test('whose link was revoked is neither reopened nor given minutes nor written to before it has a new link', async () => {
    const revoke = (who: Invited) =>
      must(app.send, 'postRevoke', { params: { ref: who.ref }, body: {}, headers })
    const refused = async (name: CallName, who: Invited, body: object) => {
      const { status, failure } = await send(name, { params: { ref: who.ref }, body })
      return [status, failure.message]
    }
    const words = (then: string) => [
      409,
      `This candidate’s link is revoked. Send a new link first, then ${then}.`,
    ]
    const [busy, ended] = [next(), next()]
    await begin(busy)
    await end(await begin(ended))
    await revoke(busy)
    await revoke(ended)
    expect(await refused('postMinutes', busy, { minutes: 5 })).toEqual(words('add minutes'))
    expect(await refused('postMessage', busy, { text: 'Go on.' })).toEqual(words('send the message'))
    expect(await refused('postReopen', ended, { minutes: 5 })).toEqual(words('reopen the test'))
    expect(await row(ended)).toMatchObject({ status: 'finished', is_revoked: true })
    const renewed = await send('postReissue', { params: { ref: ended.ref }, body: {} })
    expect(renewed.json).toMatchObject({
      data: { candidate: { status: 'finished', is_revoked: false } },
      message: 'The candidate has a link again. It is emailed when you reopen the test.',
    })
    // A mail that says so before would lead to a test that has ended.
    expect(await mailsTo(ended.email)).toEqual([])
    await must(app.send, 'postReopen', { params: { ref: ended.ref }, body: { minutes: 5 }, headers })
    expect(await mailsTo(ended.email)).toMatchObject([{ kind: 'reopened' }])
  })

  test('that has ended gets no new link', async () => {
    const who = next()
    await end(await begin(who))
    const answer = await send('postReissue', { params: { ref: who.ref }, body: {} })
    expect(answer.status).toBe(409)
    expect(answer.failure.message).toMatch(/Reopen/)
  })

  test('is told of a message by its stream and by every answer, however late it asks', async () => {
    const who = next()
    const device = await begin(who)
    expect(device.grant).toMatchObject({ newest_notice: 0, paused_at: null })
    await must(app.send, 'postMessage', {
      params: { ref: who.ref },
      body: { text: '  Please look into the camera.  ' },
      headers,
    })
    const [event] = await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id DESC LIMIT 1')
    expect(JSON.parse(event?.data ?? '')).toEqual({ type: 'attempt', what: 'notice' })
    await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 7 }, headers })
    const { newest_notice } = await device.sync()
    const heard = async (after: number) =>
      (await must(app.send, 'getNotices', { query: { after }, headers: bearer(who.token) })).notices
    const all = await heard(0)
    expect(all).toMatchObject([
      { kind: 'message', text: 'Please look into the camera.', minutes: null },
      { kind: 'minutes', text: null, minutes: 7 },
    ])
    expect(all.at(-1)?.id).toBe(newest_notice)
    expect(await heard(all[0]?.id ?? 0)).toHaveLength(1)
    expect(await heard(newest_notice)).toEqual([])
    // The report has the words that were said; the audit log keeps their length alone.
    const report = await must(app.send, 'getReport', { params: { token: who.ref }, headers })
    expect(report.interventions).toMatchObject([
      { action: 'candidate.message', after: { text: 'Please look into the camera.' } },
      { action: 'candidate.minutes', after: { minutes_granted: 7 } },
    ])
    const { entries } = await must(app.send, 'getAuditLog', { headers })
    expect(entries.find(({ action }) => action === 'candidate.message')?.after).toEqual({ characters: 28 })
    // Nobody else's.
    const other = next()
    await begin(other)
    expect((await must(app.send, 'getNotices', { headers: bearer(other.token) })).notices).toEqual([])
  })

  test('is told its own messages alone, whatever others are told at the same moment', async () => {
    const [one, other] = [next(), next()]
    for (const who of [one, other]) await begin(who)
    const tell = (who: typeof one, text: string) =>
      must(app.send, 'postMessage', { params: { ref: who.ref }, body: { text }, headers })
    await tell(one, 'For one.')
    await tell(other, 'For the other.')
    app.clock.move(1)
    await tell(one, 'For one, again.')
    const heard = async (who: typeof one) => [
      (await must(app.send, 'getNotices', { headers: bearer(who.token) })).notices.map(({ text }) => text),
      (await must(app.send, 'getReport', { params: { token: who.ref }, headers })).interventions.map(
        ({ after }) => (after as { text?: string }).text,
      ),
    ]
    expect(await heard(one)).toEqual([
      ['For one.', 'For one, again.'],
      ['For one.', 'For one, again.'],
    ])
    expect(await heard(other)).toEqual([['For the other.'], ['For the other.']])
  })

  test('goes by changed rules with its next answer, and reads what they are', async () => {
    const who = next()
    const device = await begin(who)
    const given = { leave_policy: 'end', leave_warnings: 3, webcam: true, lifted_rules: [] }
    expect((await device.sync()).rules).toEqual(given)
    const change = (lifted_rules: string[], time_factor = 1) =>
      must(app.send, 'putAccommodation', {
        params: { ref: who.ref },
        body: { time_factor, lifted_rules: lifted_rules as ['leave'] },
        headers,
      })
    await change(['leave', 'camera'])
    expect((await device.sync()).rules).toEqual({
      ...given,
      leave_policy: 'log',
      webcam: false,
      lifted_rules: ['leave', 'camera'],
    })
    // The stream wakes a device that has nothing to say.
    const told = await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id DESC LIMIT 2')
    expect(told.map(({ data }) => JSON.parse(data).what)).toEqual(['notice', 'deadline'])
    await change(['leave', 'full_screen'])
    // A rule that stays as it was is no news.
    await change(['leave', 'full_screen'])
    await change(['leave', 'full_screen'], 2)
    await change(['leave'], 1.5)
    const { notices } = await must(app.send, 'getNotices', { headers: bearer(who.token) })
    expect(notices).toMatchObject([
      {
        kind: 'rules',
        text: 'You may leave the window: that does not end the test. The camera may stay off.',
      },
      { kind: 'rules', text: 'You may leave full screen. The camera must be on again.' },
      { kind: 'rules', text: `You have ${formatDuration(org.allottedSeconds)} more now.` },
      {
        kind: 'rules',
        text: `You have ${formatDuration(org.allottedSeconds / 2)} less now. The test runs in full screen again.`,
      },
    ])
  })

  test('that ends in a pause keeps its own end: the pause is over with it', async () => {
    const who = next()
    const device = await begin(who)
    const deadline = Date.parse(device.grant.deadline_at)
    await must(app.send, 'postPause', { params: { ref: who.ref }, body: {}, headers })
    app.clock.move(3 * MINUTE)
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    const [attempt] = await app.rows(
      'SELECT paused_at, paused_ms, deadline_at FROM attempts WHERE ref = ?',
      who.ref,
    )
    expect(attempt).toEqual({ paused_at: null, paused_ms: 3 * MINUTE, deadline_at: deadline + 3 * MINUTE })
  })

  test('has used its time without its pauses and without what lay between an end and its reopening', async () => {
    const who = next()
    const device = await begin(who)
    const act = (call: 'postPause' | 'postResume' | 'postReopen', body = {}) =>
      must(app.send, call, { params: { ref: who.ref }, body, headers })
    const finish = async () => {
      device.write('finish', '', { reason: 'candidate' })
      expect((await device.sync()).state).toBe('finished')
    }
    const told = async () => {
      const { results } = await must(app.send, 'getResults', {
        params: { id: org.driveId },
        query: { page: 1, search: who.email },
        headers,
      })
      const file = await send('getResultCsv', { params: { id: org.driveId }, query: { search: who.email } })
      return [results[0]?.time_taken, /\d\d:\d\d:\d\d/.exec(file.text.split('\n')[1] ?? '')?.[0]]
    }
    await pass(2 * MINUTE)
    await act('postPause')
    await pass(3 * MINUTE)
    await act('postResume')
    await pass(MINUTE)
    await finish()
    expect(await told()).toEqual(['00:03:00', '00:03:00'])
    // A test that ended early has its clock set back when it is reopened: what was used goes on from where it stood.
    await pass(20 * MINUTE)
    await act('postReopen', { minutes: 30 })
    await device.sync()
    await pass(4 * MINUTE)
    await act('postPause')
    await pass(5 * MINUTE)
    await finish()
    expect(await told()).toEqual(['00:07:00', '00:07:00'])
  })

  test('is told since when it is paused, and that it goes on', async () => {
    const who = next()
    const device = await begin(who)
    await must(app.send, 'postPause', { params: { ref: who.ref }, body: {}, headers })
    expect((await device.sync()).paused_at).toBe(new Date(app.ctx.now()).toISOString())
    await must(app.send, 'postResume', { params: { ref: who.ref }, body: {}, headers })
    expect((await device.sync()).paused_at).toBeNull()
    const { notices } = await must(app.send, 'getNotices', { headers: bearer(who.token) })
    expect(notices.map(({ kind }) => kind)).toEqual(['pause', 'resume'])
  })

  test('whose time was over gets its MCQs back with the minutes; what was submitted by hand stays so', async () => {
    const ends = async (atZero: boolean) => {
      const who = next()
      const device = await begin(who)
      const deadline = Date.parse(device.grant.deadline_at)
      if (!atZero) {
        device.write('mcq_submit_all', '', {})
        await device.sync()
      }
      await pass(deadline - app.ctx.now())
      if (atZero) device.write('mcq_submit_all', '', { at_zero: true }, { est: deadline })
      device.write('finish', '', { reason: 'timeout' }, { est: deadline })
      expect((await device.sync()).state).toBe('finished')
      await pass(2 * MINUTE + 20_000)
      await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 9 }, headers })
      const { notices } = await must(app.send, 'getNotices', { headers: bearer(who.token) })
      // They count from the end of the time, and two of them went by since.
      expect(notices).toMatchObject([{ kind: 'reopen', minutes: 7 }])
      expect((await mailsTo(who.email)).at(-1)).toMatchObject({ kind: 'reopened', subject_ref: who.ref })
      return device.sync()
    }
    expect(await ends(true)).toMatchObject({ state: 'running', mcqs_submitted: false })
    expect(await ends(false)).toMatchObject({ state: 'running', mcqs_submitted: true })
  })

  test('that its candidate ended is opened again, with so many minutes from now', async () => {
    const who = next()
    const device = await begin(who)
    await end(device)
    expect(await row(who)).toMatchObject({ status: 'finished' })
    expect((await send('postMinutes', { params: { ref: who.ref }, body: { minutes: 5 } })).status).toBe(409)
    const [before] = await app.rows<{ finished: number }>(
      'SELECT finished FROM drives WHERE id = ?',
      org.driveId,
    )
    await pass(3 * HOUR)
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 20 }, headers })
    const now = await row(who)
    expect(now.status).toBe('running')
    const left = Date.parse(now.deadline_at ?? '') - app.ctx.now()
    expect(left).toBeGreaterThanOrEqual(20 * MINUTE)
    expect(left).toBeLessThan(21 * MINUTE)
    const [after] = await app.rows<{ finished: number }>(
      'SELECT finished FROM drives WHERE id = ?',
      org.driveId,
    )
    expect((before?.finished ?? 0) - (after?.finished ?? 0)).toBe(1)
    device.write('mcq_save', `mcq:${org.questions[0].id}`, {
      question_id: org.questions[0].id,
      selected_options: org.questions[0].right,
    })
    await device.sync()
    expect([...device.results.values()].at(-1)).toMatchObject({ result: 'applied' })
    expect((await send('postReopen', { params: { ref: who.ref }, body: { minutes: 5 } })).status).toBe(409)
  })
})

test.each([
  'postMinutes',
  'postReopen',
  'postPause',
  'postResume',
  'postResetDevice',
  'postMessage',
] as const)('%s of a test that was not begun is refused in words', async (name) => {
  const who = org.candidates.at(-1)
  const bodies = { postMinutes: { minutes: 5 }, postReopen: { minutes: 5 }, postMessage: { text: 'x' } }
  const body = (bodies as Record<string, object>)[name] ?? {}
  const answer = await send(name, { params: { ref: who?.ref ?? '' }, body })
  expect(answer.status).toBe(409)
  expect(answer.failure.message).toMatch(/\.$/)
})

test('a candidate is deleted with everything: rows, mails and pictures', async () => {
  const who = next()
  const device = await begin(who)
  await end(device)
  await app.ctx.storage.put(`snapshots/${who.ref}/picture`, Buffer.from('x'))
  const counters = async () =>
    (
      await app.rows<{ invitation_sent: number; appeared: number; finished: number }>(
        'SELECT invitation_sent, appeared, finished FROM drives WHERE id = ?',
        org.driveId,
      )
    )[0]
  const before = await counters()
  const answer = await send('deleteCandidate', { params: { id: who.candidateId } })
  expect(answer.json).toMatchObject({ data: { deleted_attempts: 1 } })
  for (const table of ['ops', 'answers', 'leases', 'events', 'submissions', 'snapshots', 'feedbacks']) {
    const left = await app.rows(`SELECT 1 FROM ${table} WHERE attempt_id = ?`, who.attemptId)
    expect(left, table).toEqual([])
  }
  expect(existsSync(join(app.data, 'files', 'snapshots', who.ref))).toBe(false)
  expect(await app.ctx.storage.get(`snapshots/${who.ref}/picture`)).toBeNull()
  const after = await counters()
  expect(after).toEqual({
    invitation_sent: (before?.invitation_sent ?? 0) - 1,
    appeared: (before?.appeared ?? 0) - 1,
    finished: (before?.finished ?? 0) - 1,
  })
  const dump = JSON.stringify([
    await app.rows('SELECT * FROM audit_log'),
    await app.rows('SELECT * FROM mails'),
    await app.rows('SELECT * FROM candidates'),
  ])
  expect(dump).not.toContain(who.email)
  expect(
    (await call(app.send, 'getDrive', { params: { token: who.invitation }, headers: bearer(who.invitation) }))
      .status,
  ).toBe(404)
})
