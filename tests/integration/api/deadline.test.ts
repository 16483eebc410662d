import { describe, expect, test } from 'vitest'
import { sealOverdue } from '#api/attempts/seal.ts'
import type { Context } from '#api/context.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import {
  call,
  type Exam,
  HOUR,
  MINUTE,
  must,
  type OrganizationOptions,
  openApp,
  programs,
  signIn,
  startExam,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The end of the time: what counts, what is late, and what the server does where the browser never comes back. */

const app = await appForFile({ judging: true })

const exam = (options: OrganizationOptions = {}, on: TestApp = app): Promise<Exam> => startExam(on, options)

type Place = 0 | 1 | 2
const choice = (e: Exam, i: Place, options: number[]) => ({
  question_id: e.org.questions[i].id,
  selected_options: options,
})
const right = (e: Exam, i: Place) => choice(e, i, e.org.questions[i].right)
const wrong = (e: Exam, i: Place) => choice(e, i, e.org.questions[i].wrong.slice(0, 1))
const save = (e: Exam, body: { question_id: number }, est?: number) =>
  e.device.write('mcq_save', choiceKey(body.question_id), body, { est })
const select = (e: Exam, body: { question_id: number }, est?: number) =>
  e.device.write('mcq_select', choiceKey(body.question_id), body, { est })
const draft = (e: Exam, answer: string, est?: number) => {
  const problem_id = e.org.problems[0].id
  return e.device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer }, { est })
}
const submit = (e: Exam, source_code: string, est?: number) => {
  const problem_id = e.org.problems[0].id
  return e.device.write(
    'submit',
    codeKey(problem_id, 1),
    { problem_id, language_id: 1, source_code },
    { est },
  )
}

interface AttemptRow {
  score: number | null
  score_claimed: number | null
  end_reason: string | null
  finished_at: number | null
  sealed_at: number | null
  finish_seq: number | null
}
async function attempt(e: Exam, on: TestApp = app): Promise<AttemptRow> {
  const [row] = await on.rows<AttemptRow>(
    'SELECT score, score_claimed, end_reason, finished_at, sealed_at, finish_seq FROM attempts WHERE id = ?',
    e.who.attemptId,
  )
  if (!row) throw new Error('no attempt')
  return row
}
const submissions = (e: Exam, on: TestApp = app) =>
  on.rows<{ kind: string; source: string; status: string; verdict: string; marks: number }>(
    'SELECT kind, source, status, verdict, marks FROM submissions WHERE attempt_id = ? ORDER BY id',
    e.who.attemptId,
  )
const judged = (e: Exam, n: number, on: TestApp = app) =>
  waitFor(`${n} judged submissions`, async () => {
    const rows = await submissions(e, on)
    return rows.length === n && rows.every((row) => row.status !== 'processing') && rows
  })
const verdicts = (e: Exam) =>
  app.rows<{ verdict: string; result: string }>(
    'SELECT verdict, result FROM ops WHERE attempt_id = ? ORDER BY seq',
    e.who.attemptId,
  )
/** To the first moment at which the server may seal. */
const pastGrace = (e: Exam) => app.clock.set(e.deadline + 30_001)

