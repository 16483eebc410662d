import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaseGenesis, type OpType } from '#contract/ops.ts'
import type { OpResult } from '#contract/sync.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import { sha256OfText } from '#pwa/attempt/hash.ts'
import { receiptFileOf } from '#pwa/attempt/receipt.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakEvery,
  everything,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The sender's writes to the device: acknowledgements, and the log begun anew under another lease. */

const entry = (type: OpType, key: string, body: unknown, madeAt?: number): NewEntry => ({
  type,
  key,
  body,
  madeAt,
})
const draft = (answer: string, madeAt?: number) =>
  entry('draft', 'code:1:2', { problem_id: 1, language_id: 2, answer }, madeAt)
const submit = (source_code: string) =>
  entry('submit', 'code:1:2', { problem_id: 1, language_id: 2, source_code })
const choice = (type: 'mcq_save' | 'mcq_select', option: number) =>
  entry(type, 'mcq:7', { question_id: 7, selected_options: [option] })

let db: LocalDatabase

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
})
afterEach(() => db.close())

const end = (ops: readonly OpRecord[]): OpRecord => {
  const last = ops.at(-1)
  if (!last) throw new Error('nothing was written')
  return last
}
const attempt = async () => {
  const found = await db.attempts.get(ATTEMPT)
  if (!found) throw new Error('there is no attempt')
  return found
}

