import { expect, test } from 'vitest'
import { fillIn, MINUTE, must, seedOrganization, signIn, startExam } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Stretches in which the server heard nothing of a device: told where a test was under way, and nowhere else. */

const app = await appForFile({ judging: true })

async function exam() {
  const e = await startExam(app, { latePolicy: 'hold' })
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  const of = { params: { ref: e.who.ref }, headers }
  return {
    ...e,
    reopen: () => must(app.send, 'postReopen', { ...of, body: { minutes: 60 } }),
    /** As [from, to]. */
    silences: async () => {
      const report = await must(app.send, 'getReport', { params: { token: e.who.ref }, headers })
      return report.connection.offline.map(({ from, to }) => [Date.parse(from), Date.parse(to ?? '')])
    },
  }
}

test('a device that was not heard for five minutes was silent for five minutes', async () => {
  const { device, silences } = await exam()
  await device.sync([])
  const from = app.clock.now()
  app.clock.move(5 * MINUTE)
  await device.sync([])
  expect(await silences()).toEqual([[from, from + 5 * MINUTE]])
})

test('nothing is a silence from the end a candidate made until they come back to the reopened test', async () => {
  const { device, silences, reopen } = await exam()
  device.write('finish', '', { reason: 'candidate' })
  // An op that may follow an end does not take the test up again.
  device.write('snapshot_taken', '', { sha256: 'a'.repeat(64), bytes: 7 })
  await device.sync()
  device.write('feedback', '', { rating: 5, comment: '' })
  device.write('fraud_report', '', { reason: 'seen' })
  await device.sync()
  app.clock.move(20 * MINUTE)
  await reopen()
  app.clock.move(3 * MINUTE)
  expect(await silences()).toEqual([])
  await device.sync([])
  expect(await silences()).toEqual([])
  const back = app.clock.now()
  app.clock.move(2 * MINUTE)
  expect(await silences()).toEqual([[back, Number.NaN]])
  await device.sync([])
  expect(await silences()).toEqual([[back, back + 2 * MINUTE]])
})

test('a device that was silent when the server ended its test is silent again from the reopening', async () => {
  const { device, deadline, silences, reopen } = await exam()
  app.clock.set(deadline - 10 * MINUTE)
  await device.sync([])
  app.clock.set(deadline + MINUTE)
  await app.seal()
  app.clock.set(deadline + 20 * MINUTE)
  await reopen()
  const opened = app.clock.now()
  app.clock.move(3 * MINUTE)
  await device.sync([])
  expect((await silences()).at(-1)).toEqual([opened, opened + 3 * MINUTE])
})

test('where the server ended the test, a silence ends with it', async () => {
  const { device, deadline, silences } = await exam()
  app.clock.set(deadline - 10 * MINUTE)
  await device.sync([])
  app.clock.set(deadline + MINUTE)
  await app.seal()
  app.clock.set(deadline + 30 * MINUTE)
  await device.sync([])
  expect(await silences()).toEqual([expect.any(Array), [deadline - 10 * MINUTE, deadline]])
})

test('a device that does not come back is silent while its test goes on, and no longer than that', async () => {
  const { device, deadline, silences } = await exam()
  app.clock.set(deadline - 10 * MINUTE)
  await device.sync([])
  expect(await silences()).toHaveLength(1)
  app.clock.move(5 * MINUTE)
  expect((await silences()).at(-1)).toEqual([deadline - 10 * MINUTE, Number.NaN])
  app.clock.set(deadline + MINUTE)
  await app.seal()
  app.clock.move(60 * MINUTE)
  expect((await silences()).at(-1)).toEqual([deadline - 10 * MINUTE, Number.NaN])

  const other = await exam()
  other.device.write('finish', '', { reason: 'candidate' })
  await other.device.sync()
  app.clock.move(60 * MINUTE)
  expect(await other.silences()).toEqual([])
})

test('a plain client that says nothing for long has no silence', async () => {
  const org = await seedOrganization(app.ctx, 'plain')
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  const token = await fillIn(app.send, who)
  const [question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  await must(app.send, 'getQuestions', { token })
  await must(app.send, 'postQuestionSubmission', { token, body })
  app.clock.move(5 * MINUTE)
  await must(app.send, 'postQuestionSubmission', { token, body })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const report = await must(app.send, 'getReport', { params: { token: who.ref }, headers })
  expect(report.connection.offline).toEqual([])
})