describe('verdicts over the wire', () => {
  test('made and received before the border counts; a millisecond later it does not', async () => {
    const e = await exam()
    app.clock.set(e.deadline)
    save(e, right(e, 0))
    await e.device.sync()
    app.clock.set(e.deadline + 1)
    save(e, wrong(e, 0))
    await e.device.sync()
    app.clock.set(e.deadline + 30_000)
    save(e, right(e, 1), e.deadline)
    await e.device.sync()
    // The last answer's anchor is after the deadline: whatever the device says, this was made later than that.
    expect(await verdicts(e)).toEqual([
      { verdict: 'on_time', result: 'applied' },
      { verdict: 'late', result: 'applied_late' },
      { verdict: 'late', result: 'applied_late' },
    ])
    pastGrace(e)
    await app.seal()
    expect(await attempt(e)).toMatchObject({ score: 2, score_claimed: 2 })
  })

  test('made offline at the deadline: on time within the grace, claimed 1 ms after it', async () => {
    const [inGrace, after] = [await exam(), await exam()]
    app.clock.set(inGrace.deadline - 10 * MINUTE)
    for (const e of [inGrace, after]) {
      await e.device.sync([])
      save(e, right(e, 0), e.deadline)
    }
    app.clock.set(inGrace.deadline + 30_000)
    await inGrace.device.sync()
    app.clock.move(1)
    await after.device.sync()
    expect(await verdicts(inGrace)).toEqual([{ verdict: 'on_time', result: 'applied' }])
    expect(await verdicts(after)).toEqual([{ verdict: 'on_time_claimed', result: 'applied_late' }])
  })

  test('a device clock that is years off, or an anchor it made up, moves nothing', async () => {
    const e = await exam()
    app.clock.set(e.deadline + 10_000)
    save(e, right(e, 0), Date.UTC(1970, 0, 1))
    save(e, right(e, 1), Date.UTC(2099, 0, 1))
    e.device.write('mcq_save', choiceKey(e.org.questions[2].id), right(e, 2), {
      est: e.deadline - 1,
      anchor_id: 'zzzzzz.forged',
    })
    await e.device.sync()
    const made = await app.rows<{ made_at: number; verdict: string }>(
      'SELECT made_at, verdict FROM ops WHERE attempt_id = ? ORDER BY seq',
      e.who.attemptId,
    )
    const started = Date.parse(e.device.grant.server_time)
    expect(made).toEqual([
      { made_at: started, verdict: 'on_time' },
      { made_at: app.clock.now(), verdict: 'late' },
      { made_at: app.clock.now(), verdict: 'late' },
    ])
  })

  test('an op announced in time and sent late counts as claimed; one that an earlier contact did not announce is late', async () => {
    const e = await exam()
    app.clock.move(5 * MINUTE)
    await e.device.sync([])
    const { anchor } = e.device
    save(e, right(e, 0))
    await e.device.sync([])
    app.clock.set(e.deadline - MINUTE)
    await e.device.sync([])
    const { question_id } = right(e, 1)
    e.device.write('mcq_save', choiceKey(question_id), right(e, 1), {
      est: e.deadline - 2 * MINUTE,
      anchor_id: anchor,
    })
    app.clock.set(e.deadline + 2 * MINUTE)
    await e.device.sync()
    expect(await verdicts(e)).toEqual([
      { verdict: 'on_time_claimed', result: 'applied_late' },
      { verdict: 'late', result: 'applied_late' },
    ])
  })
})

