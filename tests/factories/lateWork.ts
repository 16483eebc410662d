import { choiceKey, codeKey } from '#contract/ops.ts'
import type { LateItem } from '#contract/views/lateWork.ts'
import type { TestApp } from './app.ts'
import { call, must, signIn } from './client.ts'
import { Device } from './device.ts'
import { type Exam, startExam } from './exam.ts'
import type { OrganizationOptions } from './organization.ts'
import { waitFor } from './wait.ts'

/** The steps that tests of late work and of lost devices take with one exam of an app that judges. */
export function lateWorkIn(app: TestApp) {
  const exam = (options: OrganizationOptions = {}): Promise<Exam> => startExam(app, options)
  const headersOf = ({ org }: Exam) => signIn(app.send, org.admin.email, org.admin.password)
  const rowsOf = <T>(e: Exam, sql: string): Promise<T[]> =>
    app.rows<T>(`${sql} WHERE attempt_id = ?`, e.who.attemptId)
  const statuses = (e: Exam) => rowsOf<{ status: string }>(e, 'SELECT status FROM submissions')
  return {
    exam,
    headersOf,
    async two(options: OrganizationOptions = {}): Promise<{ e: Exam; other: Device }> {
      const e = await exam(options)
      return { e, other: new Device(app.send, e.who.token, app.clock.now, 'Red laptop') }
    },
    /** A draft of the first problem in a language. */
    draft: (e: Exam, language_id: number, answer: string, est?: number, device = e.device) => {
      const problem_id = e.org.problems[0].id
      return device.write(
        'draft',
        codeKey(problem_id, language_id),
        { problem_id, language_id, answer },
        { est },
      )
    },
    submit: (e: Exam, language_id: number, source_code: string, est?: number, device = e.device) => {
      const problem_id = e.org.problems[0].id
      const body = { problem_id, language_id, source_code }
      return device.write('submit', codeKey(problem_id, language_id), body, { est })
    },
    /** The first question, answered right or wrong. */
    choose: (
      e: Exam,
      type: 'mcq_save' | 'mcq_select',
      isRight: boolean,
      est?: number,
      device: Device = e.device,
    ) => {
      const [{ id, right, wrong }] = e.org.questions
      const body = { question_id: id, selected_options: isRight ? right : wrong.slice(0, 1) }
      return device.write(type, choiceKey(id), body, { est })
    },
    workOf: async (e: Exam) =>
      must(app.send, 'getLateWork', { params: { ref: e.who.ref }, headers: await headersOf(e) }),
    decide: async (
      e: Exam,
      items: readonly Pick<LateItem, 'op_id'>[],
      decision: 'accepted' | 'rejected',
      was?: (string | null)[],
    ) =>
      call(app.send, 'postLateDecision', {
        params: { ref: e.who.ref },
        body: { op_ids: items.map(({ op_id }) => op_id), decision, note: '', ...(was && { was }) },
        headers: await headersOf(e),
      }),
    pause: async (e: Exam) =>
      must(app.send, 'postPause', { params: { ref: e.who.ref }, headers: await headersOf(e) }),
    resume: async (e: Exam) =>
      must(app.send, 'postResume', { params: { ref: e.who.ref }, headers: await headersOf(e) }),
    /** The server ends the test past its grace. */
    end: async (e: Exam) => {
      app.clock.set(e.deadline + 30_001)
      await app.seal()
    },
    /** All that waits for a verdict has one; those of one test come two a minute. */
    settle: (e: Exam) =>
      waitFor('all verdicts', async () => {
        if ((await statuses(e)).every(({ status }) => status !== 'processing')) return true
        app.clock.move(5_000)
        app.ctx.judge.wake()
        return false
      }),
    scores: async (e: Exam) =>
      (
        await app.rows<{ score: number | null; score_claimed: number | null }>(
          'SELECT score, score_claimed FROM attempts WHERE id = ?',
          e.who.attemptId,
        )
      )[0],
    rowsOf,
  }
}
