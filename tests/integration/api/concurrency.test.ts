import { beforeAll, expect, test } from 'vitest'
import { CommitFailed } from '#db/writer.ts'
import {
  call,
  fillIn,
  type Invited,
  inTurn,
  MINUTE,
  must,
  type Organization,
  openApp,
  programs,
  seedOrganization,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The same or competing requests at the same moment, and a database that cannot be written. */

const app = await appForFile()
let org: Organization
let person: () => Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'race', { candidates: 10 })
  person = inTurn(org.candidates)
})

async function begin(): Promise<Invited> {
  const who = person()
  await fillIn(app.send, who)
  await must(app.send, 'getQuestions', { token: who.token })
  return who
}
const times = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const submit = (who: Invited, source_code: string, idempotencyKey?: string) =>
  call(app.send, 'postSubmission', {
    token: who.token,
    idempotencyKey,
    body: { problem_id: org.problems[0].id, language_id: 1, source_code },
  })
const countOf = async (table: string, who: Invited): Promise<number> =>
  (await app.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE attempt_id = ?`, who.attemptId))[0]
    ?.n ?? -1

test('50 parallel submits for the last submission: exactly one counts', async () => {
  const who = await begin()
  expect((await submit(who, 'one')).status).toBe(200)
  expect((await submit(who, 'two')).status).toBe(200)
  const answers = await times(50, (i) => submit(who, `program ${i}`))
  const taken = answers.filter((a) => a.status === 200)
  expect(taken).toHaveLength(1)
  for (const refused of answers.filter((a) => a.status !== 200))
    expect(refused).toMatchObject({
      status: 422,
      failure: {
        code: 'rejected',
        message: 'Submission limit Exceeded',
        details: { reason: 'no_submissions_left' },
      },
    })
  expect([await countOf('submissions', who), await countOf('jobs', who), await countOf('ops', who)]).toEqual([
    3, 3, 3,
  ])
})

test('50 times the same submit with one key: one submission, and all are told the same', async () => {
  const who = await begin()
  const answers = await times(50, () => submit(who, programs.right, 'the-same-key'))
  expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  expect(answers[0]?.json).toMatchObject({ data: { submission_count: 2, status: 'processing' } })
  expect([await countOf('submissions', who), await countOf('jobs', who)]).toEqual([1, 1])
})

test('20 finishes at once: one end, and everybody is told that it is over', async () => {
  const who = await begin()
  const finish = () => call(app.send, 'putFinish', { params: { authToken: who.token }, body: {} })
  const answers = await times(20, finish)
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]))
  expect(
    new Set(answers.map((a) => (a.json as { data: { finished_at: string } }).data.finished_at)).size,
  ).toBe(1)
  expect(await countOf('ops', who)).toBe(1)
})

test('a finish with a key answers the same again, and refuses another payload', async () => {
  const who = await begin()
  const finish = (body: object) =>
    call(app.send, 'putFinish', { params: { authToken: who.token }, body, idempotencyKey: 'finish' })
  const first = await finish({})
  const again = await finish({})
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.json).toMatchObject({ data: { end_reason: 'Finished by candidate', is_finished: true } })
  expect(await finish({ test_end_reason: 'Switched window' })).toMatchObject({
    status: 422,
    failure: { code: 'idempotency_mismatch' },
  })
  expect(await countOf('ops', who)).toBe(1)
})

test('feedback given twice at once is kept once', async () => {
  const who = await begin()
  const answers = await times(5, (i) =>
    call(app.send, 'postFeedback', {
      token: who.token,
      body: { rating: i + 1, answer: 'x' },
      idempotencyKey: `f${i}`,
    }),
  )
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.status))).toEqual(new Set([422]))
  expect(await countOf('feedbacks', who)).toBe(1)
})

test('a write that cannot be committed answers 503 with Retry-After, and the next try is taken', async () => {
  const who = await begin()
  const { db } = app.ctx
  const { write } = db
  db.write = () => Promise.reject(new CommitFailed('the disk is full'))
  const refused = await submit(who, programs.right, 'kept')
  db.write = write
  expect(refused).toMatchObject({ status: 503, failure: { code: 'unavailable' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
  expect(await countOf('ops', who)).toBe(0)
  expect((await submit(who, programs.right, 'kept')).status).toBe(200)
})

test('while no job can be taken the server stays up, and goes on when it can', async () => {
  const own = await openApp({ judging: true })
  try {
    const { candidates, problems } = await seedOrganization(own.ctx, 'full')
    const [who] = candidates
    if (!who) throw new Error('nobody')
    await fillIn(own.send, who)
    await must(own.send, 'getQuestions', { token: who.token })
    const { db } = own.ctx
    const { write } = db
    let refused = 0
    const { submission_id } = await must(own.send, 'postSubmission', {
      token: who.token,
      body: { problem_id: problems[0].id, language_id: 1, source_code: programs.right },
    }).finally(() => {
      db.write = () => {
        refused++
        return Promise.reject(new CommitFailed('the disk is full'))
      }
    })
    own.ctx.judge.wake()
    await waitFor('a try that fails', () => refused > 0)
    db.write = write
    // Whatever was taken and could not be given back is free again when its lease has run out.
    own.clock.move(MINUTE + 1)
    own.ctx.judge.wake()
    const verdict = await waitFor('the verdict', async () => {
      const state = await must(own.send, 'getSubmission', { token: who.token, params: { id: submission_id } })
      return state.status === 'accepted' && state
    })
    expect(verdict).toMatchObject({ passed_testcases: 3, marks: 10 })
  } finally {
    await own.remove()
  }
})