describe('zero', () => {
  /** A question as the report tells it to staff. */
  const reported = async (e: Exam, i: Place) => {
    const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
    const { mcqs_details } = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
    return mcqs_details.find(({ question_id }) => question_id === e.org.questions[i].id)
  }

  test('a choice not yet saved counts at zero, and only then', async () => {
    const [atZero, byHand] = [await exam(), await exam()]
    for (const e of [atZero, byHand]) {
      save(e, wrong(e, 0))
      select(e, right(e, 0))
      select(e, right(e, 1))
      await e.device.sync()
    }
    byHand.device.write('finish', '', { reason: 'candidate' })
    await byHand.device.sync()
    app.clock.set(atZero.deadline)
    atZero.device.write('mcq_submit_all', '', {})
    atZero.device.write('finish', '', { reason: 'timeout' })
    await atZero.device.sync()
    expect(await attempt(atZero)).toMatchObject({
      score: 5,
      end_reason: 'Time over',
      finished_at: atZero.deadline,
    })
    expect(await attempt(byHand)).toMatchObject({ score: 0, end_reason: 'Finished by candidate' })
    expect(await reported(atZero, 1)).toMatchObject({
      selected_options: right(atZero, 1).selected_options,
      unsaved_options: [],
    })
    expect(await reported(byHand, 0)).toMatchObject({
      selected_options: wrong(byHand, 0).selected_options,
      unsaved_options: right(byHand, 0).selected_options,
    })
    expect(await reported(byHand, 1)).toMatchObject({
      selected_options: [],
      unsaved_options: right(byHand, 1).selected_options,
    })
  })

  test('a finish for lack of time more than 5 s early is rejected, and the test goes on', async () => {
    const e = await exam()
    app.clock.set(e.deadline - 5_001)
    e.device.write('finish', '', { reason: 'timeout' })
    save(e, right(e, 0))
    expect((await e.device.sync()).results).toMatchObject([
      { result: 'rejected', reason: 'not_over' },
      { result: 'applied' },
    ])
    app.clock.move(1)
    e.device.write('finish', '', { reason: 'timeout' })
    const answer = await e.device.sync()
    expect(answer).toMatchObject({
      state: 'finished',
      end_reason: 'Time over',
      results: [{ result: 'applied' }],
    })
    expect(await attempt(e)).toMatchObject({ score: 2 })
  })

  test('what was said of a test at such an end is not the feedback at its true one', async () => {
    const e = await exam()
    app.clock.set(e.deadline - MINUTE)
    e.device.write('finish', '', { reason: 'timeout' })
    e.device.write('feedback', '', { rating: 1, comment: 'It ended too early' })
    expect(await e.device.sync()).toMatchObject({ state: 'running' })
    app.clock.set(e.deadline)
    e.device.write('finish', '', { reason: 'timeout' })
    expect(await e.device.sync()).toMatchObject({ state: 'finished' })
    app.clock.move(1)
    e.device.write('feedback', '', { rating: 5, comment: 'It went on' })
    expect(await e.device.sync()).toMatchObject({ state: 'final', results: [{ result: 'applied_late' }] })
    const rows = await app.rows('SELECT rating, answer FROM feedbacks WHERE attempt_id = ?', e.who.attemptId)
    expect(rows).toEqual([{ rating: 5, answer: 'It went on' }])
  })

  test('the last draft of a problem is judged without spending a submission', async () => {
    const e = await exam()
    submit(e, programs.samplesOnly)
    draft(e, programs.wrong)
    draft(e, programs.right)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    const rows = await judged(e, 2)
    expect(rows).toMatchObject([
      { kind: 'submit', marks: 2 },
      { kind: 'final', source: programs.right, marks: 10 },
    ])
    expect(await attempt(e)).toMatchObject({ score: 10 })
    const code = await must(app.send, 'getCode', {
      params: { token: e.who.token, problemId: e.org.problems[0].id, languageId: 1 },
    })
    expect(code.submission_count_left).toBe(2)
  })
})

