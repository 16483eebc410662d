import { describe, expect, test } from 'vitest'
import { HEARTBEAT_MS, SILENCE_MS } from '#contract/constants.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { PAUSE_MARGIN_MS } from '#machines/attempt/time.ts'
import {
  call,
  Device,
  type Exam,
  MINUTE,
  must,
  programs,
  signIn,
  startExam,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** While the clock stands nothing counts by itself: what was made meanwhile waits for staff, and no program runs. */

const app = await appForFile({ judging: true })

interface Paused extends Exam {
  headers: Record<string, string>
  pausedAt: number
}

async function paused(): Promise<Paused> {
  const e = await startExam(app)
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  app.clock.move(5 * MINUTE)
  await e.device.sync([])
  await must(app.send, 'postPause', { params: { ref: e.who.ref }, headers })
  return { ...e, headers, pausedAt: app.clock.now() }
}
const resume = (e: Paused) => must(app.send, 'postResume', { params: { ref: e.who.ref }, headers: e.headers })
const save = (e: Exam, est?: number) => {
  const [question] = e.org.questions
  const body = { question_id: question.id, selected_options: question.right }
  return e.device.write('mcq_save', choiceKey(question.id), body, { est })
}
const stored = async (e: Exam) =>
  (
    await app.rows<{ type: string; result: string; verdict: string }>(
      'SELECT type, result, verdict FROM ops WHERE attempt_id = ? ORDER BY seq',
      e.who.attemptId,
    )
  ).map(({ type, result, verdict }) => `${type} ${result} ${verdict}`)
const end = async (e: Exam) => {
  e.device.write('finish', '', { reason: 'candidate' })
  await e.device.sync()
  return (
    await app.rows<{ score: number | null; score_claimed: number | null }>(
      'SELECT score, score_claimed FROM attempts WHERE id = ?',
      e.who.attemptId,
    )
  )[0]
}
const lateWork = (e: Paused) =>
  must(app.send, 'getLateWork', { params: { ref: e.who.ref }, headers: e.headers })

describe('work made in a pause', () => {
  test('waits for a decision, however soon it is sent, and counts once it is accepted', async () => {
    const e = await paused()
    app.clock.move(HEARTBEAT_MS + 1)
    const op = save(e)
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied_late late'])
    const iso = (at: number) => new Date(at).toISOString()
    expect((await lateWork(e)).items).toMatchObject([
      { op_id: op.op_id, state: 'waiting', why: 'paused', pause: { from: iso(e.pausedAt), to: null } },
    ])
    await resume(e)
    expect(await end(e)).toEqual({ score: 0, score_claimed: 0 })
    await must(app.send, 'postLateDecision', {
      params: { ref: e.who.ref },
      body: { op_ids: [op.op_id], decision: 'accepted', note: '' },
      headers: e.headers,
    })
    expect(await app.rows('SELECT score FROM attempts WHERE id = ?', e.who.attemptId)).toEqual([{ score: 2 }])
  })

  test('waits also where it arrives after the resumption, or after a second pause', async () => {
    const e = await paused()
    app.clock.move(10 * MINUTE)
    const during = app.clock.now() - MINUTE
    await resume(e)
    save(e, during)
    await must(app.send, 'postPause', { params: { ref: e.who.ref }, headers: e.headers })
    app.clock.move(MINUTE)
    await resume(e)
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied_late late'])
    // The pause it was made in is told, of two.
    const [item] = (await lateWork(e)).items
    expect(item?.pause).toEqual({
      from: new Date(e.pausedAt).toISOString(),
      to: new Date(during + MINUTE).toISOString(),
    })
  })

  test.each([
    ['by syncs', 0],
    ['by calls alone', 0],
    ['by calls alone, and was quiet for a minute then', SILENCE_MS + 1],
  ])(
    'waits also where a device that was heard all through it, %s, dates it back before it',
    async (how, quiet) => {
      const e = await paused()
      const { anchor } = e.device
      const read = () =>
        must(app.send, 'getDriveProblems', { params: { id: e.org.driveId }, token: e.who.token })
      for (let beat = 0; beat < 20; beat++) {
        app.clock.move(HEARTBEAT_MS)
        if (how === 'by syncs') await e.device.sync([])
        else await read()
      }
      app.clock.move(quiet)
      if (quiet > 0) await read()
      const [{ id: problem_id }] = e.org.problems
      const [question] = e.org.questions
      const before = { est: e.pausedAt - 1, anchor_id: anchor }
      const choice = { question_id: question.id, selected_options: question.right }
      const work = { problem_id, language_id: 1, source_code: programs.right }
      e.device.write('mcq_save', choiceKey(question.id), choice, before)
      e.device.write('submit', codeKey(problem_id, 1), work, before)
      await e.device.sync()
      expect(await stored(e)).toEqual(['mcq_save applied_late late', 'submit applied_late late'])
      expect((await lateWork(e)).items).toMatchObject([{ why: 'paused' }, { why: 'paused' }])
    },
  )

  test('is told as what it is to a device that goes on, until it is saved again', async () => {
    const e = await paused()
    app.clock.move(2 * MINUTE)
    const [{ id: problem_id }] = e.org.problems
    const draft = (device: Device) =>
      device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer: 'in the pause' })
    save(e)
    draft(e.device)
    await e.device.sync()
    await resume(e)
    const given = async (device: Device) => {
      const body = device.leaseRequest(true)
      const { lease, answers } = await must(app.send, 'postSyncLease', { token: e.who.token, body })
      device.adopt(lease)
      return [...Object.values(answers.choices), ...answers.drafts].map(({ is_uncounted }) => is_uncounted)
    }
    const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
    expect(await given(other)).toEqual([true, true])
    draft(other)
    await other.sync()
    expect(await given(new Device(app.send, e.who.token, app.clock.now, 'Green laptop'))).toEqual([
      true,
      undefined,
    ])
  })

  test('is not told so to a device that comes after the end: what came too late is no work of a pause', async () => {
    const e = await startExam(app)
    app.clock.set(e.deadline + 31_000)
    await app.seal()
    const [{ id: problem_id }] = e.org.problems
    const body = { problem_id, language_id: 1, answer: 'too late' }
    e.device.write('draft', codeKey(problem_id, 1), body, { est: e.deadline + 1_000 })
    await e.device.sync()
    const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
    const { answers } = await must(app.send, 'postSyncLease', {
      token: e.who.token,
      body: other.leaseRequest(true),
    })
    expect(answers.drafts).toMatchObject([{ answer: 'too late' }])
    expect(answers.drafts[0]).not.toHaveProperty('is_uncounted')
  })

  test('is neither judged nor spent, and its author is told; once accepted it is judged and counts', async () => {
    const e = await paused()
    app.clock.move(MINUTE)
    const [{ id: problem_id }] = e.org.problems
    const work = { problem_id, language_id: 1, source_code: programs.right }
    const op = e.device.write('submit', codeKey(problem_id, 1), work)
    const { results } = await e.device.sync()
    expect(results).toMatchObject([{ result: 'applied_late', submission_id: expect.any(Number) }])
    const [result] = results
    const id = result && result.result !== 'rejected' ? (result.submission_id ?? 0) : 0
    const told = () => must(app.send, 'getSubmission', { params: { id }, token: e.who.token })
    const left = async () =>
      (
        await must(app.send, 'getCode', {
          params: { token: e.who.token, problemId: problem_id, languageId: 1 },
        })
      ).submission_count_left
    const allowed = 3
    const held = {
      status: 'processing',
      verdict: 'late',
      judged_testcases: 0,
      not_counted: expect.stringMatching(
        /^The test was paused when this was made\. .* It took none of your submissions\.$/,
      ),
    }
    expect(await told()).toMatchObject(held)
    expect(await left()).toBe(allowed)
    const counted = async () => {
      const { headers } = e
      const report = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
      const { results } = await must(app.send, 'getResults', { params: { id: e.org.driveId }, headers })
      return {
        used: report.problems_details.find((one) => one.problem_id === problem_id)?.submissions_used,
        judging: [report.judging, ...results.map(({ judging }) => judging)],
      }
    }
    expect(await counted()).toEqual({ used: 0, judging: [0, 0] })
    const jobs = 'SELECT count(*) AS n FROM jobs WHERE attempt_id = ?'
    expect(await app.rows(jobs, e.who.attemptId)).toEqual([{ n: 0 }])
    app.clock.move(MINUTE)
    await resume(e)
    await end(e)
    expect(await told()).toMatchObject(held)
    await must(app.send, 'postLateDecision', {
      params: { ref: e.who.ref },
      body: { op_ids: [op.op_id], decision: 'accepted', note: '' },
      headers: e.headers,
    })
    await waitFor('its verdict', async () => (await told()).status === 'accepted')
    expect(await told()).not.toHaveProperty('not_counted')
    expect(await told()).toMatchObject({ verdict: 'on_time', marks: 10 })
    expect(await left()).toBe(allowed - 1)
    expect(await counted()).toEqual({ used: 1, judging: [0, 0] })
    expect(await app.rows('SELECT score FROM attempts WHERE id = ?', e.who.attemptId)).toEqual([
      { score: 10 },
    ])
  })
})

