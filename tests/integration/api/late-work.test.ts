import { describe, expect, test } from 'vitest'
import { countOwed, oweCounting } from '#api/services/countingAnew.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { LATE_ITEMS_A_PAGE } from '#contract/constants.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import type { LateItem } from '#contract/views/lateWork.ts'
import type { Queries } from '#db/connect.ts'
import { listLateWork, SOON_SENT_MS, TOLD_AFTER_MS as TOLD_AFTER } from '#db/queries/lateWork.ts'
import {
  call,
  Device,
  type Exam,
  MINUTE,
  must,
  type OrganizationOptions,
  programs,
  signIn,
  startDevice,
  startExam,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Work that came late, or stands beside the log, waits with its evidence until staff decides, and scores follow. */

const app = await appForFile({ judging: true })

const exam = (options: OrganizationOptions = {}): Promise<Exam> => startExam(app, options)
const headersOf = ({ org }: Exam) => signIn(app.send, org.admin.email, org.admin.password)

const code = ({ org }: Exam, text: string) => ({
  problem_id: org.problems[0].id,
  language_id: 1,
  answer: text,
})
const draft = (e: Exam, text: string, est?: number, device = e.device) =>
  device.write('draft', codeKey(e.org.problems[0].id, 1), code(e, text), { est })
const submit = (e: Exam, text: string, est?: number, device = e.device) =>
  device.write(
    'submit',
    codeKey(e.org.problems[0].id, 1),
    { problem_id: e.org.problems[0].id, language_id: 1, source_code: text },
    { est },
  )
const choose = (e: Exam, est?: number, device = e.device) =>
  device.write(
    'mcq_save',
    choiceKey(e.org.questions[0].id),
    { question_id: e.org.questions[0].id, selected_options: e.org.questions[0].right },
    { est },
  )
const workOf = async (e: Exam) =>
  must(app.send, 'getLateWork', { params: { ref: e.who.ref }, headers: await headersOf(e) })
const waitingOf = async (e: Exam) =>
  must(app.send, 'getLateCandidates', { params: { driveId: e.org.driveId }, headers: await headersOf(e) })
const reportOf = async (e: Exam) =>
  must(app.send, 'getReport', { params: { token: e.who.ref }, headers: await headersOf(e) })
const lateDrivesOf = async (e: Exam) => must(app.send, 'getLateDrives', { headers: await headersOf(e) })
const decide = async (
  e: Exam,
  items: readonly Pick<LateItem, 'op_id'>[],
  decision: 'accepted' | 'rejected',
) =>
  call(app.send, 'postLateDecision', {
    params: { ref: e.who.ref },
    body: { op_ids: items.map(({ op_id }) => op_id), decision, note: 'Seen on the camera until the end.' },
    headers: await headersOf(e),
  })
/** The newest event of a test. */
const told = async (e: Exam): Promise<unknown> => {
  const [event] = await app.rows<{ data: string }>(
    'SELECT data FROM events WHERE attempt_id = ? ORDER BY id DESC LIMIT 1',
    e.who.attemptId,
  )
  return JSON.parse(event?.data ?? 'null')
}
const OVERRULED =
  'The time of this test was over when this arrived. It is kept, and staff has decided that it does not count. It took none of your submissions.'
const notices = async (e: Exam) => (await must(app.send, 'getNotices', { token: e.who.token })).notices
const scoreOf = async (e: Exam) =>
  (await app.rows<{ score: number | null }>('SELECT score FROM attempts WHERE id = ?', e.who.attemptId))[0]
    ?.score
const judged = (e: Exam, n: number) =>
  waitFor(`${n} judged submissions`, async () => {
    const rows = await app.rows<{ status: string }>(
      'SELECT status FROM submissions WHERE attempt_id = ?',
      e.who.attemptId,
    )
    return rows.length === n && rows.every(({ status }) => status === 'accepted')
  })
/** Verdicts of one test come two a minute at most. */
const score = (e: Exam, wanted: number) =>
  waitFor(`a score of ${wanted}`, async () => {
    if ((await scoreOf(e)) === wanted) return true
    app.clock.move(5_000)
    app.ctx.judge.wake()
    return false
  })
const end = async (e: Exam) => {
  app.clock.set(e.deadline + 30_001)
  await app.seal()
}

describe('work that came past the end', () => {
  test('is told by candidate and by drive: those with most first, a page at a time, nothing of a deleted drive', async () => {
    const e = await exam({ candidates: 3 })
    const others = await Promise.all(e.org.candidates.slice(1).map((who) => startDevice(app, who)))
    const [second, third] = others
    if (!second || !third) throw new Error('Nobody was invited')
    await end(e)
    draft(e, programs.right, e.deadline + 5_000)
    draft(e, programs.right, e.deadline + 5_000, second)
    choose(e, e.deadline + 6_000, second)
    draft(e, programs.right, e.deadline + 5_000, third)
    for (const device of [e.device, second, third]) await device.sync()
    const page = async (offset: number) =>
      must(app.send, 'getLateCandidates', {
        params: { driveId: e.org.driveId },
        query: { offset, limit: 1 },
        headers: await headersOf(e),
      })
    const refs = e.org.candidates.map(({ ref }) => ref)
    expect(await page(0)).toMatchObject({
      candidates: [{ token: refs[1], waiting: 2 }],
      total: 3,
      waiting: 3,
    })
    expect(await page(1)).toMatchObject({ candidates: [{ token: refs[0], waiting: 1 }], total: 3 })
    expect(await page(2)).toMatchObject({ candidates: [{ token: refs[2], waiting: 1 }], total: 3 })
    expect(await lateDrivesOf(e)).toMatchObject({
      drives: [{ id: e.org.driveId, candidates: 3 }],
      candidates: 3,
    })
    const change = (set: string) =>
      app.ctx.db.write((tx) => tx.raw.run(`UPDATE drives SET ${set} WHERE id = ?`, e.org.driveId))
    await change('is_assessment = 1')
    expect((await lateDrivesOf(e)).drives).toMatchObject([{ is_assessment: true }])
    await change('deleted_at = 1')
    expect(await lateDrivesOf(e)).toEqual({ drives: [], candidates: 0 })
  })

  test('names its options by letter and words, as those that count now', async () => {
    const e = await exam()
    const [, both] = e.org.questions
    const save = (selected_options: number[], est?: number) =>
      e.device.write('mcq_save', choiceKey(both.id), { question_id: both.id, selected_options }, { est })
    save(both.wrong.slice(0, 1))
    await e.device.sync()
    await end(e)
    save(both.right, e.deadline + 5_000)
    await e.device.sync()
    const asked = await app.rows<{ id: number; description: string }>(
      'SELECT id, description FROM options WHERE question_id = ? ORDER BY position',
      both.id,
    )
    const option = (place: number) => ({
      letter: 'ABCD'[place],
      description: asked[place]?.description,
      image_url: null,
    })
    expect((await workOf(e)).items).toMatchObject([
      { value: 'A, C', counts_now: 'B', options: [option(0), option(1), option(2)] },
    ])
    draft(e, programs.right, e.deadline + 6_000)
    await e.device.sync()
    expect((await workOf(e)).items).toMatchObject([{ kind: 'choice' }, { kind: 'draft', options: [] }])
  })

  test('waits with its evidence, counts once it is accepted, and no more once that is taken back', async () => {
    const e = await exam()
    draft(e, programs.wrong)
    await e.device.sync()
    expect((await reportOf(e)).late_work).toBeNull()
    await end(e)
    await judged(e, 1)
    expect(await scoreOf(e)).toBe(0)
    draft(e, programs.right, e.deadline + 5_000)
    choose(e, e.deadline + 6_000)
    await e.device.sync()
    expect((await waitingOf(e)).candidates).toMatchObject([
      { token: e.who.ref, email: e.who.email, waiting: 2 },
    ])
    expect(await lateDrivesOf(e)).toMatchObject({
      drives: [{ id: e.org.driveId, is_assessment: false, candidates: 1 }],
      candidates: 1,
    })
    const { items, deadline_at } = await workOf(e)
    expect(Date.parse(deadline_at)).toBe(e.deadline)
    expect(items).toMatchObject([
      {
        kind: 'draft',
        source: 'log',
        verdict: 'late',
        state: 'waiting',
        value: programs.right,
        counts_now: programs.wrong,
        made_at: new Date(e.deadline + 5_000).toISOString(),
      },
      { kind: 'choice', state: 'waiting', counts_now: null },
    ])
    expect((await reportOf(e)).late_work).toEqual({ waiting: 2 })
    const accepted = await decide(e, items, 'accepted')
    expect(accepted.json).toMatchObject({ message: 'Accepted.' })
    await score(e, 12)
    // Nothing waits, and the way to what was decided stays.
    expect(await waitingOf(e)).toMatchObject({ total: 0, waiting: 0, all: 1 })
    expect(await lateDrivesOf(e)).toEqual({ drives: [], candidates: 0 })
    const decided = await must(app.send, 'getLateCandidates', {
      params: { driveId: e.org.driveId },
      query: { decided: true },
      headers: await headersOf(e),
    })
    expect(decided.candidates).toMatchObject([{ token: e.who.ref, waiting: 0 }])
    const after = (await workOf(e)).items
    expect(after).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
    expect(after[0]?.decided_by).toBeTruthy()
    expect(after[0]?.note).toBe('Seen on the camera until the end.')
    // One word for it, at the work and where its arrival stands.
    const report = await reportOf(e)
    expect(report.late_work).toEqual({ waiting: 0 })
    expect(report.problems_details[0]).toMatchObject({ verdict: 'accepted_late', answer: programs.right })
    expect(report.mcqs_details[0]).toMatchObject({ verdict: 'accepted_late' })
    expect(new Set(report.connection.arrivals.map(({ verdict }) => verdict))).toEqual(
      new Set(['accepted_late']),
    )
    // The log itself says what it said.
    expect(
      await app.rows('SELECT DISTINCT verdict FROM ops WHERE attempt_id = ? AND seq > 1', e.who.attemptId),
    ).toEqual([{ verdict: 'late' }])
    await decide(e, items, 'rejected')
    await score(e, 0)
    const audit = await app.rows<{ action: string; before: string; after: string }>(
      'SELECT action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
      `attempt ${e.who.ref}`,
    )
    expect(audit.map(({ action }) => action)).toEqual(['candidate.late_accepted', 'candidate.late_rejected'])
    expect(JSON.parse(audit[1]?.before ?? '{}')).toMatchObject({ score: 12 })
    const named = items.map(({ kind, title, language }) => {
      const what = `${kind} of ${title}`
      return language ? `${what} in ${language}` : what
    })
    expect(JSON.parse(audit[0]?.after ?? '{}').named).toEqual(named)
    expect(named).toHaveLength(2)
  })

  test('is told beside the true end and the deadline, each by its name', async () => {
    const e = await exam()
    expect(await workOf(e)).toMatchObject({ ended_at: null, is_paused: false })
    app.clock.move(4 * MINUTE)
    const finished = app.clock.now()
    e.device.write('finish', 'finish', { reason: 'candidate' })
    await e.device.sync()
    app.clock.move(MINUTE)
    const work = await workOf(e)
    expect(work.ended_at).toBe(new Date(finished).toISOString())
    expect(work.deadline_at).toBe(new Date(e.deadline).toISOString())
  })

  test('stands in the report as what it is: chosen, and not counted yet', async () => {
    const e = await exam()
    choose(e, e.deadline - MINUTE)
    app.clock.set(e.deadline + 10 * MINUTE)
    await e.device.sync()
    await app.seal()
    const headers = await headersOf(e)
    const first = async () =>
      (await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })).mcqs_details[0]
    const { right } = e.org.questions[0]
    expect(await first()).toMatchObject({ selected_options: [], held_options: right, obtained_marks: 0 })
    await decide(e, (await workOf(e)).items, 'accepted')
    expect(await first()).toMatchObject({ selected_options: right, held_options: [], obtained_marks: 2 })
  })

  test('that is a submission is judged once it is accepted, not before, and counts with its marks', async () => {
    const e = await exam()
    await end(e)
    // None of them is spent, and yet no more are kept than are allowed in time.
    for (let n = 0; n < 4; n++) submit(e, programs.right, e.deadline + 1 + n)
    const { results } = await e.device.sync()
    expect(results.slice(0, 3).map(({ result }) => result)).toEqual(Array(3).fill('applied_late'))
    expect(results[3]).toMatchObject({ result: 'rejected', reason: 'no_submissions_left' })
    const stands = () =>
      app.rows(
        'SELECT status, verdict, marks FROM submissions WHERE attempt_id = ? ORDER BY id',
        e.who.attemptId,
      )
    const held = { status: 'held', verdict: 'late', marks: 0 }
    expect(await stands()).toEqual(Array(3).fill(held))
    expect(await scoreOf(e)).toBe(0)
    const { items } = await workOf(e)
    // The program of the one beyond them is kept, as a draft is.
    expect(items).toHaveLength(4)
    expect(items[0]).toMatchObject({ kind: 'submission', state: 'waiting', language: expect.any(String) })
    const first = items.slice(0, 1)
    await decide(e, first, 'accepted')
    await score(e, 10)
    const counted = { status: 'accepted', verdict: 'on_time', marks: 10 }
    expect(await stands()).toEqual([counted, held, held])
    // Taken back, no verdict stands for it, and its author is told at once.
    await decide(e, first, 'rejected')
    expect(await scoreOf(e)).toBe(0)
    expect(await stands()).toEqual(Array(3).fill(held))
    expect(await told(e)).toMatchObject({
      type: 'submission',
      status: 'processing',
      passed_testcases: 0,
      decision: 'rejected',
      not_counted: OVERRULED,
    })
    // Nor does one come of a program that is still waiting for its turn.
    await decide(e, items.slice(1, 2), 'accepted')
    await decide(e, items.slice(1, 2), 'rejected')
    await app.idle()
    expect(await stands()).toEqual(Array(3).fill(held))
    await decide(e, items, 'accepted')
    await score(e, 10)
    const params = { token: e.who.token, problemId: e.org.problems[0].id, languageId: 1 }
    expect((await must(app.send, 'getCode', { params })).submission_count_left).toBe(0)
  })

  test('that is a submission has its author told of each decision at once, and of the one that stands whenever asked', async () => {
    const e = await exam()
    await end(e)
    submit(e, programs.right, e.deadline + 1)
    const [result] = (await e.device.sync()).results
    const id = result && result.result !== 'rejected' ? (result.submission_id ?? 0) : 0
    const asked = () => must(app.send, 'getSubmission', { params: { id }, token: e.who.token })
    expect(await asked()).not.toHaveProperty('decision')
    expect(await asked()).toMatchObject({ not_counted: expect.stringContaining('unless staff accepts it') })
    const { items } = await workOf(e)
    const rejected = { status: 'processing', decision: 'rejected', not_counted: OVERRULED }
    await decide(e, items, 'rejected')
    expect(await told(e)).toMatchObject(rejected)
    expect(await asked()).toMatchObject(rejected)
    await decide(e, items, 'accepted')
    expect(await told(e)).toMatchObject({ type: 'submission', decision: 'accepted' })
    await score(e, 10)
    const accepted = await asked()
    expect(accepted).toMatchObject({ status: 'accepted', decision: 'accepted', marks: 10 })
    expect(accepted).not.toHaveProperty('not_counted')
    await decide(e, items, 'rejected')
    expect(await told(e)).toMatchObject(rejected)
    expect(await asked()).toMatchObject(rejected)
  })

  test('is not decided over somebody else unseen, and the audit log keeps both decisions with their notes', async () => {
    const e = await exam()
    await end(e)
    choose(e, e.deadline + 1)
    await e.device.sync()
    const { items } = await workOf(e)
    const op_ids = items.map(({ op_id }) => op_id)
    const headers = await headersOf(e)
    const send = (decision: 'accepted' | 'rejected', note: string, was: (string | null)[]) =>
      call(app.send, 'postLateDecision', {
        params: { ref: e.who.ref },
        body: { op_ids, decision, note, was },
        headers,
      })
    expect((await send('rejected', 'It was copied.', [null])).status).toBe(200)
    const refused = await send('accepted', 'It was not.', [null])
    const decided = (await workOf(e)).items.map(({ decided_at }) => decided_at)
    expect(refused).toMatchObject({
      status: 409,
      failure: {
        message: expect.stringContaining('rejected it: "It was copied."'),
        details: { current: decided },
      },
    })
    expect(await scoreOf(e)).toBe(0)
    expect((await send('accepted', 'It was not.', decided)).status).toBe(200)
    const entries = await app.rows<{ before: string; after: string }>(
      "SELECT before, after FROM audit_log WHERE action LIKE 'candidate.late%' AND subject = ? ORDER BY id",
      `attempt ${e.who.ref}`,
    )
    expect(entries.map(({ after }) => JSON.parse(after).note)).toEqual(['It was copied.', 'It was not.'])
    expect(JSON.parse(entries[1]?.before ?? '{}').decisions).toMatchObject([
      { piece: op_ids[0], decision: 'rejected', note: 'It was copied.' },
    ])
  })

  test('is decided as it was seen: what came meanwhile is told', async () => {
    const e = await exam()
    await end(e)
    draft(e, 'first', e.deadline + 1)
    await e.device.sync()
    const { items } = await workOf(e)
    draft(e, 'second', e.deadline + 2)
    await e.device.sync()
    const answer = await decide(e, items, 'accepted')
    expect(answer).toMatchObject({ status: 409, failure: { message: expect.stringMatching(/newer/) } })
  })
})