describe('the seal', () => {
  test('comes by itself after the grace, not before, and names the reason', async () => {
    const [near, silent] = [await exam(), await exam()]
    for (const e of [near, silent]) {
      select(e, right(e, 1))
      draft(e, programs.right)
      await e.device.sync()
    }
    app.clock.set(near.deadline - MINUTE)
    await near.device.sync([])
    await app.seal()
    app.clock.set(near.deadline + 30_000)
    expect(await app.seal()).toBe(0)
    expect((await near.device.sync([])).state).toBe('running')
    pastGrace(near)
    expect(await app.seal()).toBe(2)
    expect(await app.seal()).toBe(0)
    expect(await attempt(near)).toMatchObject({
      end_reason: 'Time over',
      finished_at: near.deadline,
      sealed_at: near.deadline + 30_001,
      finish_seq: null,
    })
    expect(await attempt(silent)).toMatchObject({
      end_reason: 'Connection lost',
      finished_at: silent.deadline,
    })
    for (const e of [near, silent]) {
      await judged(e, 1)
      expect(await attempt(e)).toMatchObject({ score: 13, score_claimed: 13 })
      const events = await app.rows<{ data: string }>(
        'SELECT data FROM events WHERE attempt_id = ?',
        e.who.attemptId,
      )
      expect(events.map((row) => JSON.parse(row.data))).toContainEqual({ type: 'attempt', what: 'ended' })
      const log = await app.rows('SELECT seq FROM ops WHERE attempt_id = ?', e.who.attemptId)
      expect(log).toHaveLength(2)
    }
    expect(await near.device.sync([])).toMatchObject({ state: 'finished', end_reason: 'Time over' })
  })

  test('where the server was away at the deadline, grace and seal count from its return', async () => {
    let own = await openApp()
    const e = await exam({}, own)
    const first = save(e, right(e, 0), e.deadline - 10_000)
    save(e, right(e, 1), e.deadline - 9_000)
    await own.close()
    own.clock.set(e.deadline + 10 * MINUTE)
    const { data, clock } = own
    own = await openApp({ data, clock, judging: true })
    try {
      expect(await own.seal()).toBe(0)
      clock.move(30_000)
      expect(await own.seal()).toBe(0)
      e.device.connect(own.send)
      expect((await e.device.sync([first])).results).toMatchObject([{ result: 'applied' }])
      // A second restart within the grace does not take away what the first outage gave.
      await own.close()
      clock.move(20_000)
      own = await openApp({ data, clock, judging: true })
      e.device.connect(own.send)
      expect(await own.seal()).toBe(0)
      expect((await e.device.sync()).results).toMatchObject([{ result: 'applied' }])
      clock.move(30_001)
      expect(await own.seal()).toBe(1)
      expect(await attempt(e, own)).toMatchObject({
        score: 5,
        finished_at: e.deadline,
        end_reason: 'Time over',
      })
    } finally {
      await own.remove()
    }
  })

  test('a finish that comes after the seal does not move the end or its reason', async () => {
    const [late, offline] = [await exam(), await exam()]
    app.clock.move(10 * MINUTE)
    await offline.device.sync([])
    offline.device.write('finish', '', { reason: 'timeout' }, { est: offline.deadline })
    app.clock.set(late.deadline + 10 * MINUTE)
    await app.seal()
    late.device.write('finish', '', { reason: 'candidate' })
    await late.device.sync()
    await offline.device.sync()
    expect(await attempt(late)).toMatchObject({
      finished_at: late.deadline,
      end_reason: 'Connection lost',
      finish_seq: 1,
    })
    expect(await attempt(offline)).toMatchObject({
      finished_at: offline.deadline,
      end_reason: 'Time over',
      finish_seq: 1,
    })
    const [drive] = await app.rows<{ finished: number }>(
      'SELECT finished FROM drives WHERE id = ?',
      late.org.driveId,
    )
    expect(drive?.finished).toBe(1)
  })
})

describe('what arrives late', () => {
  const tail = async (latePolicy: OrganizationOptions['latePolicy']): Promise<Exam> => {
    const e = await exam({ latePolicy })
    save(e, right(e, 0))
    await e.device.sync()
    app.clock.move(5 * MINUTE)
    await e.device.sync([])
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    save(e, right(e, 1), e.deadline - 5 * MINUTE)
    draft(e, programs.right, e.deadline - 4 * MINUTE)
    e.device.write('finish', '', { reason: 'timeout' }, { est: e.deadline })
    pastGrace(e)
    await app.seal()
    app.clock.move(60 * MINUTE)
    const { results } = await e.device.sync()
    expect(results.map((r) => r.result)).toEqual(['applied_late', 'applied_late', 'applied_late'])
    expect((await e.device.sync(e.device.ops.slice(-3))).results).toEqual(results)
    await judged(e, 1)
    return e
  }

  /** Marks of the problem and the questions, as the report tells them. */
  const marksInReport = async (e: Exam): Promise<number[]> => {
    const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
    const report = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
    return [
      ...report.problems_details.map((p) => p.obtained_score),
      ...report.mcqs_details.map((q) => q.obtained_marks),
    ].filter((marks) => marks > 0)
  }

  test('claimed work is scored apart until it is decided', async () => {
    expect(await attempt(await tail('hold'))).toMatchObject({
      score: 2,
      score_claimed: 15,
      end_reason: 'Time over',
    })
  })

  test('where the drive accepts it, it counts', async () => {
    const e = await tail('accept')
    expect(await attempt(e)).toMatchObject({ score: 15, score_claimed: 15 })
    expect(await marksInReport(e)).toEqual([10, 2, 3])
  })

  test('a late submission is held: it is neither judged nor spent, and scores nothing', async () => {
    const e = await exam()
    app.clock.set(e.deadline + 1)
    submit(e, programs.right)
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    await app.idle()
    expect(await submissions(e)).toMatchObject([
      { kind: 'submit', verdict: 'late', status: 'held', marks: 0 },
    ])
    expect(
      await app.rows("SELECT 1 FROM jobs WHERE kind = 'judge' AND attempt_id = ?", e.who.attemptId),
    ).toEqual([])
    expect(await attempt(e)).toMatchObject({ score: 0, score_claimed: 0 })
  })
})

