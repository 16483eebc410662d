import { describe, expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import { codeKey } from '#contract/ops.ts'
import { Device, lateWorkIn, MINUTE, must, programs } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** A decision of staff about late work stands, whatever comes after it, and says what was shown. */

const app = await appForFile({ judging: true })

const late = lateWorkIn(app)
const { exam, two, draft, submit, choose, workOf, decide, headersOf, pause, resume } = late
const { end, settle, scores, rowsOf } = late
const OTHER = 2
const saved = async (e: Awaited<ReturnType<typeof exam>>) =>
  (await rowsOf<{ saved: string }>(e, 'SELECT saved FROM answers'))[0]?.saved

describe('a claimed choice that staff rejected stays rejected', () => {
  test('where the test is opened again and finished', async () => {
    const e = await exam({ latePolicy: 'accept' })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
    await decide(e, (await workOf(e)).items, 'rejected')
    const input = { params: { ref: e.who.ref }, body: { minutes: 10 }, headers: await headersOf(e) }
    await must(app.send, 'postReopen', input)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })

  test('where the rest of the tail brings the finish', async () => {
    const e = await exam({ latePolicy: 'hold' })
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
    const first = e.device.tail
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await end(e)
    app.clock.move(5 * MINUTE)
    await e.device.sync(first)
    await decide(e, (await workOf(e)).items, 'rejected')
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })
})

test('rejecting claimed work brings no older claimed work back', async () => {
  const e = await exam({ latePolicy: 'accept' })
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', true, e.deadline - 6 * MINUTE)
  choose(e, 'mcq_save', false, e.deadline - 5 * MINUTE)
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  await decide(e, (await workOf(e)).items, 'rejected')
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

test('nor does taking back what came too late bring back what was claimed before the test was opened again', async () => {
  const e = await exam({ latePolicy: 'hold' })
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', true, e.deadline - 5 * MINUTE)
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  const input = { params: { ref: e.who.ref }, body: { minutes: 10 }, headers: await headersOf(e) }
  await must(app.send, 'postReopen', input)
  choose(e, 'mcq_save', false)
  await e.device.sync()
  app.clock.move(11 * MINUTE)
  await app.seal()
  choose(e, 'mcq_save', true)
  await e.device.sync()
  const late = (await workOf(e)).items.filter(({ verdict }) => verdict === 'late')
  await decide(e, late, 'accepted')
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  await decide(e, late, 'rejected')
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
})

test('a click in a pause that the finish dropped waits for nobody beside the claimed save', async () => {
  const e = await exam({ latePolicy: 'hold' })
  app.clock.set(e.deadline - 20 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_save', true, e.deadline - 15 * MINUTE)
  app.clock.set(e.deadline - 12 * MINUTE)
  await pause(e)
  choose(e, 'mcq_select', false, e.deadline - 10 * MINUTE)
  app.clock.set(e.deadline - 8 * MINUTE)
  await resume(e)
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 6 * MINUTE })
  app.clock.set(e.deadline + 5 * MINUTE)
  await app.seal()
  app.clock.move(MINUTE)
  await e.device.sync()
  expect((await workOf(e)).items.map(({ verdict, kind }) => [verdict, kind])).toEqual([
    ['on_time_claimed', 'choice'],
  ])
})

test('a choice that was only clicked and that staff accepted counts through the finish', async () => {
  const e = await exam({ latePolicy: 'hold' })
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  choose(e, 'mcq_select', true, e.deadline - 5 * MINUTE)
  const first = e.device.tail
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync(first)
  await decide(e, (await workOf(e)).items, 'accepted')
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('of several saved choices the finish leaves the newest in time, and the newest that is claimed', async () => {
  const e = await exam({ latePolicy: 'hold' })
  choose(e, 'mcq_save', false)
  choose(e, 'mcq_save', true)
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync()
  choose(e, 'mcq_save', true, e.deadline - 6 * MINUTE)
  choose(e, 'mcq_save', false, e.deadline - 5 * MINUTE)
  choose(e, 'mcq_select', true, e.deadline - 5 * MINUTE)
  e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
  await end(e)
  app.clock.move(5 * MINUTE)
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
})

test('a decision about an older late submission says nothing of the newer late draft', async () => {
  const e = await exam()
  await end(e)
  submit(e, 1, programs.wrong, e.deadline + 1)
  draft(e, 1, programs.right, e.deadline + 2)
  await e.device.sync()
  const { items } = await workOf(e)
  await decide(
    e,
    items.filter(({ kind }) => kind === 'submission'),
    'accepted',
  )
  await settle(e)
  expect((await scores(e))?.score).toBe(0)
})

describe('of a device that lost the test', () => {
  test('a submission beyond the limit can be accepted, as one of the log can', async () => {
    const { e, other } = await two()
    submit(e, OTHER, 'of the lost device')
    await other.takeOver()
    for (let n = 0; n < 3; n++) submit(e, 1, `${programs.wrong}// ${n}`, undefined, other)
    await other.sync()
    expect((await e.device.post(e.device.request())).status).toBe(403)
    expect((await decide(e, (await workOf(e)).items, 'accepted')).status).toBe(200)
    expect(await rowsOf(e, 'SELECT count(*) AS n FROM submissions')).toEqual([{ n: 4 }])
  })

  test('what it had submitted in time becomes the answer and is judged', async () => {
    const { e, other } = await two()
    submit(e, 1, programs.right)
    await other.takeOver()
    await e.device.post(e.device.request())
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    await settle(e)
    expect(await rowsOf(e, 'SELECT status, marks FROM submissions')).toEqual([
      { status: 'accepted', marks: 10 },
    ])
  })

  test("what comes within the grace of the other one's finish is in the score; long after it, staff decides", async () => {
    for (const [later, score] of [
      [5_000, 2],
      [5 * MINUTE, 0],
    ] as const) {
      const { e, other } = await two()
      choose(e, 'mcq_save', true)
      app.clock.move(MINUTE)
      await other.takeOver()
      app.clock.move(MINUTE)
      other.write('finish', '', { reason: 'candidate' })
      await other.sync()
      app.clock.move(later)
      await e.device.post(e.device.request())
      expect((await scores(e))?.score).toBe(score)
    }
  })

  test('what was answered in time counts, though the other one had submitted all choices by then', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    app.clock.move(MINUTE)
    await other.takeOver()
    app.clock.move(MINUTE)
    other.write('mcq_submit_all', '', {})
    await other.sync()
    app.clock.move(5_000)
    await e.device.post(e.device.request())
    expect(await rowsOf(e, 'SELECT saved_from IS NOT NULL AS adopted FROM answers')).toEqual([{ adopted: 1 }])
  })

  test('what staff decided stays, whatever comes later', async () => {
    const { e, other } = await two()
    choose(e, 'mcq_save', true)
    const first = e.device.request()
    choose(e, 'mcq_save', false)
    const second = e.device.request(e.device.tail.slice(1))
    await other.takeOver()
    app.clock.move(1_000)
    choose(e, 'mcq_save', false, undefined, other)
    await other.sync()
    await e.device.post(first)
    await decide(e, (await workOf(e)).items, 'accepted')
    const right = JSON.stringify(e.org.questions[0].right)
    expect(await saved(e)).toBe(right)
    await e.device.post(second)
    expect(await saved(e)).toBe(right)
  })

  test('what is accepted is what was shown, though something else came under its id', async () => {
    const { e, other } = await two()
    const { op_id } = submit(e, 1, 'harmless')
    const shown = e.device.request()
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, source_code: programs.right }
    const namesake = e.device.write('submit', codeKey(problem_id, 1), body, { op_id })
    await other.takeOver()
    draft(e, 1, 'x', undefined, other)
    await other.sync()
    await e.device.post(shown)
    await e.device.post(e.device.request([namesake]))
    const { items } = await workOf(e)
    expect(items.map(({ value }) => value)).toEqual(['harmless'])
    expect((await decide(e, items, 'accepted', [null])).status).toBe(200)
    expect(await rowsOf(e, 'SELECT count(adopted_at) AS adopted FROM quarantine')).toEqual([{ adopted: 1 }])
    expect(
      await app.rows(
        "SELECT source FROM submissions WHERE kind = 'submit' AND attempt_id = ?",
        e.who.attemptId,
      ),
    ).toEqual([{ source: 'harmless' }])
  })

  test('what became its answer stays, though something else came under its id', async () => {
    const { e, other } = await two()
    const { op_id } = submit(e, 1, 'harmless')
    const first = e.device.request()
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, source_code: programs.right }
    const namesake = e.device.write('submit', codeKey(problem_id, 1), body, { op_id })
    await other.takeOver()
    await e.device.post(first)
    await e.device.post(e.device.request([namesake]))
    expect(await saved(e)).toBe('harmless')
    expect(await rowsOf(e, 'SELECT count(adopted_at) AS adopted, count(*) AS kept FROM quarantine')).toEqual([
      { adopted: 1, kept: 2 },
    ])
  })

  test('what it wrote before a pause is its own where staff freed the test in the pause', async () => {
    const { e, other } = await two()
    draft(e, 1, 'before')
    await e.device.sync()
    app.clock.move(MINUTE)
    draft(e, 1, 'written offline')
    app.clock.move(MINUTE)
    await pause(e)
    app.clock.move(3 * MINUTE)
    const input = { params: { ref: e.who.ref }, body: {}, headers: await headersOf(e) }
    await must(app.send, 'postResetDevice', input)
    app.clock.move(3 * MINUTE)
    await other.takeOver()
    await e.device.post(e.device.request())
    expect(await saved(e)).toBe('written offline')
  })

  test('what it gave up is shown until its key is written again, a submission until it is one again', async () => {
    const { e } = await two()
    draft(e, 1, 'written offline')
    submit(e, OTHER, 'submitted offline')
    const tail = e.device.request()
    await e.device.takeOver()
    await new Device(app.send, e.who.token, app.clock.now).post(tail)
    const shown = async () => (await workOf(e)).items.map(({ value }) => value)
    e.device.write('online', '', { ms: 0 })
    await e.device.sync()
    expect(await shown()).toEqual(['written offline', 'submitted offline'])
    draft(e, 1, 'written offline')
    draft(e, OTHER, 'submitted offline')
    await e.device.sync()
    expect(await shown()).toEqual(['submitted offline'])
    submit(e, OTHER, 'submitted offline')
    await e.device.sync()
    expect(await shown()).toEqual([])
  })

  test('what its log forked over is claimed for when it was made, under the lease it gave up', async () => {
    const e = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    draft(e, 1, programs.right, e.deadline - 5 * MINUTE)
    const { anchor } = e.device
    app.clock.set(e.deadline + 2 * MINUTE)
    await app.seal()
    await e.device.takeOver()
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, answer: programs.right }
    const given = { est: e.deadline - 5 * MINUTE, anchor_id: anchor }
    e.device.write('draft', codeKey(problem_id, 1), body, given)
    await e.device.sync()
    expect((await workOf(e)).items).toMatchObject([
      { verdict: 'on_time_claimed', made_at: new Date(e.deadline - 5 * MINUTE).toISOString() },
    ])
  })

  test('nothing is older than the lease of another device that it took the test from', async () => {
    const { e, other } = await two()
    const { anchor } = e.device
    app.clock.move(10 * MINUTE)
    await other.takeOver()
    const problem_id = e.org.problems[0].id
    const body = { problem_id, language_id: 1, answer: 'dated back' }
    const given = { est: app.clock.now() - 9 * MINUTE, anchor_id: anchor }
    const at = app.clock.now()
    other.write('draft', codeKey(problem_id, 1), body, given)
    await other.sync()
    expect(await rowsOf(e, 'SELECT made_at FROM answers')).toEqual([{ made_at: at }])
  })
})

test('all of these hold when everything is verified', async () => {
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})
