import { sha256 } from '#api/kit/keys.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import type { TestApp } from './app.ts'
import { must, signIn } from './client.ts'
import { MINUTE } from './clock.ts'
import { Device } from './device.ts'
import { type Exam, startExam } from './exam.ts'
import { jpeg } from './jpeg.ts'
import { programs } from './programs.ts'

/** A test with two devices, all kinds of work, a refused op, work beside the log, a picture, and an end; of an app that judges. */
export async function wholeTest(app: TestApp): Promise<Exam> {
  const e = await startExam(app)
  const [question, second, third] = e.org.questions
  const problem_id = e.org.problems[0].id
  const choose = (device: Device, of: typeof question) =>
    device.write('mcq_save', choiceKey(of.id), { question_id: of.id, selected_options: of.right })
  const code = { problem_id, language_id: 1 }
  choose(e.device, question)
  // Long enough to be deflated.
  e.device.write('draft', codeKey(problem_id, 1), { ...code, answer: programs.right.repeat(3) })
  e.device.write('draft', codeKey(999, 1), { problem_id: 999, language_id: 1, answer: 'no such problem' })
  e.device.write('submit', codeKey(problem_id, 1), { ...code, source_code: programs.right })
  e.device.write('mcq_save', choiceKey(third.id), { question_id: third.id, selected_options: 'nonsense' })
  e.device.write('mcq_select', choiceKey(third.id), { question_id: third.id, selected_options: third.right })
  await e.device.sync()
  app.clock.move(5 * MINUTE)
  const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
  await other.takeOver()
  choose(other, question)
  await other.sync()
  choose(e.device, second)
  const refused = choose(e.device, question)
  // Its lease is lost: they are kept beside the log.
  await e.device.post(e.device.request())
  const picture = jpeg()
  const name = sha256(picture)
  const { url } = await must(app.send, 'postSnapshotUrl', { token: e.who.token, body: { sha256: name } })
  await app.send(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: picture })
  other.write('snapshot_taken', '', { sha256: name, bytes: picture.length })
  await other.sync()
  other.write('finish', '', { reason: 'candidate' })
  await other.sync()
  other.write('feedback', '', { rating: 5, comment: 'Fine.' })
  await other.sync()
  await must(app.send, 'postLateDecision', {
    params: { ref: e.who.ref },
    headers: await signIn(app.send, e.org.admin.email, e.org.admin.password),
    body: { op_ids: [refused.op_id], decision: 'rejected', note: 'copied' },
  })
  await app.idle()
  return e
}
