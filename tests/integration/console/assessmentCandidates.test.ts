import { beforeAll, describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CallName } from '#contract/paths.ts'
import {
  bearer,
  call,
  DAY,
  HOUR,
  MINUTE,
  must,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  signIn,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { fillBank, screening } from './assessmentSupport.ts'
import { queuedFor, writtenMails } from './support.ts'

/** Candidates of an assessment: invited one by one by links that end, taken in everything else as in a drive. */

const app = await appForFile({ judging: true, mailing: true })
let org: Organization
let headers: Record<string, string>
let id: number
let count = 0

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'cand')
  await fillBank(app, org)
  await enter()
  id = (await must(app.send, 'postAssessment', { headers, body: screening(org) })).assessment.id
})

const enter = async () => {
  headers = await signIn(app.send, org.admin.email, PASSWORD)
}
/** Time passes, longer than a session holds that nobody uses. */
const pass = async (ms: number) => {
  app.clock.move(ms)
  await enter()
}
const send = (name: CallName, input: object) => call(app.send, name, { headers, ...input })
const setCredits = (n: number) =>
  app.ctx.db.write((tx) => tx.raw.run('UPDATE organizations SET credits = ? WHERE id = ?', n, org.id))
const credits = async () => (await must(app.send, 'getRemainingCredits', { headers })).credits
const inviteTo = (email: string, assessment_id: number | string = id) =>
  send('putAssessmentInvite', { body: { email, assessment_id } })
const attemptOf = async (email: string) => {
  const [row] = await app.rows<{
    id: number
    ref: string
    generation: number
    candidate_id: number
    link_expires_at: number
  }>(
    `SELECT a.id, a.ref, a.generation, a.candidate_id, a.link_expires_at FROM attempts a
     JOIN candidates c ON c.id = a.candidate_id WHERE c.email_key = ?`,
    email,
  )
  if (!row) throw new Error(`${email} was not invited`)
  return { ...row, invitation: app.ctx.keys.invitationToken(row.ref, row.generation) }
}
/** Somebody new, invited now. */
async function invited() {
  const email = `somebody${++count}@people.example`
  const answer = await inviteTo(email)
  expect(answer.status, answer.text).toBe(200)
  return { email, ...(await attemptOf(email)) }
}
const opens = (token: string) => call(app.send, 'getDrive', { params: { token } })
const details = (who: { candidate_id: number; invitation: string }) =>
  call(app.send, 'putCandidate', {
    params: { id: who.candidate_id },
    token: who.invitation,
    body: { first_name: 'Zoë', last_name: 'Łuk', mobile_number: '5550100300' },
  })
const begins = async (who: { candidate_id: number; invitation: string }): Promise<string> => {
  const filled = await details(who)
  expect(filled.status, filled.text).toBe(200)
  const { data } = filled.json as { data: { auth_token: string } }
  await must(app.send, 'getQuestions', { token: data.auth_token })
  return data.auth_token
}

test('the default rules are read before an assessment as before a drive', async () => {
  await must(app.send, 'postRule', { headers, body: { is_default: true, description: 'Work alone.' } })
  const who = await invited()
  const told = { params: { id }, headers: bearer(who.invitation) }
  const { rules } = await must(app.send, 'getDriveRules', told)
  expect(rules.map((rule) => rule.description)).toEqual(['Work alone.'])
})

