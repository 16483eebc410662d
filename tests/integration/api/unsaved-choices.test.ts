import { describe, expect, test } from 'vitest'
import { choiceKey } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import { Device, type Exam, HOUR, MINUTE, must, signIn, startExam } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/**
 * A choice that was clicked and not saved: at zero it counts as saved. If the candidate finished the test it counts for
 * nothing, and takes nothing away from what was saved before it, whenever the server hears of any of it.
 */

const app = await appForFile({ judging: true })

async function exam(latePolicy: 'hold' | 'reject' = 'hold') {
  const e = await startExam(app, { latePolicy })
  const [question] = e.org.questions
  const options = await app.rows<{ id: number }>('SELECT id FROM options WHERE question_id = ?', question.id)
  const wrong = options.map(({ id }) => id).filter((id) => !question.right.includes(id))
  const write = (type: 'mcq_select' | 'mcq_save', selected_options: readonly number[], est?: number) =>
    e.device.write(type, choiceKey(question.id), { question_id: question.id, selected_options }, { est })
  return { e, right: question.right, wrong: wrong.slice(0, 1), write }
}
/** The device comes back five minutes after the server has ended the test. */
async function comesBack({ device, deadline }: Exam): Promise<void> {
  app.clock.set(deadline + MINUTE)
  await app.seal()
  app.clock.set(deadline + 5 * MINUTE)
  await device.sync()
}
const scores = async ({ who }: Exam) =>
  (
    await app.rows<{ score: number }>('SELECT score, score_claimed FROM attempts WHERE id = ?', who.attemptId)
  )[0]

type Done = readonly [type: 'mcq_save' | 'mcq_select', choice: 'right' | 'wrong']

describe('the candidate finished out of reach', () => {
  test.each<[string, { inReach: Done[]; outOfReach: Done[]; score: number; claimed: number }]>([
    [
      'after a click beside what was saved in time: that counts',
      { inReach: [['mcq_save', 'right']], outOfReach: [['mcq_select', 'wrong']], score: 2, claimed: 2 },
    ],
    [
      'after a click in reach and a save out of reach: what is claimed is claimed with its finish, and verified is the click',
      {
        inReach: [
          ['mcq_save', 'right'],
          ['mcq_select', 'wrong'],
        ],
        outOfReach: [['mcq_save', 'right']],
        score: 0,
        claimed: 2,
      },
    ],
    [
      'after a save out of reach: that one is claimed, and what was saved in time is verified',
      { inReach: [['mcq_save', 'wrong']], outOfReach: [['mcq_save', 'right']], score: 0, claimed: 2 },
    ],
    [
      'after a click alone: nothing counts',
      { inReach: [], outOfReach: [['mcq_select', 'right']], score: 0, claimed: 0 },
    ],
  ])('%s', async (_, { inReach, outOfReach, score, claimed }) => {
    const { e, right, wrong, write } = await exam()
    const options = { right, wrong }
    app.clock.set(e.deadline - 10 * MINUTE)
    for (const [type, choice] of inReach) write(type, options[choice])
    await e.device.sync()
    for (const [type, choice] of outOfReach) write(type, options[choice], e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    expect(await scores(e)).toEqual({ score, score_claimed: claimed })
  })

  test('after a click on what a lost device had saved: that stays the answer', async () => {
    const { e, right, wrong, write } = await exam()
    const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
    write('mcq_save', right)
    await other.takeOver()
    expect((await e.device.post(e.device.request())).status).toBe(403)
    app.clock.set(e.deadline - 10 * MINUTE)
    await other.sync([])
    const [{ id }] = e.org.questions
    other.write(
      'mcq_select',
      choiceKey(id),
      { question_id: id, selected_options: wrong },
      { est: e.deadline - 5 * MINUTE },
    )
    other.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack({ ...e, device: other })
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })
})

test.each(['hold', 'reject'] as const)(
  'a finish that is only claimed leaves what is verified, where the drive says %s',
  async (late_policy) => {
    const { e, right, wrong, write } = await exam(late_policy)
    app.clock.set(e.deadline - 10 * MINUTE)
    write('mcq_save', right)
    write('mcq_select', wrong)
    await e.device.sync()
    app.clock.set(e.deadline + MINUTE)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
    app.clock.set(e.deadline + 20 * HOUR)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 9 * MINUTE })
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
  },
)

describe('a claimed finish that comes in the moment before the server ends the test itself leaves what is verified', () => {
  test.each([
    ['by a click alone', false],
    ['by a click that a claimed save came behind', true],
  ])('%s', async (_, isSavedOver) => {
    const { e, right, wrong, write } = await exam()
    write('mcq_select', right)
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync()
    if (isSavedOver) write('mcq_save', wrong, e.deadline - 6 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 5 * MINUTE })
    app.clock.set(e.deadline + 30_001)
    await e.device.sync()
    await app.seal()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
  })
})

