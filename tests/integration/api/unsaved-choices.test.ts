import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choiceKey } from '#contract/ops.ts'
import { type Exam, MINUTE, must, openApp, signIn, startExam, type TestApp } from '../../factories/index.ts'

/**
 * A choice that was clicked and not saved: at zero it counts as saved. Where the candidate finished the test it counts
 * for nothing, and takes nothing away from what was saved before it, whenever the server hears of any of it.
 */

let app: TestApp
beforeAll(async () => {
  app = await openApp({ judging: true })
})
afterAll(() => app.remove())

async function exam(latePolicy: 'accept' | 'hold' = 'hold') {
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
  (await app.rows('SELECT score, score_claimed FROM attempts WHERE id = ?', who.attemptId))[0]

describe('the candidate finished out of reach', () => {
  test('after a click beside what was saved in time: that counts', async () => {
    const { e, right, wrong, write } = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    write('mcq_save', right)
    await e.device.sync()
    write('mcq_select', wrong, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })

  test('after a click in reach and a save out of reach: neither is lost to the click', async () => {
    const { e, right, wrong, write } = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    write('mcq_save', right)
    write('mcq_select', wrong)
    await e.device.sync()
    write('mcq_save', right, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    expect(await scores(e)).toEqual({ score: 2, score_claimed: 2 })
  })

  test('after a save out of reach: that one is claimed, and what was saved in time is verified', async () => {
    const { e, right, wrong, write } = await exam()
    app.clock.set(e.deadline - 10 * MINUTE)
    write('mcq_save', wrong)
    await e.device.sync()
    write('mcq_save', right, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 2 })
  })

  test('after a click alone: nothing counts', async () => {
    const { e, right, write } = await exam('accept')
    app.clock.set(e.deadline - 10 * MINUTE)
    await e.device.sync([])
    write('mcq_select', right, e.deadline - 5 * MINUTE)
    e.device.write('finish', '', { reason: 'candidate' }, { est: e.deadline - 4 * MINUTE })
    await comesBack(e)
    expect(await scores(e)).toEqual({ score: 0, score_claimed: 0 })
  })
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

test('what a lost device had saved and what is saved in time come before a click out of reach', async () => {
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
