import { describe, expect, test } from 'vitest'
import { LOG_MAX_BYTES, LOG_MAX_OPS, LOG_MOST_OPS } from '#contract/constants.ts'
import { choiceKey } from '#contract/ops.ts'
import {
  call,
  Device,
  type Exam,
  fillIn,
  MINUTE,
  must,
  seedOrganization,
  startExam,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The tricks of a modified client: late work called early, a better end, a log without end. */

type Seeded = Awaited<ReturnType<typeof seedOrganization>>

const app = await appForFile({ judging: true })

const exam = () => startExam(app, { candidates: 2 })
function save(device: Device, org: Seeded, est?: number, type: 'mcq_save' | 'mcq_select' = 'mcq_save') {
  const [question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  return device.write(type, choiceKey(question.id), body, { est })
}
const verdicts = (attemptId: number) =>
  app.rows<{ verdict: string }>('SELECT verdict FROM ops WHERE attempt_id = ? ORDER BY seq', attemptId)
const row = async <T>(attemptId: number, columns: string): Promise<T | undefined> =>
  (await app.rows<T>(`SELECT ${columns} FROM attempts WHERE id = ?`, attemptId))[0]

describe('late work', () => {
  test('in a lease granted after the deadline is late, whatever anchor it quotes', async () => {
    const { org, who, device: lost, deadline } = await exam()
    app.clock.set(deadline - MINUTE)
    await lost.sync([])
    const { anchor } = lost
    app.clock.set(deadline + 20_000)
    const device = new Device(app.send, who.token, app.clock.now, 'Red laptop')
    await device.takeOver()
    const [question] = org.questions
    const body = { question_id: question.id, selected_options: question.right }
    device.write('mcq_save', choiceKey(question.id), body, { est: deadline - 1, anchor_id: anchor })
    app.clock.set(deadline + 29_000)
    await device.sync()
    expect(await verdicts(who.attemptId)).toEqual([{ verdict: 'late' }])
  })

  test('is no claim where the candidate was answered in between, by whatever call', async () => {
    const { org, who, device, deadline } = await exam()
    app.clock.set(deadline - 5 * MINUTE)
    await device.sync([])
    save(device, org, deadline - 1)
    app.clock.set(deadline + 60 * MINUTE)
    await must(app.send, 'getQuestions', { token: who.token })
    app.clock.move(10 * MINUTE)
    await device.sync()
    expect(await verdicts(who.attemptId)).toEqual([{ verdict: 'late' }])
  })

  test('of a page that asked for something on its way back into reach is still a claim', async () => {
    const { org, who, device, deadline } = await exam()
    app.clock.set(deadline - 5 * MINUTE)
    await device.sync([])
    save(device, org, deadline - 1)
    app.clock.set(deadline + 60 * MINUTE)
    await must(app.send, 'getQuestions', { token: who.token })
    app.clock.move(30_000)
    await device.sync()
    expect(await verdicts(who.attemptId)).toEqual([{ verdict: 'on_time_claimed' }])
  })

  test.each([
    ['a minute', 60_000, 'on_time_claimed'],
    ['a millisecond more', 60_001, 'late'],
  ])('%s after such a call is a claim no longer than that', async (_, since, verdict) => {
    const { org, who, device, deadline } = await exam()
    app.clock.set(deadline - 5 * MINUTE)
    await device.sync([])
    save(device, org, deadline - 1)
    app.clock.set(deadline + 60 * MINUTE)
    await must(app.send, 'getQuestions', { token: who.token })
    app.clock.move(since)
    await device.sync()
    expect(await verdicts(who.attemptId)).toEqual([{ verdict }])
  })

  test('is no claim where its device asked for its lease in between', async () => {
    const { org, who, device, deadline } = await exam()
    app.clock.set(deadline - 5 * MINUTE)
    await device.sync([])
    save(device, org, deadline - 1)
    app.clock.set(deadline + 60 * MINUTE)
    // By its link: the call says nothing else of the candidate.
    await must(app.send, 'postSyncLease', { token: who.invitation, body: device.leaseRequest() })
    app.clock.move(2 * MINUTE)
    await device.sync()
    expect(await verdicts(who.attemptId)).toEqual([{ verdict: 'late' }])
  })

  test('cannot be run: the time is over', async () => {
    const { who, deadline } = await exam()
    app.clock.set(deadline + 1)
    const body = { language_id: 1, source_code: 'x', stdin: '' }
    expect(await call(app.send, 'postExecution', { token: who.token, body })).toMatchObject({
      status: 410,
      failure: { code: 'test_over' },
    })
  })
})

describe('a fraud report', () => {
  const ended = async (finish: 'candidate' | 'switched' | 'timeout', reason: string) => {
    const { org, who, device, deadline } = await exam()
    save(device, org, undefined, 'mcq_select')
    if (finish === 'timeout') app.clock.set(deadline)
    device.write('finish', '', { reason: finish })
    await device.sync()
    device.write('fraud_report', '', { reason })
    expect((await device.sync()).results).toMatchObject([{ result: 'applied' }])
    return row(who.attemptId, 'end_reason, finish_kind')
  }

  test.each([
    ['the words of a better end', 'switched', 'Time over', 'Switched window'],
    ['words of its own', 'switched', 'Power cut in the whole street', 'Switched window'],
    [
      'what the rules ended it for, where a plain client finished before',
      'candidate',
      'Switched window',
      'Switched window',
    ],
    ['the same, where the time was over', 'timeout', 'Switched window', 'Time over'],
  ] as const)('says %s', async (_, finish, reason, end_reason) => {
    expect(await ended(finish, reason)).toEqual({ end_reason, finish_kind: finish })
  })

  test('before the end says nothing of it', async () => {
    const { who, device } = await exam()
    device.write('fraud_report', '', { reason: 'Switched window' })
    await device.sync()
    expect(await row(who.attemptId, 'end_reason')).toEqual({ end_reason: null })
  })
})

describe('the log has an end', () => {
  test('behind the finish only the hash of what counts for nothing is kept', async () => {
    const { org, who, device } = await exam()
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    save(device, org)
    expect((await device.sync()).results).toMatchObject([{ result: 'rejected', reason: 'after_finish' }])
    const [last] = await app.rows<{ body: unknown; body_hash: string }>(
      'SELECT body, body_hash FROM ops WHERE attempt_id = ? AND seq = 2',
      who.attemptId,
    )
    expect(last).toEqual({ body: null, body_hash: device.ops[1]?.body_hash })
  })

  /** A device that goes on behind a log of such a size. */
  const withLog = async (who: Exam['who'], size: string): Promise<Device> => {
    await app.ctx.db.write((tx) => tx.raw.run(`UPDATE attempts SET ${size} WHERE id = ?`, who.attemptId))
    const other = new Device(app.send, who.token, app.clock.now, 'another one')
    await other.takeOver()
    return other
  }

  test.each([
    ['bytes', `log_bytes = ${LOG_MAX_BYTES - 10}`],
    ['ops', `head_seq = ${LOG_MAX_OPS}`],
  ])(
    'of %s: what is over it is refused and kept by its hash alone, and the test can still end',
    async (_, full) => {
      const { org, who } = await exam()
      const other = await withLog(who, full)
      const refused = save(other, org)
      other.write('finish', '', { reason: 'candidate' })
      other.write('feedback', '', { rating: 5, comment: 'It was long.' })
      expect((await other.sync()).results).toMatchObject([
        { result: 'rejected', reason: 'log_full' },
        { result: 'applied' },
        { result: 'applied' },
      ])
      expect(await row(who.attemptId, 'score, end_reason')).toEqual({
        score: 0,
        end_reason: 'Finished by candidate',
      })
      expect(
        await app.rows(
          'SELECT body, body_hash FROM ops WHERE attempt_id = ? AND op_id = ?',
          who.attemptId,
          refused.op_id,
        ),
      ).toEqual([{ body: null, body_hash: refused.body_hash }])
    },
  )

  test('and what is refused is kept by its hash alone, whatever it calls itself', async () => {
    const { who } = await exam()
    const other = await withLog(who, `log_bytes = ${LOG_MAX_BYTES}`)
    const junk = 'x'.repeat(100_000)
    for (const type of ['feedback', 'mcq_submit_all', 'finish', 'fraud_report'] as const)
      other.write(type, '', { junk } as never)
    const { results } = await other.sync()
    expect(results.map(({ result }) => result)).toEqual(Array(4).fill('rejected'))
    expect(
      await app.rows(
        'SELECT body, reason FROM ops WHERE attempt_id = ? AND lease_id = ?',
        who.attemptId,
        other.grant.lease_id,
      ),
    ).toEqual(Array(4).fill({ body: null, reason: 'log_full' }))
  })

  test('and behind as much again nothing is taken any more', async () => {
    const { who } = await exam()
    const other = await withLog(who, `head_seq = ${LOG_MOST_OPS}`)
    other.write('finish', '', { reason: 'candidate' })
    const answer = await other.post(other.request())
    expect(answer).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('and it counts what it stores', async () => {
    const { org, who, device } = await exam()
    save(device, org)
    await device.sync()
    const [stored] = await app.rows<{ n: number }>(
      'SELECT sum(length(body)) AS n FROM ops WHERE attempt_id = ?',
      who.attemptId,
    )
    expect(await row(who.attemptId, 'log_bytes')).toEqual({ log_bytes: stored?.n })
    expect(stored?.n).toBeGreaterThan(10)
  })
})

test('first calls at the same moment make one start and one appearance', async () => {
  const org = await seedOrganization(app.ctx, 'claims')
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  const token = await fillIn(app.send, who)
  await Promise.all([1, 2, 3].map(() => must(app.send, 'getQuestions', { token })))
  const [drive] = await app.rows<{ appeared: number }>(
    'SELECT appeared FROM drives WHERE id = ?',
    org.driveId,
  )
  expect(drive).toEqual({ appeared: 1 })
})