describe('inviting', () => {
  test('takes a credit each, once, by number or uuid; who is known costs nothing', async () => {
    await setCredits(10)
    const { uuid } = (await must(app.send, 'getAssessment', { headers, params: { id } })).assessment
    const first = await inviteTo('one@uuid.example, Two@uuid.example', uuid)
    expect(first.json).toMatchObject({
      data: { invited: 2, credits: 8 },
      message: expect.stringMatching(/^2 candidates were invited\. No email was sent/),
    })
    const again = await inviteTo('ONE@uuid.example,three@uuid.example')
    expect(again.json).toMatchObject({
      data: { invited: 1, credits: 7 },
      message: expect.stringMatching(/^1 candidate was invited; 1 was already invited\. No email was sent/),
    })
    expect(await queuedFor(app, 'one@uuid.example')).toEqual(['invitation'])
    const [entry] = await app.rows<{ action: string; subject: string; after: string }>(
      'SELECT action, subject, after FROM audit_log ORDER BY id DESC LIMIT 1',
    )
    expect(entry).toMatchObject({ action: 'candidate.invite', subject: `assessment ${id}` })
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      invited: 1,
      rows: [expect.any(Number), expect.any(Number)],
    })
  })

  test('needs credits for all of them, or nobody is invited', async () => {
    await setCredits(1)
    const answer = await inviteTo('poor1@people.example,poor2@people.example')
    expect(answer).toMatchObject({
      status: 422,
      failure: { code: 'insufficient_credits', message: t.insufficientCredits },
    })
    expect(await queuedFor(app, 'poor1@people.example')).toEqual([])
    expect(await credits()).toBe(1)
  })

  test('tells what is no address while the others are invited', async () => {
    await setCredits(5)
    const answer = await inviteTo('good@people.example,bad')
    expect(answer).toMatchObject({
      status: 422,
      failure: { code: 'invalid_emails', details: { invited: 1, credits: 4, invalid: ['bad'] } },
    })
  })

  test.each([
    ['no address', ' , ', t.noEmails],
    ['no email at all', undefined, t.noEmails],
  ])('%s is refused in words', async (_what, email, words) => {
    const answer = await send('putAssessmentInvite', { body: { email, assessment_id: id } })
    expect(answer.failure.errors).toEqual({ email: [words] })
  })

  test('50 at the same moment with 10 credits: 10 are invited', async () => {
    await setCredits(10)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => inviteTo(`rush${i}@people.example`)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
    expect(await credits()).toBe(0)
    await setCredits(1_000)
  })

  test('the mail says until when it can be begun, and nothing of a start or of the year 9999', async () => {
    const who = await invited()
    const mails = await waitFor('the mail', async () => {
      const all = await writtenMails(app, 1)
      const own = all.filter((mail) => mail.to?.some((to) => to.address === who.email))
      return own.length > 0 && own
    })
    const [mail] = mails
    const end = new Date(app.clock.now() + 7 * DAY)
    expect(mail?.text).toContain('Start before')
    expect(mail?.text).toContain(`${end.getUTCDate()} January 2026`)
    expect(mail?.text).toContain(who.invitation)
    expect(mail?.text).not.toMatch(/9999|Starts|tells you when the test starts/)
    expect(mail?.attachments).toEqual([])
  })
})

