import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReceiptFile } from '#contract/receipt.ts'
import type { LeaseRequest } from '#contract/sync.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import { keepAttempt } from '#pwa/attempt/db/lease.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import { leaseProofOf, takeNextLease } from '#pwa/attempt/sync/nextLease.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  everything,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The device's part where a server came back from a backup: what it keeps of it, shows to it and sends it again. */

const AT = '2026-01-15T09:00:00.000Z'
let db: LocalDatabase

beforeEach(async () => {
  vi.stubGlobal('navigator', { userAgent: '' })
  db = openStorage()
  await db.attempts.add(attemptOf(grantOf(), { start_file: fileOf(0, '') }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  db.close()
})

const fileOf = (head_seq: number, head_hash: string): ReceiptFile => ({
  holdfast_receipt: 1,
  attempt_id: ATTEMPT,
  lease_id: 'lease-1',
  head_seq,
  head_hash,
  time: AT,
  server_epoch: 1,
  receipt: `receipt-${head_seq}`,
})
const draft = (language_id: number, answer: string): NewEntry => ({
  type: 'draft',
  key: `code:1:${language_id}`,
  body: { problem_id: 1, language_id, answer },
})
const submit = (op_id: string): NewEntry => ({
  type: 'submit',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, source_code: op_id },
  op_id,
})
const attempt = async (): Promise<AttemptRecord> => {
  const found = await db.attempts.get(ATTEMPT)
  if (!found) throw new Error('There is no attempt')
  return found
}
/** The server acknowledges all of it, with its receipt. */
async function acknowledge(ops: readonly OpRecord[]): Promise<void> {
  const last = ops.at(-1)
  if (!last) throw new Error('Nothing was written')
  const { seq, hash } = last
  await recordAck(db, ATTEMPT, answerOf({ seq, hash }, { receipt: `receipt-${seq}`, receipt_at: AT }))
}
const said = async () =>
  (await db.ops.orderBy('[attempt_id+seq]').toArray()).map(({ seq, type, body }) => [
    seq,
    type,
    (JSON.parse(body ?? '{}') as { answer?: string; selected_options?: number[] }).answer ??
      (JSON.parse(body ?? '{}') as { selected_options?: number[] }).selected_options,
  ])

describe('the same lease', () => {
  const again = (head: { seq: number; hash: string }, change = {}) =>
    grantOf({ server_epoch: 2, head_seq: head.seq, head_hash: head.hash, lease_epoch: 5, ...change })

  it('of a server that went back sends all behind its head again, as it is', async () => {
    const ops = await appendOps(db, ATTEMPT, [
      draft(2, 'a'),
      submit('first'),
      draft(3, 'b'),
      submit('second'),
    ])
    await acknowledge(ops)
    await db.submissions.toCollection().modify({ submission_id: 40 })
    const kept = { lease_lost: true, giving_up: 'lease-1', notices_read: 9, adopted_notice: 8 }
    await db.attempts.update(ATTEMPT, { ...kept, newest_notice: 9, quarantined_seq: 4 })
    const [first] = ops
    if (!first) throw new Error('Nothing was written')
    const tail = await adoptLease(db, ATTEMPT, again(first, { newest_notice: 3, deadline_at: AT }), [
      { op_id: 'first', submission_id: 7 },
    ])
    const end = ops.at(-1)
    expect(tail).toEqual({ seq: 4, hash: end?.hash })
    expect(await db.ops.toArray()).toMatchObject(ops.map(({ hash }) => ({ hash })))
    expect(await db.aside.count()).toBe(0)
    expect(await attempt()).toMatchObject({
      lease_id: 'lease-1',
      lease_epoch: 5,
      server_epoch: 2,
      acked_seq: 1,
      acked_hash: first.hash,
      tail_seq: 4,
      deadline_at: Date.parse(AT),
      lease_lost: false,
      quarantined_seq: 0,
      newest_notice: 3,
      notices_read: 3,
      adopted_notice: 3,
    })
    expect((await attempt()).giving_up).toBeUndefined()
    expect(
      (await db.submissions.toArray()).map(({ op_id, submission_id }) => [op_id, submission_id]).toSorted(),
    ).toEqual([
      ['first', 7],
      ['second', null],
    ])
  })

  it('offers again what the server kept beside the log, and counts what stands nowhere else', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a'), draft(3, 'b')])
    await acknowledge(ops)
    const [first, second] = ops
    if (!first || !second) throw new Error('Nothing was written')
    await db.aside.bulkPut([
      { ...first, lease_id: 'lease-0', acked_at: 5, quarantined_at: 7 },
      { ...second, lease_id: 'lease-0', acked_at: null, quarantined_at: 7, is_again: true },
    ])
    await adoptLease(db, ATTEMPT, again(first))
    expect(
      (await db.aside.toArray()).map(({ acked_at, quarantined_at }) => [acked_at, quarantined_at]),
    ).toEqual([
      [null, undefined],
      [null, undefined],
    ])
    expect((await attempt()).aside_waiting).toBe(1)
  })

  it('of a server that is as it was changes nothing', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a'), submit('first')])
    await acknowledge(ops)
    const before = await everything(db)
    await adoptLease(db, ATTEMPT, grantOf({ head_seq: 2, head_hash: ops[1]?.hash ?? '' }))
    expect(await everything(db)).toEqual(before)
  })

  it('keeps the furthest receipt until the server holds as much again', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a'), draft(2, 'b'), draft(2, 'c')])
    await acknowledge(ops)
    const [first] = ops
    if (!first) throw new Error('Nothing was written')
    await adoptLease(db, ATTEMPT, again(first))
    expect((await attempt()).receipt_file?.head_seq).toBe(3)
    await acknowledge(ops.slice(0, 2))
    expect((await attempt()).receipt_file).toEqual(fileOf(3, ops[2]?.hash ?? ''))
    const more = await appendOps(db, ATTEMPT, [draft(2, 'd')])
    await acknowledge(more)
    expect((await attempt()).receipt_file?.head_seq).toBe(4)
    // Of another lease it says nothing here.
    await db.attempts.update(ATTEMPT, { receipt_file: { ...fileOf(90, 'other'), lease_id: 'lease-0' } })
    await acknowledge(more)
    expect((await attempt()).receipt_file?.head_seq).toBe(4)
  })
})