describe('claimed work', () => {
  const claimed = async (latePolicy: 'accept' | 'hold' | 'reject') => {
    const e = await exam({ latePolicy })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    choose(e, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(60 * MINUTE)
    await e.device.sync()
    return e
  }
  test.each([
    ['hold', 'waiting', null, 1],
    ['accept', 'accepted', 'policy', 0],
    ['reject', 'rejected', 'policy', 0],
  ] as const)('where the drive says %s is %s', async (policy, state, by, waiting) => {
    const e = await claimed(policy)
    expect((await workOf(e)).items).toMatchObject([{ verdict: 'on_time_claimed', state, decided_by: by }])
    expect((await waitingOf(e)).total).toBe(waiting)
  })
  test('that the drive rejects may be accepted all the same', async () => {
    const e = await claimed('reject')
    expect(await scoreOf(e)).toBe(0)
    await decide(e, (await workOf(e)).items, 'accepted')
    await score(e, 2)
  })
})

describe('claimed work that staff rejects', () => {
  const works = {
    choice: (e: Exam, est: number) => choose(e, est),
    submission: (e: Exam, est: number) => submit(e, programs.right, est),
    draft: (e: Exam, est: number) => draft(e, programs.right, est),
  }
  const scores = async (e: Exam) =>
    (await app.rows('SELECT score, score_claimed FROM attempts WHERE id = ?', e.who.attemptId))[0]

  test.each(
    (['accept', 'hold'] as const).flatMap((policy) =>
      (Object.keys(works) as (keyof typeof works)[]).map((kind) => [policy, kind] as const),
    ),
  )(
    'counts for nothing, neither verified nor claimed, and anew once it is accepted: %s, %s',
    async (latePolicy, kind) => {
      const e = await exam({ latePolicy })
      app.clock.set(e.deadline - 10 * MINUTE)
      await e.device.sync([])
      works[kind](e, e.deadline - 5 * MINUTE)
      await end(e)
      app.clock.move(60 * MINUTE)
      await e.device.sync()
      await app.idle()
      const worth = kind === 'choice' ? 2 : 10
      expect(await scores(e)).toEqual({ score: latePolicy === 'accept' ? worth : 0, score_claimed: worth })
      const { items } = await workOf(e)
      await decide(e, items, 'rejected')
      await app.idle()
      expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
      await decide(e, items, 'accepted')
      app.clock.move(MINUTE)
      await app.idle()
      expect(await scores(e)).toEqual({ score: worth, score_claimed: worth })
    },
  )

  test('counts as the drive says from then on where its rule is changed after the end', async () => {
    const e = await exam({ latePolicy: 'hold' })
    const headers = await headersOf(e)
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    choose(e, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(2 * MINUTE)
    await e.device.sync()
    for (const [late_policy, score] of [
      ['accept', 2],
      ['reject', 0],
    ] as const) {
      await must(app.send, 'putDrive', {
        params: { id: e.org.driveId },
        body: { settings: { late_policy } },
        headers,
      })
      expect(await scores(e)).toEqual({ score, score_claimed: 2 })
      expect((await reportOf(e)).score.obtained_score).toBe(score)
    }
  })
})

test('scores of all ended tests are counted anew, however many a transaction takes', async () => {
  const e = await exam({ latePolicy: 'hold', candidates: 8 })
  const others = await Promise.all(e.org.candidates.slice(1).map((who) => startDevice(app, who)))
  const devices = [e.device, ...others]
  app.clock.set(e.deadline - 10 * MINUTE)
  for (const device of devices) {
    await device.sync([])
    choose(e, e.deadline - 5 * MINUTE, device)
  }
  await end(e)
  app.clock.move(2 * MINUTE)
  for (const device of devices) await device.sync()
  const headers = await headersOf(e)
  const body = { settings: { late_policy: 'accept' as const } }
  await must(app.send, 'putDrive', { params: { id: e.org.driveId }, body, headers })
  const scores = await app.rows<{ score: number }>(
    'SELECT score FROM attempts WHERE drive_id = ? AND started_at IS NOT NULL',
    e.org.driveId,
  )
  expect(scores.map(({ score }) => score)).toEqual(Array(8).fill(2))
})

test('scores that are owed after a rule was changed are counted by what sweeps up, where a stop broke it off', async () => {
  const e = await exam({ latePolicy: 'hold' })
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, e.deadline - 5 * MINUTE)
  await end(e)
  app.clock.move(2 * MINUTE)
  await e.device.sync()
  expect(await scoreOf(e)).toBe(0)
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run("UPDATE drives SET late_policy = 'accept' WHERE id = ?", e.org.driveId)
    await oweCounting(tx, e.org.driveId, 2)
  })
  // The rule is changed once more after the test was counted, and before that is told.
  const db = Object.create(app.ctx.db) as typeof app.ctx.db
  let isChanged = false
  db.write = async (work) => {
    const done = await app.ctx.db.write(work)
    if (!isChanged) await app.ctx.db.write((tx) => oweCounting(tx, e.org.driveId, 3))
    isChanged = true
    return done
  }
  await countOwed({ ...app.ctx, db })
  const owed = () => app.rows("SELECT value FROM meta WHERE name LIKE 'count_anew:%'")
  expect([await scoreOf(e), await owed()]).toEqual([2, [{ value: '3' }]])
  await sweep(app.ctx)
  expect([await scoreOf(e), await owed()]).toEqual([2, []])
})