describe('the link', () => {
  test('opens for 7 days to the millisecond, then says since when it does not, and whom to ask', async () => {
    const who = await invited()
    const end = app.clock.now() + 7 * DAY
    expect(who.link_expires_at).toBe(end)
    const view = await opens(who.invitation)
    expect(view.json).toMatchObject({
      data: {
        is_assessment: true,
        is_live: true,
        has_begun: false,
        link_expires_at: new Date(end).toISOString(),
        drive_end_time: new Date(end).toISOString(),
        problem_count: 3,
        question_count: 2,
      },
    })
    await pass(7 * DAY - 1)
    expect((await opens(who.invitation)).status).toBe(200)
    app.clock.move(1)
    const expired = await opens(who.invitation)
    expect(expired.status).toBe(410)
    expect(expired.failure).toMatchObject({ code: 'test_over' })
    expect(expired.failure.message).toMatch(
      /^This link expired on \w+ \d+ January 2026 at \d\d:\d\d UTC\. Organization cand can send it again: ask Ida Storm, admin-cand@staff\.example\.$/,
    )
    // No other call lets an expired link in either.
    expect((await details(who)).status).toBe(410)
    expect((await call(app.send, 'getDriveRules', { params: { id }, token: who.invitation })).status).toBe(
      410,
    )
    await enter()
    expect((await send('postAttemptLink', { params: { ref: who.ref }, body: {} })).status).toBe(409)
  })

  test('ends between the details and the start too', async () => {
    const who = await invited()
    const filled = await details(who)
    const { auth_token } = (filled.json as { data: { auth_token: string } }).data
    app.clock.move(7 * DAY)
    for (const name of ['getQuestions', 'getDriveProblems'] as const)
      expect((await call(app.send, name, { params: { id }, token: auth_token })).status).toBe(410)
    const [row] = await app.rows<{ started_at: number | null }>(
      'SELECT started_at FROM attempts WHERE id = ?',
      who.id,
    )
    expect(row?.started_at).toBeNull()
    await enter()
  })

  test('of a begun test touches nothing: it goes on until its own end', async () => {
    const who = await invited()
    app.clock.move(7 * DAY - 10 * MINUTE)
    const token = await begins(who)
    app.clock.move(20 * MINUTE)
    expect((await opens(who.invitation)).json).toMatchObject({
      data: { has_begun: true, link_expires_at: null, is_live: true },
    })
    expect((await call(app.send, 'getQuestions', { token })).status).toBe(200)
    const [row] = await app.rows<{ deadline_at: number; started_at: number }>(
      'SELECT deadline_at, started_at FROM attempts WHERE id = ?',
      who.id,
    )
    expect(Number(row?.deadline_at) - Number(row?.started_at)).toBe(42 * MINUTE)
    await enter()
  })

  test('sent again opens for another 7 days, without a credit', async () => {
    const who = await invited()
    // One that waits in the queue is not queued twice.
    await waitFor('the first mail to be out of the queue', async () => {
      const waiting = "SELECT id FROM mails WHERE recipient = ? AND status IN ('queued', 'sending')"
      return (await app.rows(waiting, who.email)).length === 0
    })
    await pass(8 * DAY)
    expect((await opens(who.invitation)).status).toBe(410)
    const before = await credits()
    const answer = await send('putAssessmentResend', { body: { id, candidate_ids: [who.candidate_id] } })
    expect(answer.json).toMatchObject({
      data: { invited: 1 },
      message: expect.stringMatching(/^Invitation created again\./),
    })
    expect(await credits()).toBe(before)
    expect((await opens(who.invitation)).status).toBe(200)
    await pass(7 * DAY - 1)
    expect((await opens(who.invitation)).status).toBe(200)
    app.clock.move(1)
    expect((await opens(who.invitation)).status).toBe(410)
    await enter()
  })

  test('made anew takes the place of the old one, for another 7 days', async () => {
    const who = await invited()
    await pass(8 * DAY)
    await must(app.send, 'postReissue', { headers, params: { ref: who.ref }, body: {} })
    expect((await opens(who.invitation)).status).toBe(404)
    const fresh = await attemptOf(who.email)
    expect(fresh.link_expires_at).toBe(app.clock.now() + 7 * DAY)
    expect((await opens(fresh.invitation)).status).toBe(200)
  })

  test('that was lost is mailed again while it opens; an expired one is not', async () => {
    const who = await invited()
    const sentTo = async () => (await queuedFor(app, who.email)).length
    await waitFor('the first mail', async () => (await mailStates(who.email)).every((s) => s === 'sent'))
    await must(app.send, 'postLinkRequest', { body: { email: who.email } })
    await waitFor('the second mail', async () => (await sentTo()) === 2)
    await pass(7 * DAY)
    const answer = await call(app.send, 'postLinkRequest', { body: { email: who.email } })
    expect(answer.status).toBe(200)
    // Another one, which is answered after it and does get its mail.
    const other = await invited()
    await waitFor('its mail', async () => (await mailStates(other.email)).every((s) => s === 'sent'))
    await must(app.send, 'postLinkRequest', { body: { email: other.email } })
    await waitFor('its second', async () => (await queuedFor(app, other.email)).length === 2)
    expect(await sentTo()).toBe(2)
  })

  test('expires after as many days as the setting says', async () => {
    const own = await openApp({ settings: { HOLDFAST_ASSESSMENT_LINK_DAYS: '1' } })
    try {
      const mine = await seedOrganization(own.ctx, 'days')
      const as = await signIn(own.send, mine.admin.email, PASSWORD)
      const made = await must(own.send, 'postAssessment', {
        headers: as,
        body: screening(mine, { problem_count_hash: { easy: 1 }, mcq_count_hash: {} }),
      })
      await must(own.send, 'putAssessmentInvite', {
        headers: as,
        body: { email: 'a@b.example', assessment_id: made.assessment.id },
      })
      const [row] = await own.rows<{ at: number }>(
        'SELECT link_expires_at AS at FROM attempts WHERE drive_id = ?',
        made.assessment.id,
      )
      expect(row?.at).toBe(own.clock.now() + DAY)
    } finally {
      await own.remove()
    }
  })

  test('of a drive never expires by itself', async () => {
    const [row] = await app.rows<{ n: number }>(
      'SELECT count(*) AS n FROM attempts WHERE drive_id = ? AND link_expires_at IS NOT NULL',
      org.driveId,
    )
    expect(row?.n).toBe(0)
  })

  const mailStates = async (email: string) =>
    (await app.rows<{ status: string }>('SELECT status FROM mails WHERE recipient = ?', email)).map(
      (row) => row.status,
    )
})