describe('another lease', () => {
  /** This device came to the test behind five changes of another one, and knows the answers of those. */
  const granted = { granted_head_seq: 5, granted_head_hash: 'of another device' }
  const came = { head_seq: 5, head_hash: 'of another device', ...granted }

  beforeEach(async () => {
    await db.attempts.put(attemptOf(grantOf(came)))
    await db.answers.bulkAdd([
      { attempt_id: ATTEMPT, key: 'code:1:2', value: 'theirs', saved: null, seq: 5, saved_at: 1_000 },
      { attempt_id: ATTEMPT, key: 'code:1:3', value: 'theirs too', saved: null, seq: 5, saved_at: 2_000 },
      { attempt_id: ATTEMPT, key: 'mcq:7', value: [71], saved: [70], seq: 5, saved_at: 3_000 },
    ])
  })
  const grant = (head_seq: number, head_hash: string) =>
    grantOf({
      lease_id: 'lease-9',
      lease_epoch: 9,
      server_epoch: 2,
      ...{ head_seq, head_hash, granted_head_seq: head_seq, granted_head_hash: head_hash },
    })

  it('writes again the answers that stand in no log of this device, with when they were saved, and nothing over its own', async () => {
    await acknowledge(await appendOps(db, ATTEMPT, [draft(2, 'ours')]))
    await adoptLease(db, ATTEMPT, grant(2, 'of the backup'))
    expect(await said()).toEqual([
      [3, 'draft', 'theirs too'],
      [4, 'mcq_save', [70]],
      [5, 'mcq_select', [71]],
      [6, 'draft', 'ours'],
    ])
    const ops = await db.ops.orderBy('[attempt_id+seq]').toArray()
    expect(ops.slice(0, 3).map(({ est_server_ms }) => est_server_ms)).toEqual([2_000, 3_000, 3_000])
    expect((await db.aside.toArray()).map(({ seq, acked_at }) => [seq, acked_at])).toEqual([[6, null]])
    expect(await db.answers.get([ATTEMPT, 'mcq:7'])).toMatchObject({ value: [71], saved: [70] })
  })

  it('takes nothing for held where the server has gone on without this device', async () => {
    await acknowledge(await appendOps(db, ATTEMPT, [draft(2, 'ours'), draft(3, 'ours too')]))
    // As long as this one's log, and another one.
    await adoptLease(db, ATTEMPT, grant(7, 'of somebody else'))
    expect(await said()).toEqual([
      [8, 'draft', 'ours'],
      [9, 'draft', 'ours too'],
    ])
    expect((await db.aside.toArray()).map(({ seq, acked_at }) => [seq, acked_at])).toEqual([
      [6, null],
      [7, null],
    ])
  })

  it('taken over by link puts aside as unsent whatever the server lacks', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'ours'), draft(3, 'ours too')])
    await acknowledge(ops)
    const waiting = async () =>
      (await db.aside.toArray())
        .map(({ seq, acked_at, quarantined_at }) => [seq, acked_at === null && quarantined_at === undefined])
        .toSorted()
    const saved = { choices: {}, drafts: [], submissions: [], mcqs_submitted: false }
    const { view } = await attempt()
    await keepAttempt(db, view, grant(6, ops[0]?.hash ?? ''), saved, null)
    expect(await waiting()).toEqual([
      [6, false],
      [7, true],
    ])
  })

  it('taken over by link from a server that went on in another way puts aside all of it', async () => {
    await acknowledge(await appendOps(db, ATTEMPT, [draft(2, 'ours'), draft(3, 'ours too')]))
    const saved = { choices: {}, drafts: [], submissions: [], mcqs_submitted: false }
    const { view } = await attempt()
    await keepAttempt(db, view, grant(6, 'of somebody else'), saved, null)
    const waiting = (await db.aside.toArray()).filter((op) => op.acked_at === null && !op.quarantined_at)
    expect(waiting.map(({ seq }) => seq)).toEqual([6, 7])
  })

  it('keeps what proves it, and reads the notices anew whose numbers were given to others', async () => {
    await db.attempts.update(ATTEMPT, { notices_read: 9, newest_notice: 9 })
    await adoptLease(db, ATTEMPT, {
      ...grant(2, 'of the backup'),
      newest_notice: 4,
      granted_receipt: 'signed',
      granted_at: AT,
      start_proof: 'begun',
    })
    expect(await attempt()).toMatchObject({
      notices_read: 4,
      start_proof: 'begun',
      granted_anchor: 'anchor-1',
      start_file: {
        lease_id: 'lease-9',
        head_seq: 2,
        head_hash: 'of the backup',
        time: AT,
        receipt: 'signed',
      },
    })
  })
})