describe('counts', () => {
  test('what was made before the pause, whenever it arrives', async () => {
    const e = await paused()
    save(e, e.pausedAt - 1)
    app.clock.move(10 * MINUTE)
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied on_time'])
  })

  test('what was made while the word of the pause was on its way', async () => {
    const e = await paused()
    app.clock.move(HEARTBEAT_MS)
    save(e)
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied on_time'])
  })

  test('what was made from the resumption on', async () => {
    const e = await paused()
    app.clock.move(10 * MINUTE)
    await resume(e)
    save(e)
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied on_time'])
  })

  test('what was made after a reopening of a test that had ended in its pause', async () => {
    const e = await paused()
    app.clock.move(2 * MINUTE)
    await end(e)
    app.clock.move(2 * MINUTE)
    await must(app.send, 'postReopen', {
      params: { ref: e.who.ref },
      body: { minutes: 30 },
      headers: e.headers,
    })
    save(e)
    await e.device.sync()
    expect((await stored(e)).at(-1)).toBe('mcq_save applied on_time')
  })

  test('what was made between a resumption and the end, where the test is reopened before it arrives', async () => {
    const e = await paused()
    app.clock.move(2 * MINUTE)
    await resume(e)
    await e.device.sync([])
    app.clock.move(MINUTE)
    save(e)
    app.clock.set(e.deadline + 3 * MINUTE)
    await app.seal()
    await must(app.send, 'postReopen', {
      params: { ref: e.who.ref },
      body: { minutes: 30 },
      headers: e.headers,
    })
    await e.device.sync()
    expect(await stored(e)).toEqual(['mcq_save applied on_time'])
  })
})

test('no program runs while the clock stands', async () => {
  const e = await paused()
  const run = () =>
    call(app.send, 'postExecution', {
      token: e.who.token,
      body: { language_id: 1, source_code: 'print(1)', stdin: '' },
    })
  expect(await run()).toMatchObject({ status: 409, failure: { code: 'conflict', message: /paused/ } })
  await resume(e)
  expect((await run()).status).toBe(200)
})

test('a pause that everybody forgot ends the test a day later, for the page and the server alike', async () => {
  const e = await paused()
  const ahead = e.deadline + PAUSE_MARGIN_MS
  const stands = () =>
    app.rows('SELECT finished_at, paused_at, end_reason FROM attempts WHERE id = ?', e.who.attemptId)
  app.clock.set(ahead + 30_000)
  await app.seal()
  expect(await stands()).toEqual([{ finished_at: null, paused_at: e.pausedAt, end_reason: null }])
  app.clock.move(1)
  await app.seal()
  expect(await stands()).toEqual([{ finished_at: ahead, paused_at: null, end_reason: 'Connection lost' }])
})