describe('a candidate', () => {
  test('takes the assessment from the link to the end; staff reads list, result, report and files', async () => {
    const own = await must(app.send, 'postAssessment', {
      headers,
      body: screening(org, { name: 'Taken once' }),
    })
    const { id: taken, uuid, questions } = own.assessment
    await inviteTo('taker@people.example, absent@people.example', taken)
    const who = await attemptOf('taker@people.example')
    const token = await begins(who)
    const problems = (await must(app.send, 'getDriveProblems', { params: { id: taken }, token })) as {
      id: number
    }[]
    expect(problems.map((row) => row.id).toSorted()).toEqual(
      questions
        .filter((row) => row.type === 'Problem')
        .map((row) => row.id)
        .toSorted(),
    )
    const mcqs = await must(app.send, 'getQuestions', { token })
    expect(mcqs).toHaveLength(2)
    for (const mcq of mcqs) {
      const right = await app.rows<{ id: number }>(
        'SELECT id FROM options WHERE question_id = ? AND is_answer = 1',
        mcq.id,
      )
      await must(app.send, 'postQuestionSubmission', {
        token,
        body: { question_id: mcq.id, selected_options: right.map(({ id }) => id), token },
      })
    }
    app.clock.move(5 * MINUTE)
    await must(app.send, 'putFinish', { params: { authToken: token }, body: {} })
    await must(app.send, 'postFeedback', { body: { rating: 1, answer: 'Fair questions', token } })
    await app.idle()
    await enter()

    const list = await must(app.send, 'getAssessmentCandidates', { headers, query: { id: taken } })
    expect(list).toMatchObject({
      total: 2,
      drive_name: 'Taken once',
      drive_status: 'ongoing',
      candidates: [
        { email: 'taker@people.example', status: 'finished', link_expires_at: null },
        { email: 'absent@people.example', status: 'invited', is_absent: true },
      ],
    })
    expect(list.candidates[1]?.link_expires_at).toBe(
      new Date((await attemptOf('absent@people.example')).link_expires_at).toISOString(),
    )
    const absent = await must(app.send, 'getAssessmentCandidates', {
      headers,
      query: { id: taken, absent_candidates: true },
    })
    expect(absent.candidates.map((row) => row.email)).toEqual(['absent@people.example'])

    const result = await must(app.send, 'getAssessmentResult', { headers, query: { id: taken } })
    const marks = await app.rows<{ marks: number }>(
      'SELECT q.marks FROM drives_questions d JOIN questions q ON q.id = d.question_id WHERE d.drive_id = ?',
      taken,
    )
    const score = marks.reduce((sum, row) => sum + row.marks, 0)
    expect(result.results[0]).toMatchObject({
      email: 'taker@people.example',
      first_name: 'Zoë',
      score,
      time_taken: '00:05:00',
    })
    expect(await must(app.send, 'getAssessmentResults', { headers, params: { id: taken } })).toEqual(result)
    expect(
      (await must(app.send, 'getAssessmentResult', { headers, query: { id: taken, search: 'ŁUK' } })).total,
    ).toBe(1)

    const report = await must(app.send, 'getReport', { headers, params: { token: who.ref } })
    expect(report).toMatchObject({
      drive_id: taken,
      drive_name: 'Taken once',
      score: { obtained_score: score },
    })
    expect(report.time.alloted_time).toBeLessThan(24 * HOUR)
    const under = async (of: string) =>
      (await call(app.send, 'getReport', { headers, params: { token: who.ref }, query: { of } })).status
    expect([await under(uuid), await under(String(taken))]).toEqual([200, 200])
    const other = (await must(app.send, 'getAssessment', { headers, params: { id } })).assessment
    for (const wrong of [other.uuid, String(other.id), `${uuid}x`, `0${taken}`, ''])
      expect(await under(wrong), wrong).toBe(404)
    const shortlist = await send('putShortlist', {
      params: { id: taken },
      body: { token: who.ref, is_selected: true },
    })
    expect(shortlist.status).toBe(404)
    const csv = await send('getResultCsv', { params: { id: taken } })
    expect(csv.text).toContain('taker@people.example')
    const { assessments } = await must(app.send, 'getAssessments', {
      headers,
      query: { search: 'taken once' },
    })
    expect(assessments).toMatchObject([
      { uuid, invitation_sent: 2, appeared: 1, total_submissions: 1, can_delete: false },
    ])
  })

  test('whose time is over is ended by the server, as in a drive', async () => {
    const who = await invited()
    await begins(who)
    await app.seal()
    app.clock.move(42 * MINUTE + 31_000)
    expect(await app.seal()).toBe(1)
    const [row] = await app.rows<{ end_reason: string }>(
      'SELECT end_reason FROM attempts WHERE id = ?',
      who.id,
    )
    expect(row?.end_reason).toBeTruthy()
    await enter()
  })
})