describe('the proof', () => {
  it('is of the lease, its first receipt and its newest, with the details that were filled in', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a')])
    await acknowledge(ops)
    expect(leaseProofOf(await attempt())).toEqual({
      server_epoch_seen: 1,
      nonce: 'nonce-1',
      granted_head_seq: 0,
      granted_head_hash: '',
      started_at: AT,
      granted: fileOf(0, ''),
      newest: fileOf(1, ops[0]?.hash ?? ''),
      details: { first_name: 'Ana', last_name: 'Berg', mobile_number: '5550100300' },
    })
  })

  it('says nothing of details that were never filled in, and shows the receipt of the end', async () => {
    const { view } = await attempt()
    const unfilled = { ...view, is_profile_complete: false }
    const finish_file = fileOf(4, 'end')
    const proof = leaseProofOf(attemptOf(grantOf(), { view: unfilled, finish_file, start_proof: 'begun' }))
    expect(proof).toMatchObject({ finish: finish_file, start_proof: 'begun' })
    expect(proof.details).toBeUndefined()
    const others = { ...finish_file, lease_id: 'lease-0' }
    expect(leaseProofOf(attemptOf(grantOf(), { finish_file: others })).finish).toBeUndefined()
  })

  it('of a test that an older version began rests on its start', async () => {
    const { granted, newest } = leaseProofOf(attemptOf(grantOf({ receipt: 'receipt-0' })))
    expect(granted).toEqual(fileOf(0, ''))
    expect(newest).toEqual(granted)
  })
})