test('a test that the rules ended drops what was clicked and not saved', async () => {
  const { e, right, wrong, write } = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  write('mcq_save', right)
  await e.device.sync()
  write('mcq_select', wrong, e.deadline - 5 * MINUTE)
  e.device.write('finish', '', { reason: 'switched' }, { est: e.deadline - 4 * MINUTE })
  await comesBack(e)
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test("a finish in a pause is the candidate's: a click not saved counts for nothing", async () => {
  const { e, right, write } = await exam()
  write('mcq_select', right)
  await e.device.sync()
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postPause', { params: { ref: e.who.ref }, headers })
  app.clock.move(2 * MINUTE)
  e.device.write('finish', '', { reason: 'candidate' })
  await e.device.sync()
  const stands = await app.rows(
    'SELECT finish_kind, paused_at, paused_ms, deadline_at FROM attempts WHERE id = ?',
    e.who.attemptId,
  )
  // The pause went on to the finish, and its length is the deadline's.
  const { deadline } = e
  expect(stands).toEqual([
    { finish_kind: 'candidate', paused_at: null, paused_ms: 2 * MINUTE, deadline_at: deadline + 2 * MINUTE },
  ])
  expect((await scores(e))?.score).toBe(0)
})

test('at zero a click out of reach is claimed, and one in reach is verified', async () => {
  const { e, right, wrong, write } = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  write('mcq_select', wrong)
  await e.device.sync()
  write('mcq_select', right, e.deadline - 5 * MINUTE)
  e.device.write('finish', '', { reason: 'timeout' }, { est: e.deadline })
  await comesBack(e)
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
})

test('a click in time counts at zero, whatever became of older and newer saves of the same question', async () => {
  const { e, right, wrong, write } = await exam()
  write('mcq_save', wrong)
  await e.device.sync()
  app.clock.set(e.deadline + 1)
  write('mcq_save', wrong)
  await e.device.sync()
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postMinutes', { params: { ref: e.who.ref }, body: { minutes: 30 }, headers })
  write('mcq_select', right)
  await e.device.sync()
  app.clock.move(31 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  write('mcq_save', wrong)
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test.each(['postReopen', 'postMinutes'] as const)(
  'a claimed click that a claimed finish dropped is claimed again where the test runs again by %s: that finish counts no more',
  async (name) => {
    const { e, right, write } = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    write('mcq_select', right, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
    await must(app.send, name, { params: { ref: e.who.ref }, body: { minutes: 10 }, headers })
    app.clock.move(11 * MINUTE)
    await app.seal()
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
  },
)

test('a click in time that a finish dropped counts again where the test is reopened and runs to its end', async () => {
  const { e, right, wrong, write } = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  write('mcq_save', wrong, e.deadline + 1)
  app.clock.set(e.deadline + 31_000)
  await e.device.sync()
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postMinutes', { params: { ref: e.who.ref }, body: { minutes: 30 }, headers })
  write('mcq_select', right)
  e.device.write('finish', '', { reason: 'candidate' })
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  await must(app.send, 'postReopen', { params: { ref: e.who.ref }, body: { minutes: 10 }, headers })
  app.clock.move(11 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('a click in time that a finish dropped is claimed no more than before where the test is reopened: a claimed save came behind it', async () => {
  const { e, right, wrong, write } = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  write('mcq_select', right)
  await e.device.sync()
  write('mcq_save', wrong, e.deadline - 9 * MINUTE)
  app.clock.set(e.deadline + 31_000)
  await e.device.sync()
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postMinutes', { params: { ref: e.who.ref }, body: { minutes: 30 }, headers })
  e.device.write('finish', '', { reason: 'candidate' })
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  await must(app.send, 'postReopen', { params: { ref: e.who.ref }, body: { minutes: 10 }, headers })
  app.clock.move(11 * MINUTE)
  await app.seal()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 0 })
})

test('after a reopening what was saved in time comes before an older claimed save and a click out of reach', async () => {
  const { e, right, wrong, write } = await exam()
  app.clock.set(e.deadline - 10 * MINUTE)
  await e.device.sync([])
  write('mcq_save', wrong, e.deadline - 5 * MINUTE)
  await comesBack(e)
  expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: e.who.ref }, body: { minutes: 60 }, headers })
  write('mcq_save', right)
  await e.device.sync()
  write('mcq_select', wrong, app.clock.now() + MINUTE)
  e.device.write('finish', '', { reason: 'candidate' }, { est: app.clock.now() + 2 * MINUTE })
  app.clock.move(70 * MINUTE)
  await app.seal()
  await e.device.sync()
  expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
})

test('MCQs that only the end submitted are open again after a reopening, also where the server ended it before', async () => {
  const { e, right, write } = await exam()
  await e.device.sync([])
  e.device.write('mcq_submit_all', '', { at_zero: true }, { est: e.deadline })
  e.device.write('finish', '', { reason: 'timeout' }, { est: e.deadline })
  app.clock.set(e.deadline + MINUTE)
  await app.seal()
  app.clock.move(20 * 60 * MINUTE)
  await e.device.sync()
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: e.who.ref }, body: { minutes: 60 }, headers })
  write('mcq_save', right)
  const { results } = await e.device.sync()
  expect(results).toMatchObject([{ result: 'applied' }])
})

test.each(['candidate', 'switched', 'feedback'] as const)(
  'the test was over when it was finished (%s): what was clicked by then counts as at zero',
  async (reason) => {
    const { e, right, write } = await exam()
    app.clock.set(e.deadline - MINUTE)
    write('mcq_select', right)
    await e.device.sync()
    app.clock.set(e.deadline + 5_000)
    e.device.write('finish', '', { reason }, { est: e.deadline + 300 })
    await e.device.sync()
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
    expect(
      await app.rows('SELECT finish_kind, end_reason FROM attempts WHERE id = ?', e.who.attemptId),
    ).toEqual([{ finish_kind: 'timeout', end_reason: texts.timeOver }])
  },
)