describe('work done in time is never displaced by later work', () => {
  test('a finish made after the deadline ends the test at the deadline', async () => {
    const e = await exam()
    app.clock.set(e.deadline + 10_000)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    expect(await attempt(e)).toMatchObject({ finished_at: e.deadline, sealed_at: null })
  })

  test('the last draft is judged in its own language, though the same text was submitted in another', async () => {
    const e = await exam()
    submit(e, programs.right)
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 2, answer: programs.right }
    e.device.write('draft', codeKey(problem_id, 2), body)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    expect(
      await app.rows(
        'SELECT kind, language_id FROM submissions WHERE attempt_id = ? ORDER BY id',
        e.who.attemptId,
      ),
    ).toEqual([
      { kind: 'submit', language_id: 1 },
      { kind: 'final', language_id: 2 },
    ])
  })

  test('what comes behind the seal is applied late, whatever the clock of the server says then', async () => {
    const e = await exam()
    pastGrace(e)
    await app.seal()
    app.clock.set(e.deadline + 20_000)
    save(e, right(e, 0), e.deadline - 1)
    await e.device.sync()
    expect(await verdicts(e)).toEqual([{ verdict: 'on_time', result: 'applied_late' }])
  })

  test('a draft saved in time is judged though another came after the deadline', async () => {
    const e = await exam()
    draft(e, programs.right)
    await e.device.sync()
    app.clock.set(e.deadline + 1_000)
    draft(e, programs.wrong)
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    expect(await judged(e, 1)).toMatchObject([{ kind: 'final', source: programs.right, verdict: 'on_time' }])
    expect(await attempt(e)).toMatchObject({ score: 10, score_claimed: 10 })
  })

  test('the same where both arrive in one batch', async () => {
    const e = await exam()
    draft(e, programs.right, e.deadline - 1_000)
    draft(e, programs.wrong, e.deadline + 1_000)
    save(e, right(e, 0), e.deadline - 1_000)
    save(e, wrong(e, 0), e.deadline + 1_000)
    app.clock.set(e.deadline + 5_000)
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    expect(await judged(e, 1)).toMatchObject([{ kind: 'final', source: programs.right, verdict: 'on_time' }])
    expect(await attempt(e)).toMatchObject({ score: 12, score_claimed: 12 })
  })

  test('claimed work is not displaced by late work, in one batch or in two', async () => {
    const [one, two] = [await exam(), await exam()]
    app.clock.move(10 * MINUTE)
    for (const e of [one, two]) {
      await e.device.sync([])
      draft(e, programs.right, e.deadline - 1_000)
      save(e, right(e, 0), e.deadline - 1_000)
    }
    pastGrace(one)
    await app.seal()
    app.clock.move(MINUTE)
    await two.device.sync()
    for (const e of [one, two]) {
      draft(e, programs.wrong)
      save(e, wrong(e, 0))
      await e.device.sync()
      expect(await judged(e, 1)).toMatchObject([{ source: programs.right, verdict: 'on_time_claimed' }])
      expect(await attempt(e)).toMatchObject({ score: 0, score_claimed: 12 })
    }
  })

  test('a draft saved in time counts though the same program was submitted after the deadline', async () => {
    const e = await exam()
    draft(e, programs.right)
    await e.device.sync()
    app.clock.set(e.deadline + 1_000)
    submit(e, programs.right)
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    expect(await judged(e, 2)).toMatchObject([
      { kind: 'submit', verdict: 'late', status: 'held' },
      { kind: 'final', verdict: 'on_time', status: 'accepted' },
    ])
    expect(await attempt(e)).toMatchObject({ score: 10, score_claimed: 10 })
  })

  test('a last draft that is emptied in a reopened test leaves no program, and none to judge', async () => {
    const e = await exam()
    draft(e, programs.right)
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    await judged(e, 1)
    await must(app.send, 'postReopen', {
      params: { ref: e.who.ref },
      body: { minutes: 10 },
      headers: await signIn(app.send, e.org.admin.email, e.org.admin.password),
    })
    draft(e, '')
    await e.device.sync()
    app.clock.move(HOUR)
    await app.seal()
    const left = `SELECT (SELECT count(*) FROM submissions WHERE attempt_id = @id) AS programs,
      (SELECT count(*) FROM jobs WHERE attempt_id = @id AND kind = 'judge') AS jobs`
    expect(await app.rows(left, { id: e.who.attemptId })).toEqual([{ programs: 0, jobs: 0 }])
  })

  test('a choice made in time stands against one made late, saved or not', async () => {
    const e = await exam()
    select(e, right(e, 0))
    save(e, right(e, 1))
    save(e, right(e, 2))
    await e.device.sync()
    app.clock.set(e.deadline + 1_000)
    save(e, wrong(e, 0))
    select(e, wrong(e, 1))
    save(e, wrong(e, 2))
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    expect(await attempt(e)).toMatchObject({ score: 6, score_claimed: 6 })
  })

  test('a choice made late never counts, saved or not', async () => {
    const e = await exam()
    save(e, wrong(e, 1))
    select(e, wrong(e, 2))
    await e.device.sync()
    app.clock.set(e.deadline + 1_000)
    select(e, right(e, 0))
    select(e, right(e, 1))
    select(e, right(e, 2))
    await e.device.sync()
    pastGrace(e)
    await app.seal()
    expect(await attempt(e)).toMatchObject({ score: 0, score_claimed: 0 })
  })

  test('a plain draft after the deadline does not take the place of the one before it', async () => {
    const e = await exam()
    const { org, who } = e
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE attempts SET lease_id = NULL WHERE id = ?', who.attemptId),
    )
    const post = (answer: string) =>
      call(app.send, 'postCode', {
        token: who.token,
        body: { answer, language_id: 1, problem_id: org.problems[0].id },
      })
    expect((await post(programs.right)).status).toBe(200)
    app.clock.set(e.deadline + 1)
    expect((await post(programs.wrong)).status).toBe(200)
    pastGrace(e)
    await app.seal()
    expect(await judged(e, 1)).toMatchObject([{ source: programs.right, verdict: 'on_time' }])
  })
})