describe('what came too late behind claimed work', () => {
  /** Out of reach for longer than the drive allows: what was made in that time is claimed, what came after it is late. */
  const bothOf = async (
    write: (e: Exam, est: number, isLate: boolean) => void,
    latePolicy: 'accept' | 'hold',
  ) => {
    const e = await exam({ latePolicy, maxOfflineMinutes: 10 })
    app.clock.set(e.deadline - 20 * MINUTE)
    await e.device.sync([])
    write(e, e.deadline - 15 * MINUTE, false)
    write(e, e.deadline - 5 * MINUTE, true)
    await end(e)
    app.clock.move(60 * MINUTE)
    await e.device.sync()
    await app.idle()
    return e
  }
  const drafts = (e: Exam, est: number, isLate: boolean) =>
    draft(e, isLate ? programs.right : programs.wrong, est)
  const choices = (e: Exam, est: number, isLate: boolean) => {
    const [question] = e.org.questions
    const selected_options = isLate ? question.right : question.wrong.slice(0, 1)
    e.device.write(
      'mcq_save',
      choiceKey(question.id),
      { question_id: question.id, selected_options },
      { est },
    )
  }
  const counts = async (e: Exam) => {
    app.clock.move(MINUTE)
    await app.idle()
    return scoreOf(e)
  }

  test.each([
    ['a program', drafts, 10],
    ['a choice', choices, 2],
  ] as const)(
    'waits beside it, counts once it is accepted, and gives way again: %s',
    async (_, write, worth) => {
      for (const policy of ['hold', 'accept'] as const) {
        const e = await bothOf(write, policy)
        const { items } = await workOf(e)
        expect(items.map(({ verdict, state }) => [verdict, state])).toEqual([
          ['on_time_claimed', policy === 'accept' ? 'accepted' : 'waiting'],
          ['late', 'waiting'],
        ])
        expect(await counts(e)).toBe(0)
        const late = items.slice(1)
        await decide(e, late, 'accepted')
        expect(await counts(e)).toBe(worth)
        // The claimed piece is still there to decide about.
        expect((await workOf(e)).items).toMatchObject([
          { verdict: 'on_time_claimed', state: policy === 'accept' ? 'accepted' : 'waiting' },
          { verdict: 'late', state: 'accepted' },
        ])
        await decide(e, late, 'rejected')
        expect(await counts(e)).toBe(0)
        expect((await workOf(e)).items).toMatchObject([
          { verdict: 'on_time_claimed', state: policy === 'accept' ? 'accepted' : 'waiting' },
          { verdict: 'late', state: 'rejected' },
        ])
        expect((await verifyAll(app.ctx)).findings).toEqual([])
      }
    },
  )
})