describe('a new lease', () => {
  /** Two acknowledged ops, and a tail of eight. */
  async function writeTail(): Promise<{ acked: OpRecord[]; tail: OpRecord[] }> {
    const acked = await appendOps(db, ATTEMPT, [choice('mcq_save', 70), draft('acked')])
    await recordAck(db, ATTEMPT, answerOf(end(acked)))
    const tail = await appendOps(db, ATTEMPT, [
      draft('older', 1_000),
      choice('mcq_select', 71),
      entry('focus_lost', '', {}),
      submit('first'),
      draft('newest', 2_000),
      choice('mcq_save', 72),
      entry('focus_lost', '', { ms: 5 }),
      submit('second'),
    ])
    return { acked, tail }
  }
  const grant = grantOf({
    lease_id: 'lease-2',
    lease_epoch: 2,
    nonce: 'nonce-2',
    granted_head_seq: 3,
    granted_head_hash: 'another device wrote this',
    head_seq: 3,
    head_hash: 'another device wrote this',
  })

  it('taken in twice changes nothing the second time, whatever was acknowledged in between', async () => {
    await writeTail()
    await adoptLease(db, ATTEMPT, grant)
    const { tail_seq, tail_hash } = await attempt()
    await recordAck(db, ATTEMPT, answerOf({ seq: tail_seq, hash: tail_hash }))
    const before = await everything(db)
    expect(await adoptLease(db, ATTEMPT, grant)).toEqual({ seq: tail_seq, hash: tail_hash })
    expect(await everything(db)).toEqual(before)
  })

  it('puts the tail aside as it was and appends the newest of each key and every op that stands for itself', async () => {
    const { acked, tail } = await writeTail()
    const at = await adoptLease(db, ATTEMPT, grant)
    expect(await db.aside.toArray()).toEqual(tail.map((op) => ({ ...op, is_again: true })))
    const ops = await db.ops.where('[attempt_id+seq]').above([ATTEMPT, 3]).toArray()
    expect(ops.map((op) => [op.seq, op.type, JSON.parse(op.body ?? '')])).toEqual([
      [4, 'mcq_select', { question_id: 7, selected_options: [71] }],
      [5, 'focus_lost', {}],
      [6, 'submit', { problem_id: 1, language_id: 2, source_code: 'first' }],
      [7, 'draft', { problem_id: 1, language_id: 2, answer: 'newest' }],
      [8, 'mcq_save', { question_id: 7, selected_options: [72] }],
      [9, 'focus_lost', { ms: 5 }],
      [10, 'submit', { problem_id: 1, language_id: 2, source_code: 'second' }],
    ])
    expect(at).toEqual({ seq: 10, hash: end(ops).hash })
    expect(await db.ops.count()).toBe(acked.length + ops.length)
    expect(await attempt()).toMatchObject({
      lease_id: 'lease-2',
      lease_epoch: 2,
      tail_seq: 10,
      tail_hash: end(ops).hash,
      acked_seq: 3,
      acked_hash: grant.head_hash,
    })
  })

  it('chains what it appends to the new lease, with the times at which it was made and what proves them', async () => {
    const { tail } = await writeTail()
    await adoptLease(db, ATTEMPT, { ...grant, anchor: 'of the new lease' })
    const [first, ...others] = await db.ops.where('[attempt_id+seq]').above([ATTEMPT, 3]).toArray()
    const { lease_id, nonce, granted_head_hash } = grant
    expect(first?.prev_hash).toBe(
      leaseGenesis(sha256OfText, { attempt_id: ATTEMPT, lease_id, nonce, head_hash: granted_head_hash }),
    )
    let before = first?.hash
    for (const op of others) {
      expect(op.prev_hash).toBe(before)
      expect(op.lease_id).toBe('lease-2')
      before = op.hash
    }
    expect(others.find((op) => op.type === 'draft')).toMatchObject({
      est_server_ms: 2_000,
      anchor_id: tail[0]?.anchor_id,
    })
  })

  it('shows what was shown before: the newest answers, and each submission once', async () => {
    await writeTail()
    await adoptLease(db, ATTEMPT, grant)
    expect(await db.answers.get([ATTEMPT, 'mcq:7'])).toMatchObject({ value: [72], saved: [72], seq: 8 })
    expect(await db.answers.get([ATTEMPT, 'code:1:2'])).toMatchObject({ value: 'second', seq: 10 })
    const shown = await db.submissions.toArray()
    expect(shown.map((row) => row.seq).toSorted((a, b) => a - b)).toEqual([6, 10])
  })

  it('aborted at any of its requests or at its commit changes nothing', async () => {
    await writeTail()
    const before = await everything(db)
    const atEnd = breakEvery('aside', 'commit')
    await expect(adoptLease(db, ATTEMPT, grant)).rejects.toThrow('QuotaExceededError')
    atEnd.mend()
    expect(await everything(db)).toEqual(before)
    let places = 0
    for (;;) {
      const fault = breakEvery('aside', places)
      const failed = await adoptLease(db, ATTEMPT, grant).then(
        () => false,
        () => true,
      )
      fault.mend()
      if (!failed) break
      expect(await everything(db), `after ${places} requests`).toEqual(before)
      places++
    }
    expect(places).toBeGreaterThan(20)
    expect(await db.aside.count()).toBe(8)
  })

  it('does not append again what the server holds already, so that no submission counts twice', async () => {
    const { tail } = await writeTail()
    const held = tail[3]
    if (held?.type !== 'submit') throw new Error('the fourth op is the first submission')
    const at = { granted_head_seq: held.seq, granted_head_hash: held.hash }
    const lease = { ...grant, ...at, head_seq: held.seq, head_hash: held.hash }
    await adoptLease(db, ATTEMPT, lease, [{ op_id: held.op_id, submission_id: 77 }])
    const ops = await db.ops.toArray()
    expect(
      ops.filter((op) => op.type === 'submit').map((op) => JSON.parse(op.body ?? '').source_code),
    ).toEqual(['first', 'second'])
    expect(ops.find((op) => op.seq === held.seq)).toEqual(held)
    expect((await db.aside.toArray()).map((op) => op.seq)).toEqual([7, 8, 9, 10])
    expect(await db.submissions.count()).toBe(2)
    // Its verdict can be asked for although the answer that named it was lost.
    expect((await db.submissions.get([ATTEMPT, held.op_id]))?.submission_id).toBe(77)
  })

  it('does not append a submission again that counts already, wherever the server has it from', async () => {
    const { tail } = await writeTail()
    const [held] = tail.filter(({ type }) => type === 'submit')
    if (!held) throw new Error('nothing was submitted')
    await adoptLease(db, ATTEMPT, grant, [{ op_id: held.op_id, submission_id: 78 }])
    const again = (await db.ops.toArray()).filter(({ type }) => type === 'submit')
    expect(again.map((op) => JSON.parse(op.body ?? '').source_code)).toEqual(['second'])
    expect((await db.submissions.get([ATTEMPT, held.op_id]))?.submission_id).toBe(78)
    expect(await db.submissions.count()).toBe(2)
  })

  it('below what was acknowledged (the server came back from a backup) appends again what it lost', async () => {
    const { acked } = await writeTail()
    const first = acked[0]
    if (!first) throw new Error('nothing was acknowledged')
    const at = { granted_head_seq: 1, granted_head_hash: first.hash, head_seq: 1, head_hash: first.hash }
    const end = await adoptLease(db, ATTEMPT, { ...grant, ...at })
    const ops = await db.ops.toArray()
    expect(ops.map((op) => op.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(end?.seq).toBe(8)
    expect(ops[0]).toMatchObject({ hash: first.hash, lease_id: 'lease-1' })
    expect(new Set(ops.slice(1).map((op) => op.lease_id))).toEqual(new Set(['lease-2']))
    expect((await db.aside.toArray()).map((op) => op.seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('an acknowledgement', () => {
  it('keeps the receipt of the end, whatever is acknowledged behind it', async () => {
    const head = { seq: 0, hash: '' }
    const kept = async () => (await db.attempts.get(ATTEMPT))?.finish_receipt
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'while it runs' }))
    expect(await kept()).toBeUndefined()
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'of the end', state: 'finished' }))
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'of the feedback', state: 'final' }))
    expect(await kept()).toBe('of the end')
  })

  it('keeps with the receipt what it speaks of, and drops those of an end that counts no more', async () => {
    const head = { seq: 0, hash: '' }
    const files = async () => {
      const attempt = await db.attempts.get(ATTEMPT)
      return [attempt?.receipt_file?.time, attempt && receiptFileOf(attempt)]
    }
    const file = {
      holdfast_receipt: 1,
      attempt_id: ATTEMPT,
      lease_id: 'lease-1',
      head_seq: 0,
      head_hash: '',
      server_epoch: 1,
    }
    const [first, second] = ['2026-01-15T09:00:00.000Z', '2026-01-15T09:01:00.000Z']
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'running', receipt_at: first }))
    expect(await files()).toEqual([first, { ...file, time: first, receipt: 'running' }])
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'end', receipt_at: second, state: 'finished' }))
    const end = { ...file, time: second, receipt: 'end' }
    expect(await files()).toEqual([second, end])
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'feedback', receipt_at: first, state: 'final' }))
    expect(await files()).toEqual([first, end])
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'again', receipt_at: second, state: 'running' }))
    expect(await files()).toEqual([second, { ...file, time: second, receipt: 'again' }])
    // A server that is older than the page says nothing of it.
    await recordAck(db, ATTEMPT, answerOf(head, { receipt: 'old' }))
    expect(await files()).toEqual([undefined, null])
  })

  const result = (op: OpRecord, change: Partial<OpResult> = {}): OpResult =>
    ({ seq: op.seq, op_id: op.op_id, result: 'applied', ...change }) as OpResult
  const refused = (op: OpRecord, reason: 'not_over' | 'unknown_question') =>
    result(op, { result: 'rejected', reason })

  it('writes results, head and submission together; what is rejected keeps its reason and blocks nothing', async () => {
    const written = await appendOps(db, ATTEMPT, [choice('mcq_save', 999), submit('code'), draft('later')])
    const [bad, made] = written
    if (!bad || !made) throw new Error('three ops were asked for')
    const results = [refused(bad, 'unknown_question'), result(made, { submission_id: 5 })]
    await recordAck(db, ATTEMPT, answerOf(made, { results }))
    const acked_at = Date.parse('2026-01-15T09:05:00.000Z')
    expect(await db.ops.toArray()).toMatchObject([
      { result: 'rejected', reason: 'unknown_question', acked_at },
      { result: 'applied', reason: null, acked_at },
      { result: null, acked_at: null },
    ])
    expect(await db.submissions.get([ATTEMPT, made.op_id])).toMatchObject({ submission_id: 5 })
    expect(await attempt()).toMatchObject({
      acked_seq: 2,
      acked_hash: made.hash,
      tail_seq: 3,
      receipt: 'receipt-2',
    })
  })

  it('that fails at its commit leaves nothing shown as saved', async () => {
    const written = await appendOps(db, ATTEMPT, [submit('code')])
    const before = await everything(db)
    const fault = breakEvery('attempts', 'commit')
    const results = written.map((op) => result(op, { submission_id: 5 }))
    await expect(recordAck(db, ATTEMPT, answerOf(end(written), { results }))).rejects.toThrow('Quota')
    fault.mend()
    expect(await everything(db)).toEqual(before)
  })

  it('that the clock was not over lets the test go on: neither the finish nor the MCQs at zero stand', async () => {
    const written = await appendOps(db, ATTEMPT, [
      draft('last words'),
      entry('mcq_submit_all', '', { at_zero: true }, 9_000),
      entry('finish', '', { reason: 'timeout' }, 9_000),
    ])
    expect(await attempt()).toMatchObject({ finished_at: 9_000, mcqs_submitted: true })
    const [drafted, ...atZero] = written
    if (!drafted) throw new Error('three ops were asked for')
    const results = [result(drafted), ...atZero.map((op) => refused(op, 'not_over'))]
    const deadline_at = '2026-01-15T10:30:00.000Z'
    await recordAck(db, ATTEMPT, answerOf(end(written), { results, deadline_at }))
    expect(await attempt()).toMatchObject({
      finished_at: null,
      mcqs_submitted: false,
      deadline_at: Date.parse(deadline_at),
      acked_seq: 3,
    })
  })

  it('that refuses the MCQs at zero alone leaves the finish standing, and the other way round', async () => {
    const written = await appendOps(db, ATTEMPT, [
      entry('mcq_submit_all', '', { at_zero: true }, 9_000),
      entry('finish', '', { reason: 'timeout' }, 9_000),
    ])
    const [mcqs, finish] = written
    if (!mcqs || !finish) throw new Error('two ops were asked for')
    await recordAck(
      db,
      ATTEMPT,
      answerOf(finish, {
        state: 'finished',
        results: [refused(mcqs, 'not_over'), result(finish)],
      }),
    )
    expect(await attempt()).toMatchObject({ mcqs_submitted: false, finished_at: 9_000 })
    await db.attempts.update(ATTEMPT, { mcqs_submitted: true })
    await recordAck(
      db,
      ATTEMPT,
      answerOf(finish, {
        mcqs_submitted: true,
        results: [result(mcqs), refused(finish, 'not_over')],
      }),
    )
    expect(await attempt()).toMatchObject({ mcqs_submitted: true, finished_at: null })
  })

  it('takes up the rules of an answer, and keeps those it has where an answer names none', async () => {
    const rules = { leave_policy: 'log', leave_warnings: 3, webcam: false, lifted_rules: ['leave'] } as const
    await recordAck(
      db,
      ATTEMPT,
      answerOf({ seq: 0, hash: '' }, { rules: { ...rules, lifted_rules: ['leave'] } }),
    )
    expect((await attempt())?.view).toMatchObject(rules)
    await recordAck(db, ATTEMPT, answerOf({ seq: 0, hash: '' }))
    expect((await attempt())?.view).toMatchObject(rules)
  })

  it('of a test that was opened again lets it go on, once the server has all that was written here', async () => {
    const written = await appendOps(db, ATTEMPT, [
      entry('mcq_submit_all', '', { at_zero: true }, 9_000),
      entry('finish', '', { reason: 'timeout' }, 9_000),
    ])
    const [mcqs] = written
    if (!mcqs) throw new Error('two ops were asked for')
    // The server has not heard of the end: that it says 'running' opens nothing.
    await recordAck(db, ATTEMPT, answerOf(mcqs, { mcqs_submitted: true }))
    expect(await attempt()).toMatchObject({ finished_at: 9_000, mcqs_submitted: true })
    await recordAck(db, ATTEMPT, answerOf(end(written), { state: 'finished', mcqs_submitted: true }))
    await db.attempts.update(ATTEMPT, { end_reached: true })
    expect(await attempt()).toMatchObject({ finished_at: 9_000 })
    await recordAck(db, ATTEMPT, answerOf(end(written), { newest_notice: 4 }))
    expect(await attempt()).toMatchObject({
      finished_at: null,
      mcqs_submitted: false,
      end_reached: false,
      newest_notice: 4,
    })
  })
})

it('the answer to a request of another lease acknowledges nothing', async () => {
  const written = await appendOps(db, ATTEMPT, [draft('a')])
  await recordAck(db, ATTEMPT, answerOf(end(written)), 'an older lease')
  expect(await attempt()).toMatchObject({ acked_seq: 0, acked_at: null })
  expect((await db.ops.get([ATTEMPT, 1]))?.acked_at).toBeNull()
  await recordAck(db, ATTEMPT, answerOf(end(written)), 'lease-1')
  expect(await attempt()).toMatchObject({ acked_seq: 1 })
})