describe('a test that is overdue, and that staff', () => {
  test.each([
    ['gives minutes', 'postMinutes', { minutes: 30 }],
    ['pauses', 'postPause', {}],
  ] as const)('%s before it is sealed, goes on', async (_, name, body) => {
    const e = await exam()
    const deadline = Date.parse(e.device.grant.deadline_at)
    app.clock.move(deadline - app.clock.now() + MINUTE)
    const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
    const params = { ref: e.who.ref }
    /** Overdue tests are looked up before they are sealed, one after the other. */
    let isDone = false
    const meanwhile: Context['db']['write'] = async (work) => {
      if (!isDone) await must(app.send, name, { params, body, headers })
      isDone = true
      return app.ctx.db.write(work)
    }
    await sealOverdue({ ...app.ctx, db: { ...app.ctx.db, write: meanwhile } })
    const [stored] = await app.rows<AttemptRow>('SELECT * FROM attempts WHERE id = ?', e.who.attemptId)
    expect(stored).toMatchObject({ sealed_at: null, finished_at: null, end_reason: null })
  })
})

test('a test that cannot be sealed keeps nobody else’s running', async () => {
  const [broken, other] = [await exam(), await exam()]
  draft(broken, 'console.log(1)')
  await broken.device.sync()
  // A program that cannot be read, which no way of the product leaves behind.
  await app.ctx.db.write((tx) =>
    tx.raw.run(`UPDATE ops SET body = x'00', body_deflated = 1 WHERE attempt_id = ?`, broken.who.attemptId),
  )
  app.clock.move(Date.parse(other.device.grant.deadline_at) - app.clock.now() + MINUTE)
  await app.seal()
  const sealed = await app.rows<{ id: number }>(
    'SELECT id FROM attempts WHERE sealed_at IS NOT NULL AND id IN (?, ?)',
    broken.who.attemptId,
    other.who.attemptId,
  )
  expect(sealed.map(({ id }) => id)).toEqual([other.who.attemptId])
})