test('a last draft that came too late and that staff accepts takes nothing away from the one before it', async () => {
  const e = await exam()
  draft(e, programs.right)
  await e.device.sync()
  draft(e, programs.wrong, e.deadline + 1)
  await end(e)
  await score(e, 10)
  await e.device.sync()
  await decide(e, (await workOf(e)).items, 'accepted')
  await judged(e, 2)
  expect(await scoreOf(e)).toBe(10)
})

test('a last draft that staff accepts takes nothing away from the one before it', async () => {
  const e = await exam({ latePolicy: 'hold' })
  app.clock.set(e.deadline - 10 * MINUTE)
  draft(e, programs.right)
  await e.device.sync()
  draft(e, programs.wrong, e.deadline - 5 * MINUTE)
  await end(e)
  app.clock.move(2 * MINUTE)
  await e.device.sync()
  await score(e, 10)
  await decide(e, (await workOf(e)).items, 'accepted')
  await judged(e, 2)
  expect(await scoreOf(e)).toBe(10)
})

describe('what a device wrote that lost the test', () => {
  const takenOver = async () => {
    const e = await exam()
    draft(e, 'before')
    await e.device.sync()
    const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
    return { e, other, takeOver: () => other.takeOver() }
  }
  const draftOf = async (e: Exam) =>
    (
      await app.rows<{ saved: string }>(
        "SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%'",
        e.who.attemptId,
      )
    )[0]?.saved

  test('becomes the answer where the device that went on has touched nothing', async () => {
    const { e, takeOver } = await takenOver()
    draft(e, 'written offline')
    choose(e)
    await takeOver()
    const head = await app.rows('SELECT head_seq, head_hash FROM attempts WHERE id = ?', e.who.attemptId)
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await draftOf(e)).toBe('written offline')
    expect(await app.rows('SELECT head_seq, head_hash FROM attempts WHERE id = ?', e.who.attemptId)).toEqual(
      head,
    )
    expect((await workOf(e)).items).toMatchObject([
      { source: 'aside', state: 'accepted', decided_by: 'policy' },
      { source: 'aside', state: 'accepted' },
    ])
    await end(e)
    expect(await scoreOf(e)).toBe(2)
  })

  test.each([
    [
      'is its own where only the device that went on was heard in a pause',
      'before the pause',
      false,
      'written offline',
    ],
    [
      'is its own where it was taken over in a pause it never heard of',
      'in the pause',
      false,
      'written offline',
    ],
    ['waits for staff where it was told of the pause itself', 'in the pause', true, 'before'],
  ] as const)('%s', async (_, taken, isTold, answer) => {
    const { e, other, takeOver } = await takenOver()
    const pause = async () => {
      const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
      await must(app.send, 'postPause', { params: { ref: e.who.ref }, headers })
      app.clock.move(2 * MINUTE)
    }
    draft(e, 'written offline')
    app.clock.move(MINUTE)
    if (taken === 'in the pause') await pause()
    if (isTold) await e.device.sync([])
    app.clock.move(2 * MINUTE)
    await takeOver()
    app.clock.move(2 * MINUTE)
    if (taken === 'before the pause') await pause()
    await other.sync([])
    app.clock.move(5_000)
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await draftOf(e)).toBe(answer)
  })

  test('stands beside what was written since, and becomes the answer when staff says so', async () => {
    const { e, other, takeOver } = await takenOver()
    draft(e, programs.right)
    await takeOver()
    draft(e, programs.wrong, undefined, other)
    await other.sync()
    await e.device.post(e.device.request())
    expect(await draftOf(e)).toBe(programs.wrong)
    const { items } = await workOf(e)
    expect(items).toMatchObject([
      {
        source: 'aside',
        state: 'waiting',
        why: 'written_before',
        value: programs.right,
        counts_now: programs.wrong,
      },
    ])
    await end(e)
    await judged(e, 1)
    await decide(e, items, 'accepted')
    await score(e, 10)
    expect((await decide(e, items, 'rejected')).status).toBe(409)
  })

  test('counts as saved once staff takes it, though it was only clicked', async () => {
    const e = await exam()
    const [question] = e.org.questions
    const key = choiceKey(question.id)
    const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
    const click = e.device.write('mcq_select', key, {
      question_id: question.id,
      selected_options: question.right,
    })
    await other.takeOver()
    other.write('mcq_save', key, { question_id: question.id, selected_options: question.wrong.slice(0, 1) })
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await scoreOf(e)).toBe(0)
    expect((await decide(e, [click], 'accepted')).status).toBe(200)
    expect(await scoreOf(e)).toBe(2)
  })

  test('is no answer where it came after the end, until staff says so', async () => {
    const { e, takeOver } = await takenOver()
    choose(e, e.deadline + 1_000)
    await takeOver()
    await end(e)
    app.clock.set(e.deadline + 60_000)
    await e.device.post(e.device.request())
    expect((await workOf(e)).items).toMatchObject([{ source: 'aside', state: 'waiting', why: 'after_end' }])
    expect(await scoreOf(e)).toBe(0)
  })

  test('of a device that was reset becomes the answer before any other device goes on, and comes back with the next lease', async () => {
    const { e } = await takenOver()
    draft(e, 'written offline')
    await must(app.send, 'postResetDevice', { params: { ref: e.who.ref }, headers: await headersOf(e) })
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect(await draftOf(e)).toBe('written offline')
    expect((await workOf(e)).items).toMatchObject([{ state: 'accepted', decided_by: 'policy' }])
    const again = new Device(app.send, e.who.token, app.clock.now, 'Blue laptop')
    const { answers } = await must(app.send, 'postSyncLease', {
      body: again.leaseRequest(),
      token: e.who.token,
    })
    expect(answers.drafts).toMatchObject([{ answer: 'written offline' }])
  })

  test('is told to the device that went on, once for all that came together', async () => {
    const { e, takeOver } = await takenOver()
    draft(e, 'written offline')
    choose(e)
    await takeOver()
    await e.device.post(e.device.request())
    const notices = async () =>
      (await must(app.send, 'getNotices', { token: e.who.token })).notices.map(({ kind }) => kind)
    expect(await notices()).toEqual(['adopted'])
    expect(
      await app.rows(
        "SELECT json_extract(data, '$.what') AS what FROM events WHERE attempt_id = ? ORDER BY id DESC LIMIT 1",
        e.who.attemptId,
      ),
    ).toEqual([{ what: 'notice' }])
    await e.device.post(e.device.request())
    expect(await notices()).toEqual(['adopted'])
  })

  /** A piece that became the answer, and the device that went on, which has heard nothing since. */
  const adopted = async () => {
    const { e, other, takeOver } = await takenOver()
    draft(e, programs.right)
    choose(e)
    await takeOver()
    await e.device.post(e.device.request())
    const writeOver = async (text = programs.wrong) => {
      draft(e, text, undefined, other)
      await other.sync()
    }
    return { e, other, writeOver }
  }

  test('waits for staff as another answer once the device that went on has written over it unseen', async () => {
    const { e, writeOver } = await adopted()
    await writeOver()
    const { items } = await workOf(e)
    expect(items).toMatchObject([
      {
        kind: 'draft',
        state: 'waiting',
        why: 'written_over',
        value: programs.right,
        counts_now: programs.wrong,
      },
      { kind: 'choice', state: 'accepted', why: 'adopted' },
    ])
    expect((await waitingOf(e)).candidates).toMatchObject([{ waiting: 1 }])
    await end(e)
    await judged(e, 1)
    await decide(e, items.slice(0, 1), 'accepted')
    await score(e, 12)
    expect((await workOf(e)).items).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
  })

  test('waits for nobody once a device that had been told of it goes on from it, and may still be accepted', async () => {
    const { e, other, writeOver } = await adopted()
    app.clock.move(TOLD_AFTER)
    await writeOver()
    const { items } = await workOf(e)
    expect(items).toMatchObject([
      { kind: 'draft', state: 'superseded', why: 'superseded', counts_now: programs.wrong, decided_by: null },
      { kind: 'choice', state: 'accepted' },
    ])
    expect((await waitingOf(e)).total).toBe(0)
    // Whatever it writes later it writes over its own text, however it comes.
    draft(e, 'later', undefined, other)
    app.clock.move(MINUTE)
    await other.sync()
    expect((await workOf(e)).items).toMatchObject([{ state: 'superseded' }, { state: 'accepted' }])
    await decide(e, items.slice(0, 1), 'accepted')
    // It counts beside its author's newer text and does not take its place.
    expect(await draftOf(e)).toBe('later')
    expect((await workOf(e)).items).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
  })

  test('was a click alone, and the device that goes on saves its question: nobody has to choose', async () => {
    const { e, other, takeOver } = await takenOver()
    const [question] = e.org.questions
    const choice = (of: Device, type: 'mcq_select' | 'mcq_save', selected_options: number[]) =>
      of.write(type, choiceKey(question.id), { question_id: question.id, selected_options })
    choice(e.device, 'mcq_select', question.wrong.slice(0, 1))
    await takeOver()
    await e.device.post(e.device.request())
    expect((await workOf(e)).items).toMatchObject([{ kind: 'choice', state: 'accepted', why: 'adopted' }])
    app.clock.move(TOLD_AFTER)
    choice(other, 'mcq_save', question.right)
    await other.sync()
    expect((await workOf(e)).items).toMatchObject([{ kind: 'choice', state: 'superseded' }])
  })

  test.each([
    ['was made before the device can have been told', TOLD_AFTER - 1, 0],
    ['came long after it was made', TOLD_AFTER, SOON_SENT_MS + 1],
  ])('waits where what was written over it %s', async (_what, before, onTheWay) => {
    const { e, other } = await adopted()
    app.clock.move(before)
    draft(e, programs.wrong, undefined, other)
    app.clock.move(onTheWay)
    await other.sync()
    // The next entry shows nothing of the first.
    app.clock.move(MINUTE)
    draft(e, 'one more', undefined, other)
    await other.sync()
    expect((await workOf(e)).items).toMatchObject([
      { state: 'waiting', why: 'written_over' },
      { state: 'accepted' },
    ])
    expect((await waitingOf(e)).candidates).toMatchObject([{ waiting: 1 }])
  })

  test('waits where the device was out of reach in between, back or not', async () => {
    const { e, other, writeOver } = await adopted()
    other.write('offline', '', {})
    app.clock.move(TOLD_AFTER)
    await other.sync()
    await writeOver()
    expect((await workOf(e)).items).toMatchObject([{ state: 'waiting' }, { state: 'accepted' }])
  })

  test('waits where whoever wrote over it first had not been told, whichever device goes on from there', async () => {
    const { e, writeOver } = await adopted()
    await writeOver()
    app.clock.move(TOLD_AFTER)
    const third = new Device(app.send, e.who.token, app.clock.now, 'Green laptop')
    await third.takeOver()
    draft(e, 'later', undefined, third)
    await third.sync()
    expect((await workOf(e)).items).toMatchObject([
      { state: 'waiting', why: 'written_over' },
      { state: 'accepted' },
    ])
    expect((await waitingOf(e)).candidates).toMatchObject([{ waiting: 1 }])
  })

  test('waits where a client without a page wrote over it', async () => {
    const { e } = await adopted()
    await must(app.send, 'postResetDevice', { params: { ref: e.who.ref }, headers: await headersOf(e) })
    app.clock.move(TOLD_AFTER)
    await must(app.send, 'postCode', { token: e.who.token, body: code(e, programs.wrong) })
    expect((await workOf(e)).items).toMatchObject([{ state: 'waiting' }, { state: 'accepted' }])
  })

  test('stands there whole: every submission, and the newest draft of each device', async () => {
    const { e, other, takeOver } = await takenOver()
    submit(e, programs.wrong)
    submit(e, programs.right)
    draft(e, 'of the first device')
    const first = e.device.request()
    await takeOver()
    draft(e, 'older of the second device', undefined, other)
    draft(e, 'of the second device', undefined, other)
    const second = other.request()
    await e.device.takeOver()
    await other.post(second)
    await e.device.post(first)
    expect((await workOf(e)).items.map(({ value }) => value).toSorted()).toEqual(
      [programs.wrong, programs.right, 'of the first device', 'of the second device'].toSorted(),
    )
  })

  test('comes a page at a time, and is decided wherever it stands', async () => {
    const { e, takeOver } = await takenOver()
    for (let n = 0; n < LATE_ITEMS_A_PAGE + 3; n++) submit(e, `program ${n}`)
    await takeOver()
    await e.device.post(e.device.request())
    const headers = await headersOf(e)
    const pageOf = (offset: number, limit?: number) =>
      call(app.send, 'getLateWork', { params: { ref: e.who.ref }, query: { offset, limit }, headers })
    const read = async (offset: number) =>
      must(app.send, 'getLateWork', { params: { ref: e.who.ref }, query: { offset }, headers })
    const [first, second] = [await read(0), await read(LATE_ITEMS_A_PAGE)]
    expect([first.total, second.total]).toEqual([LATE_ITEMS_A_PAGE + 3, LATE_ITEMS_A_PAGE + 3])
    expect([...first.items, ...second.items].map(({ value }) => value)).toEqual(
      Array.from({ length: LATE_ITEMS_A_PAGE + 3 }, (_, n) => `program ${n}`),
    )
    expect((await pageOf(0, LATE_ITEMS_A_PAGE + 1)).status).toBe(422)
    await decide(e, second.items.slice(-1), 'rejected')
    expect((await read(LATE_ITEMS_A_PAGE)).items.map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'rejected',
    ])
  })

  test('asks nothing where a device went on from its own draft to a submission', async () => {
    const { e, takeOver } = await takenOver()
    draft(e, 'one')
    submit(e, programs.right)
    await takeOver()
    await e.device.post(e.device.request())
    expect((await workOf(e)).items).toMatchObject([{ kind: 'submission', state: 'accepted' }])
    expect((await waitingOf(e)).candidates).toEqual([])
  })

  test('counts once where the device itself gives its lease up and writes it again, whichever comes first', async () => {
    const e = await exam()
    submit(e, programs.right)
    const aside = e.device.request()
    await e.device.takeOver()
    const before = new Set((await notices(e)).map(({ id }) => id))
    await new Device(app.send, e.who.token, app.clock.now).post(aside)
    expect((await workOf(e)).items).toMatchObject([{ kind: 'submission', state: 'waiting' }])
    submit(e, programs.right)
    await e.device.sync()
    expect(
      await app.rows("SELECT id FROM submissions WHERE attempt_id = ? AND kind = 'submit'", e.who.attemptId),
    ).toHaveLength(1)
    expect((await workOf(e)).items).toEqual([])
    expect((await notices(e)).filter(({ id }) => !before.has(id))).toEqual([])
  })

  test('is shown where the device gave its lease up, and never wrote it again under the next one', async () => {
    const { e, other, takeOver } = await takenOver()
    draft(e, 'written offline')
    const tail = e.device.request()
    await e.device.takeOver()
    await takeOver()
    draft(e, 'on the other laptop', undefined, other)
    await other.sync()
    await new Device(app.send, e.who.token, app.clock.now).post(tail)
    expect(await draftOf(e)).toBe('on the other laptop')
    expect((await workOf(e)).items).toMatchObject([{ source: 'aside', kind: 'draft', state: 'waiting' }])
  })

  test('is found by its key, however much of it there is', async () => {
    const explained = {
      raw: { all: (sql: string, ...of: unknown[]) => app.rows(`EXPLAIN QUERY PLAN ${sql}`, ...of) },
    } as unknown as Queries
    const plan = (await listLateWork(explained, 1, [])) as unknown as { detail: string }[]
    const newer = plan.map(({ detail }) => detail).filter((detail) => / n USING /.test(detail))
    expect(newer).toHaveLength(3)
    for (const detail of newer) expect(detail).toMatch(/lease_id=\? AND key=\?/)
    const newest = plan.map(({ detail }) => detail).filter((detail) => / m USING /.test(detail))
    expect(newest.length).toBeGreaterThan(0)
    for (const detail of newest)
      expect(detail).toMatch(/ops_late_key \(attempt_id=\? AND key=\? AND verdict=\?/)
  })

  test('an older draft of the same tail does not come back over a newer one', async () => {
    const { e, takeOver } = await takenOver()
    draft(e, 'one')
    draft(e, 'two')
    await takeOver()
    await e.device.post(e.device.request())
    await e.device.post(e.device.request())
    expect(await draftOf(e)).toBe('two')
  })
})
