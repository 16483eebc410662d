import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canonicalHeader, leaseGenesis } from '#contract/ops.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { type NewEntry, NoAttempt } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { sha256OfText } from '#pwa/attempt/hash.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakEvery,
  breakWrites,
  everything,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** One append is one transaction over ops, answers and head: all of it is on the device, or nothing. */

const choice = (question_id: number, ...selected_options: number[]): NewEntry => ({
  type: 'mcq_save',
  key: `mcq:${question_id}`,
  body: { question_id, selected_options },
})
const draft = (answer: string): NewEntry => ({
  type: 'draft',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, answer },
})
const submit = (source_code: string): NewEntry => ({
  type: 'submit',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, source_code },
})
const finish: NewEntry = { type: 'finish', key: '', body: { reason: 'candidate' } }

let db: LocalDatabase

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
})
afterEach(() => db.close())

describe('an append', () => {
  it('chains its ops to the lease and to each other, and moves the head to the last', async () => {
    const written = await appendOps(db, ATTEMPT, [choice(7, 70), draft('a')])
    const [first, second] = written
    if (!first || !second) throw new Error('two ops were asked for')
    const lease = { attempt_id: ATTEMPT, lease_id: 'lease-1', nonce: 'nonce-1', head_hash: '' }
    expect(first.prev_hash).toBe(leaseGenesis(sha256OfText, lease))
    expect(second.prev_hash).toBe(first.hash)
    for (const op of written) expect(op.hash).toBe(sha256OfText(op.prev_hash + canonicalHeader(op)))
    expect(await db.ops.toArray()).toEqual(written)
    expect(await db.attempts.get(ATTEMPT)).toMatchObject({
      tail_seq: 2,
      tail_hash: second.hash,
      acked_seq: 0,
    })
  })

  it('is one write, whatever it touches', async () => {
    for (const table of ['ops', 'answers', 'attempts', 'submissions']) {
      let writes = 0
      const counted = breakWrites(table, () => {
        writes++
        return null
      })
      await appendOps(db, ATTEMPT, [choice(7, 70), submit('a')])
      counted.mend()
      expect(writes, table).toBe(1)
    }
  })

  it('asks the browser for strict durability, and so do acknowledgements and pictures', async () => {
    db.close()
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
    db = openStorage(db.name)
    const [first] = await appendOps(db, ATTEMPT, [draft('a')])
    if (first) await recordAck(db, ATTEMPT, answerOf(first))
    const body = new Blob(['picture'])
    await db.blobs.put({ attempt_id: ATTEMPT, sha256: 'a', seq: 1, body, not_before: 0 })
    const writes = opened.mock.calls.filter(([, mode]) => mode === 'readwrite')
    opened.mockRestore()
    expect(writes.map(([, , options]) => options?.durability)).toEqual(['strict', 'strict', 'strict'])
  })

  it('goes on where the last one ended, also with a database opened anew', async () => {
    const [first] = await appendOps(db, ATTEMPT, [draft('a')])
    db.close()
    db = openStorage(db.name)
    const [second] = await appendOps(db, ATTEMPT, [draft('b')])
    expect(second).toMatchObject({ seq: 2, prev_hash: first?.hash })
  })

  it('keeps the newest value of each key, and what was saved of a choice beside what is chosen', async () => {
    await appendOps(db, ATTEMPT, [choice(7, 70), draft('a')])
    await appendOps(db, ATTEMPT, [{ ...choice(7, 71), type: 'mcq_select' }, draft('b')])
    expect(await db.answers.toArray()).toMatchObject([
      { attempt_id: ATTEMPT, key: 'code:1:2', value: 'b', saved: null, seq: 4 },
      { attempt_id: ATTEMPT, key: 'mcq:7', value: [71], saved: [70], seq: 3 },
    ])
  })

  it('of several under one key in one write keeps the last, with what the one before it saved', async () => {
    const select = { ...choice(7, 71), type: 'mcq_select' } as const
    const written = await appendOps(db, ATTEMPT, [choice(7, 70), draft('a'), select, draft('b')])
    expect(await db.answers.toArray()).toMatchObject([
      { attempt_id: ATTEMPT, key: 'code:1:2', value: 'b', saved: null, seq: 4 },
      { attempt_id: ATTEMPT, key: 'mcq:7', value: [71], saved: [70], seq: 3 },
    ])
    expect(await db.ops.toArray()).toEqual(written)
  })

  it('of a submission keeps the text and the submission; of a finish that it stands', async () => {
    const [made] = await appendOps(db, ATTEMPT, [submit('code'), { ...finish, madeAt: 5 }])
    expect(await db.submissions.toArray()).toMatchObject([
      { op_id: made?.op_id, seq: 1, submission_id: null },
    ])
    expect(await db.answers.get([ATTEMPT, 'code:1:2'])).toMatchObject({ value: 'code' })
    expect(await db.attempts.get(ATTEMPT)).toMatchObject({ finished_at: 5 })
  })

  it('of the connection keeps what was said last, of departures how often they count', async () => {
    const left = (type: 'focus_lost' | 'fullscreen_left', why: string): NewEntry => ({
      type,
      key: '',
      body: { counted: true, why },
    })
    const said = (type: 'offline' | 'online'): NewEntry => ({ type, key: '', body: {} })
    await appendOps(db, ATTEMPT, [said('offline'), left('focus_lost', 'warned')])
    await appendOps(db, ATTEMPT, [draft('a'), left('fullscreen_left', 'attempt_used')])
    expect(await db.attempts.get(ATTEMPT)).toMatchObject({
      connection: 'offline',
      strikes: 1,
      screen_exits: 1,
    })
    await appendOps(db, ATTEMPT, [said('offline'), said('online'), left('fullscreen_left', 'policy')])
    expect(await db.attempts.get(ATTEMPT)).toMatchObject({
      connection: 'online',
      strikes: 2,
      screen_exits: 2,
    })
  })

  it('of a picture keeps the picture with the op that names it, in one write', async () => {
    const picture = { sha256: 'a', body: new Blob(['picture']), not_before: 7 }
    const entry: NewEntry = { type: 'snapshot_taken', key: '', body: { sha256: 'a', bytes: 7 }, picture }
    const fault = breakEvery('blobs', 'commit')
    await expect(appendOps(db, ATTEMPT, [draft('a'), entry])).rejects.toThrow('QuotaExceededError')
    fault.mend()
    expect(await db.ops.count()).toBe(0)
    await appendOps(db, ATTEMPT, [draft('a'), entry])
    expect(await db.blobs.toArray()).toMatchObject([
      { attempt_id: ATTEMPT, sha256: 'a', seq: 2, not_before: 7 },
    ])
  })

  it('is refused where there is no test on the device', async () => {
    await expect(appendOps(db, 'another', [draft('a')])).rejects.toThrow(NoAttempt)
  })
})