describe('the lease to go on with', () => {
  let asked: LeaseRequest[]
  let answers: (() => Response)[]
  beforeEach(() => {
    asked = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      asked.push(JSON.parse(String(init.body)) as LeaseRequest)
      const answer = answers.shift()
      if (!answer) throw new TypeError('nobody answers')
      return answer()
    })
  })
  const granting = (lease: ReturnType<typeof grantOf>) => () =>
    Response.json({ data: { lease, answers: { submissions: [] } } })

  it('is asked for with the proof, and noted before anybody is asked', async () => {
    await acknowledge(await appendOps(db, ATTEMPT, [draft(2, 'a'), draft(2, 'b')]))
    const proof = leaseProofOf(await attempt())
    answers = []
    await expect(takeNextLease(db, await attempt(), () => true)).rejects.toThrow()
    expect(asked).toEqual([
      expect.objectContaining({
        replaces: 'lease-1',
        take_over: false,
        proof: JSON.parse(JSON.stringify(proof)),
      }),
    ])
    expect((await attempt()).giving_up).toBe('lease-1')
    answers = [granting(grantOf({ server_epoch: 2 }))]
    const taken = await takeNextLease(db, await attempt(), () => true)
    expect(taken?.tail).toMatchObject({ seq: 2 })
    expect(await attempt()).toMatchObject({ acked_seq: 0, server_epoch: 2 })
  })

  it('is another one where this device does not have what the server lacks', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a'), draft(2, 'b')])
    await acknowledge(ops)
    // Its storage was deleted under the page, which kept the answers.
    await db.ops.clear()
    answers = [
      granting(grantOf({ server_epoch: 2 })),
      granting(grantOf({ server_epoch: 2, lease_id: 'lease-2', lease_epoch: 2 })),
    ]
    const taken = await takeNextLease(db, await attempt(), () => true)
    expect(asked.map((one) => [one.replaces, one.proof !== undefined])).toEqual([
      ['lease-1', true],
      ['lease-1', false],
    ])
    expect(taken?.lease.lease_id).toBe('lease-2')
    expect(await said()).toEqual([[1, 'draft', 'b']])
  })

  it('is another device’s: this one has heard of the server as it is now', async () => {
    answers = [
      () =>
        Response.json(
          { message: 'held', code: 'lease_held', details: { server_epoch: 4 }, request_id: 'r' },
          { status: 409 },
        ),
    ]
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a')])
    await acknowledge(ops)
    await appendOps(db, ATTEMPT, [draft(2, 'not sent')])
    await db.aside.bulkPut(ops.map((op) => ({ ...op, lease_id: 'lease-0', acked_at: 5, quarantined_at: 7 })))
    await expect(takeNextLease(db, await attempt(), () => true)).rejects.toThrow('held')
    expect(await attempt()).toMatchObject({ server_epoch: 4, aside_waiting: 2 })
    // What was acknowledged is offered again; its tail goes by itself.
    expect(
      (await db.aside.toArray()).map(({ lease_id, seq, acked_at, quarantined_at }) => [
        lease_id,
        seq,
        acked_at ?? quarantined_at ?? null,
      ]),
    ).toEqual([
      ['lease-0', 1, null],
      ['lease-1', 1, null],
    ])
  })

  it('changes nothing for a sender that was stopped meanwhile', async () => {
    const ops = await appendOps(db, ATTEMPT, [draft(2, 'a')])
    await acknowledge(ops)
    answers = [granting(grantOf({ server_epoch: 2 }))]
    expect(await takeNextLease(db, await attempt(), () => false)).toBeNull()
    expect(await attempt()).toMatchObject({ server_epoch: 1, acked_seq: 1 })
  })
})
