import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEARTBEAT_MS } from '#contract/constants.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { PAUSE_MARGIN_MS } from '#machines/attempt/time.ts'
import {
  call,
  type Exam,
  MINUTE,
  must,
  openApp,
  signIn,
  startExam,
  type TestApp,
} from '../../factories/index.ts'

/** While the clock stands nothing counts by itself: what was made meanwhile waits for staff, and no program runs. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

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
    expect((await lateWork(e)).items).toMatchObject([{ op_id: op.op_id, state: 'waiting', why: 'paused' }])
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
  })

  test('is judged for nobody: its submission does not count', async () => {
    const e = await paused()
    app.clock.move(MINUTE)
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, source_code: 'print(1)' }
    e.device.write('submit', codeKey(problem_id, 1), body)
    await e.device.sync()
    expect(await app.rows('SELECT verdict FROM submissions WHERE attempt_id = ?', e.who.attemptId)).toEqual([
      { verdict: 'late' },
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