describe('an append that fails', () => {
  const entries = [choice(7, 71), submit('b'), finish]

  it('at its commit, as a full disk does it, rejects and leaves nothing of it', async () => {
    await appendOps(db, ATTEMPT, [choice(7, 70), draft('a')])
    const before = await everything(db)
    const fault = breakEvery('ops', 'commit')
    await expect(appendOps(db, ATTEMPT, entries)).rejects.toThrow('QuotaExceededError')
    fault.mend()
    expect(fault.broken()).toBe(1)
    expect(await everything(db)).toEqual(before)
  })

  it('at any of its requests leaves nothing of it, and the next try writes everything once', async () => {
    await appendOps(db, ATTEMPT, [choice(7, 70), draft('a')])
    const before = await everything(db)
    let places = 0
    for (;;) {
      const fault = breakEvery('ops', places)
      const failed = await appendOps(db, ATTEMPT, entries).then(
        () => false,
        () => true,
      )
      fault.mend()
      if (!failed) break
      expect(await everything(db), `after ${places} requests`).toEqual(before)
      places++
    }
    // A read of the attempt, three ops, two answers, a submission and the head.
    expect(places).toBeGreaterThanOrEqual(8)
    const ops = await db.ops.toArray()
    expect(ops.map((op) => [op.seq, op.type])).toEqual([
      [1, 'mcq_save'],
      [2, 'draft'],
      [3, 'mcq_save'],
      [4, 'submit'],
      [5, 'finish'],
    ])
  })
})
