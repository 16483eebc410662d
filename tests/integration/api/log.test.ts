import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import {
  type ChoiceBody,
  choiceKey,
  codeKey,
  type DraftBody,
  leaseGenesis,
  type Op,
  opHash,
} from '#contract/ops.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import {
  type Device,
  type Invited,
  inTurn,
  type Organization,
  seedOrganization,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The attempt log over POST sync: order, repetition, refusals. */

const app = await appForFile()
let org: Organization
let person: () => Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'log', { candidates: 40 })
  person = inTurn(org.candidates)
})

const begin = () => startDevice(app, person())

const [q1, q2, q3] = [0, 1, 2]
const question = (i: number) => {
  const found = org.questions[i]
  if (!found) throw new Error('no such question')
  return found
}
const save = (device: Device, i: number, options: number[]) =>
  device.write('mcq_save', choiceKey(question(i).id), {
    question_id: question(i).id,
    selected_options: options,
  })
const draft = (device: Device, answer: string) =>
  device.write('draft', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    answer,
  })
const submit = (device: Device, source_code: string) =>
  device.write('submit', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    source_code,
  })

interface Row {
  seq: number
  op_id: string
  hash: string
  prev_hash: string
  result: string
  reason: string | null
}
const stored = (device: Device) =>
  app.rows<Row>(
    'SELECT seq, op_id, hash, prev_hash, result, reason FROM ops WHERE attempt_id = (SELECT id FROM attempts WHERE ref = ?) ORDER BY seq',
    device.grant.attempt_id,
  )
const answersOf = (device: Device) =>
  app.rows<{ key: string; saved: string | null; selected: string | null }>(
    'SELECT key, saved, selected FROM answers WHERE attempt_id = (SELECT id FROM attempts WHERE ref = ?) ORDER BY key',
    device.grant.attempt_id,
  )

describe('order', () => {
  test('ops stand in the log gapless, chained and in the order they were made', async () => {
    const device = await begin()
    for (let i = 0; i < 7; i++) draft(device, `version ${i}`)
    save(device, q1, question(q1).right)
    const answer = await device.sync()
    expect(answer.results).toEqual(device.ops.map(({ seq, op_id }) => ({ seq, op_id, result: 'applied' })))
    expect(answer).toMatchObject({
      head_seq: 8,
      head_hash: device.head.hash,
      state: 'running',
      missing_blobs: [],
    })
    const rows = await stored(device)
    expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(rows.map((row) => row.op_id)).toEqual(device.ops.map((op) => op.op_id))
    for (const [i, row] of rows.entries()) if (i > 0) expect(row.prev_hash).toBe(rows[i - 1]?.hash)
    expect(await answersOf(device)).toEqual([
      { key: codeKey(org.problems[0].id, 1), saved: 'version 6', selected: null },
      { key: choiceKey(question(q1).id), saved: JSON.stringify(question(q1).right), selected: null },
    ])
  })

  test('work under the key of something else is refused alone', async () => {
    const device = await begin()
    const [problem_id, q] = [org.problems[0].id, question(q1)]
    const choice = { question_id: q.id, selected_options: q.right }
    device.write('draft', choiceKey(q.id), { problem_id, language_id: 1, answer: 'x' })
    device.write('mcq_save', codeKey(problem_id, 1), choice)
    device.write('mcq_save', choiceKey(q.id), choice)
    const { results } = await device.sync()
    expect(results).toMatchObject([
      { result: 'rejected', reason: 'bad_body' },
      { result: 'rejected', reason: 'bad_body' },
      { result: 'applied' },
    ])
  })

  test('a prefix sent again, alone or with new ops, is answered as the first time and changes nothing', async () => {
    const device = await begin()
    draft(device, 'one')
    device.write('draft', codeKey(999_999, 1), { problem_id: 999_999, language_id: 1, answer: 'x' })
    submit(device, 'a program')
    const first = await device.sync()
    expect(first.results.map((r) => r.result)).toEqual(['applied', 'rejected', 'applied'])
    const rows = await app.fingerprint()
    const again = await device.sync(device.ops.slice(0, 2))
    expect(again.results).toEqual(first.results.slice(0, 2))
    expect(again.head_seq).toBe(3)
    const all = await device.sync(device.ops)
    expect(all.results).toEqual(first.results)
    expect(await app.fingerprint()).toBe(rows)
    draft(device, 'four')
    const mixed = await device.sync(device.ops.slice(1))
    expect(mixed.results.slice(0, 2)).toEqual(first.results.slice(1))
    expect(mixed).toMatchObject({ head_seq: 4 })
    expect((await stored(device)).map((row) => row.seq)).toEqual([1, 2, 3, 4])
  })

  test('a gap is refused with the seq expected, and nothing of the batch is kept', async () => {
    const device = await begin()
    for (let i = 0; i < 5; i++) draft(device, `version ${i}`)
    const ahead = await device.post(device.request(device.ops.slice(2)))
    expect(ahead).toMatchObject({ status: 409, failure: { code: 'gap', details: { expected_seq: 1 } } })
    const holed = device.ops.filter((op) => op.seq !== 3)
    const inside = await device.post(device.request(holed))
    expect(inside).toMatchObject({ status: 409, failure: { code: 'gap', details: { expected_seq: 3 } } })
    expect(await stored(device)).toEqual([])
    await device.sync(device.ops.slice(0, 2))
    const wrongStart = await device.post(device.request(device.ops.slice(2), { from_seq: 4 }))
    expect(wrongStart).toMatchObject({ status: 422, failure: { code: 'invalid' } })
    expect((await device.sync()).head_seq).toBe(5)
  })
})

describe('chain', () => {
  test('another op at a seq that stands is a fork', async () => {
    const device = await begin()
    draft(device, 'one')
    draft(device, 'two')
    await device.sync()
    const [first, second] = device.ops
    if (!first || !second) throw new Error('no ops')
    const other = rehash({ ...second, body: '{"other":1}', body_hash: sha256('{"other":1}') })
    const renamed = rehash({ ...second, op_id: randomBytes(16).toString('base64url') })
    const retimed = rehash({ ...second, est_server_ms: second.est_server_ms - 1 })
    for (const forged of [other, renamed, retimed])
      expect(await device.post(device.request([forged]))).toMatchObject({
        status: 409,
        failure: { code: 'fork' },
      })
    expect((await stored(device)).map((row) => row.hash)).toEqual([first.hash, second.hash])
  })

  test('a wrong prev_hash is a fork, the lease nonce included, though nothing was announced', async () => {
    const device = await begin()
    // Without an announced tail nothing but the chain itself can tell.
    const silent = { tail_seq: 0, tail_hash: '' }
    const refused = (op: Op) => device.post(device.request([op], silent))
    const { attempt_id, lease_id, nonce, granted_head_hash: head_hash } = device.grant
    const genesis = (over: { nonce?: string; head_hash?: string } = {}) =>
      leaseGenesis(sha256, { attempt_id, lease_id, nonce, head_hash, ...over })
    const op = draft(device, 'one')
    expect(op.prev_hash).toBe(genesis())
    for (const prev_hash of [
      genesis({ nonce: 'another-nonce-of-22-ch' }),
      genesis({ head_hash: 'e'.repeat(64) }),
      'f'.repeat(64),
    ])
      expect(await refused(rehash({ ...op, prev_hash }))).toMatchObject({
        status: 409,
        failure: { code: 'fork' },
      })
    expect(await stored(device)).toEqual([])
    await device.sync([op], silent)
    const second = draft(device, 'two')
    const cut = rehash({ ...second, prev_hash: 'f'.repeat(64) })
    expect(await refused(cut)).toMatchObject({ status: 409, failure: { code: 'fork' } })
    // Right in themselves and chained to each other, but not to what stands.
    const later = rehash({ ...draft(device, 'three'), prev_hash: second.prev_hash })
    expect(await device.post(device.request([second, later], silent))).toMatchObject({
      status: 409,
      failure: { code: 'fork' },
    })
    expect((await stored(device)).map((row) => row.seq)).toEqual([1])
    expect((await device.sync()).head_seq).toBe(3)
  })

  test('a header that its hash does not cover refuses the batch', async () => {
    const device = await begin()
    const other = await begin()
    const op = draft(device, 'one')
    const foreign = draft(other, 'theirs')
    const lies: Op[] = [
      { ...op, hash: 'a'.repeat(64) },
      { ...op, wall_ms: op.wall_ms + 1 },
      { ...op, type: 'submit' },
      { ...op, anchor_id: 'x' },
      rehash({ ...op, attempt_id: other.grant.attempt_id }),
      rehash({ ...op, lease_id: other.grant.lease_id }),
      foreign,
    ]
    for (const lie of lies)
      expect(await device.post(device.request([lie]))).toMatchObject({
        status: 422,
        failure: { code: 'invalid' },
      })
    expect(await stored(device)).toEqual([])
    expect((await device.sync()).head_seq).toBe(1)
  })

  test('an op_id that stands elsewhere in this log is a fork; one of another attempt means nothing', async () => {
    const device = await begin()
    const other = await begin()
    const first = draft(device, 'one')
    await device.sync()
    const twin = device.write(
      'draft',
      codeKey(org.problems[0].id, 1),
      { problem_id: org.problems[0].id, language_id: 1, answer: 'two' },
      { op_id: first.op_id },
    )
    expect(await device.post(device.request([twin]))).toMatchObject({
      status: 409,
      failure: { code: 'fork' },
    })
    expect((await stored(device)).map((row) => row.seq)).toEqual([1])
    other.write(
      'draft',
      codeKey(org.problems[0].id, 1),
      { problem_id: org.problems[0].id, language_id: 1, answer: 'x' },
      { op_id: first.op_id },
    )
    expect((await other.sync()).results).toEqual([{ seq: 1, op_id: first.op_id, result: 'applied' }])
  })
})

describe('rejected ops', () => {
  test('each keeps its seq, says why, and nothing behind it is blocked', async () => {
    const device = await begin()
    const [one, two] = [question(q1), question(q2)]
    const [problem] = org.problems
    const bad: [Parameters<Device['write']>[0], unknown, string][] = [
      ['mcq_save', { question_id: 999_999, selected_options: [] }, 'unknown_question'],
      ['mcq_save', { question_id: one.id, selected_options: [two.right[0]] }, 'unknown_option'],
      ['mcq_save', { question_id: one.id, selected_options: [one.right[0], one.wrong[0]] }, 'single_choice'],
      ['mcq_save', { question_id: two.id, selected_options: [two.right[0], two.right[0]] }, 'bad_body'],
      ['mcq_save', { question_id: String(one.id), selected_options: [] }, 'bad_body'],
      ['mcq_save', { question_id: one.id, selected_options: [], extra: 1 }, 'bad_body'],
      ['draft', { problem_id: 999_999, language_id: 1, answer: '' }, 'unknown_problem'],
      ['draft', { problem_id: problem.id, language_id: 999, answer: '' }, 'unknown_language'],
      ['draft', { problem_id: problem.id, language_id: 1, answer: 'a\0b' }, 'bad_body'],
      ['draft', { problem_id: problem.id, language_id: 1, answer: 'é'.repeat(24 * 1024 + 1) }, 'bad_body'],
      ['submit', { problem_id: problem.id, language_id: 1 }, 'bad_body'],
      ['finish', { reason: 'because' }, 'bad_body'],
      ['finish', { reason: 'timeout' }, 'not_over'],
      ['snapshot_taken', { sha256: 'x', bytes: 1 }, 'bad_body'],
      ['focus_lost', null, 'bad_body'],
      ['focus_lost', [], 'bad_body'],
      ['copy_attempt', { ms: -1 }, 'bad_body'],
    ]
    const keyOf = (body: Partial<ChoiceBody & DraftBody> | null): string => {
      if (body?.question_id !== undefined) return choiceKey(body.question_id)
      return body?.problem_id === undefined ? '' : codeKey(body.problem_id, body.language_id ?? 0)
    }
    for (const [type, body] of bad) {
      device.write(type, keyOf(body as Partial<ChoiceBody & DraftBody> | null), body)
      save(device, q3, question(q3).right)
    }
    const { results } = await device.sync()
    for (const [i, [type, , reason]] of bad.entries()) {
      expect(results[2 * i], type).toMatchObject({ result: 'rejected', reason })
      expect(results[2 * i + 1]).toMatchObject({ result: 'applied' })
    }
    expect(await stored(device)).toHaveLength(2 * bad.length)
    expect(await answersOf(device)).toHaveLength(1)
    expect(
      await app.rows(
        'SELECT * FROM submissions WHERE attempt_id = (SELECT id FROM attempts WHERE ref = ?)',
        device.grant.attempt_id,
      ),
    ).toEqual([])
  })

  test('a body that is no JSON, or another than was hashed, rejects that op alone', async () => {
    const device = await begin()
    const ops = [draft(device, 'one'), draft(device, 'two'), draft(device, 'three'), draft(device, 'four')]
    const [a, b, c, d] = ops as [Op, Op, Op, Op]
    const changed = [
      { ...a, body: '{"problem_id":' },
      { ...b, body: JSON.stringify({ problem_id: org.problems[0].id, language_id: 1, answer: 'swapped' }) },
      c,
      { ...d, body: null },
    ]
    const { results } = await device.sync(changed)
    expect(results).toMatchObject([
      { result: 'rejected', reason: 'bad_body' },
      { result: 'rejected', reason: 'bad_body' },
      { result: 'applied' },
      { result: 'rejected', reason: 'too_large' },
    ])
    expect(await answersOf(device)).toMatchObject([{ saved: 'three' }])
    // The whole op sent later is the same op: its result stands.
    expect((await device.sync([d])).results).toMatchObject([{ result: 'rejected', reason: 'too_large' }])
    draft(device, 'five')
    expect((await device.sync()).results).toMatchObject([{ result: 'applied' }])
  })

  test('a batch has at most 100 ops; the largest op of the protocol fits', async () => {
    const device = await begin()
    for (let i = 0; i < 101; i++) draft(device, `version ${i}`)
    expect(await device.post(device.request())).toMatchObject({ status: 422, failure: { code: 'invalid' } })
    await device.sync(device.ops.slice(0, 100))
    await device.sync()
    draft(device, '"'.repeat(48 * 1024))
    expect((await device.sync()).results).toMatchObject([{ result: 'applied' }])
    const large = draft(device, 'x'.repeat(160_001))
    expect(await device.post(device.request([large]))).toMatchObject({
      status: 413,
      failure: { code: 'too_large' },
    })
    const huge = draft(device, 'x'.repeat(520_000))
    expect(await device.post(device.request([large, huge]))).toMatchObject({ status: 413 })
    // Without their bodies they go, are rejected, and block nothing.
    draft(device, 'after them')
    const rest = device.tail.map((op) => (op === large || op === huge ? { ...op, body: null } : op))
    expect((await device.sync(rest)).results).toMatchObject([
      { result: 'rejected', reason: 'too_large' },
      { result: 'rejected', reason: 'too_large' },
      { result: 'applied' },
    ])
  })
})

describe('submissions', () => {
  test('each op spends one, however often it is sent; past the last one it is rejected', async () => {
    const device = await begin()
    for (let i = 0; i < 4; i++) submit(device, `program ${i}`)
    const first = await device.sync()
    expect(first.results.map((r) => r.result)).toEqual(['applied', 'applied', 'applied', 'rejected'])
    expect(first.results[3]).toMatchObject({ reason: 'no_submissions_left' })
    const ids = first.results.slice(0, 3).map((r) => r.result !== 'rejected' && r.submission_id)
    expect(new Set(ids).size).toBe(3)
    expect((await device.sync(device.ops)).results).toEqual(first.results)
    const rows = await app.rows<{ n: number; jobs: number }>(
      `SELECT count(*) AS n, (SELECT count(*) FROM jobs j WHERE j.attempt_id = s.attempt_id) AS jobs
       FROM submissions s WHERE attempt_id = (SELECT id FROM attempts WHERE ref = ?)`,
      device.grant.attempt_id,
    )
    expect(rows).toEqual([{ n: 3, jobs: 3 }])
  })
})

describe('the end', () => {
  test('after the finish only feedback, one fraud report and snapshots are taken', async () => {
    const device = await begin()
    save(device, q1, question(q1).right)
    device.write('finish', '', { reason: 'candidate' })
    device.write('finish', '', { reason: 'candidate' })
    draft(device, 'after')
    save(device, q2, question(q2).right)
    device.write('mcq_submit_all', '', {})
    device.write('feedback', '', { rating: 4, comment: 'fine' })
    device.write('feedback', '', { rating: 1, comment: 'again' })
    device.write('fraud_report', '', { reason: 'Switched window' })
    device.write('fraud_report', '', { reason: 'Other' })
    device.write('snapshot_taken', '', { sha256: 'a'.repeat(64), bytes: 100 })
    device.write('focus_lost', '', {})
    const answer = await device.sync()
    expect(answer.results.map((r) => (r.result === 'rejected' ? r.reason : r.result))).toEqual([
      'applied',
      'applied',
      'already_finished',
      'after_finish',
      'after_finish',
      'after_finish',
      'applied',
      'already_submitted',
      'applied',
      'already_submitted',
      'applied',
      'after_finish',
    ])
    expect(answer).toMatchObject({
      state: 'finished',
      end_reason: 'Switched window',
      missing_blobs: ['a'.repeat(64)],
    })
    const [row] = await app.rows(
      'SELECT finish_seq, end_reason, score, sealed_at FROM attempts WHERE ref = ?',
      device.grant.attempt_id,
    )
    expect(row).toEqual({ finish_seq: 2, end_reason: 'Switched window', score: 2, sealed_at: null })
    expect(
      await app.rows('SELECT finished FROM drives WHERE id = ? AND finished > 0', org.driveId),
    ).toHaveLength(1)
  })

  test('saved MCQs are closed by mcq_submit_all', async () => {
    const device = await begin()
    save(device, q1, question(q1).right)
    device.write('mcq_submit_all', '', {})
    save(device, q1, question(q1).wrong.slice(0, 1))
    device.write('mcq_submit_all', '', {})
    const { results } = await device.sync()
    expect(results).toMatchObject([
      { result: 'applied' },
      { result: 'applied' },
      { result: 'rejected', reason: 'already_submitted' },
      { result: 'rejected', reason: 'already_submitted' },
    ])
    expect(await answersOf(device)).toMatchObject([{ saved: JSON.stringify(question(q1).right) }])
  })
})

describe('heartbeats', () => {
  test('a sync without ops says where the server stands and writes no op', async () => {
    const device = await begin()
    draft(device, 'one')
    const synced = await device.sync()
    app.clock.move(10_000)
    const beat: SyncAnswer = await device.sync([])
    expect(beat).toMatchObject({
      results: [],
      head_seq: 1,
      head_hash: synced.head_hash,
      deadline_at: synced.deadline_at,
    })
    expect(Date.parse(beat.server_time)).toBe(app.clock.now())
    expect(await stored(device)).toHaveLength(1)
    const [row] = await app.rows<{ last_contact_at: number }>(
      'SELECT last_contact_at FROM attempts WHERE ref = ?',
      device.grant.attempt_id,
    )
    expect(row?.last_contact_at).toBe(app.clock.now())
  })
})

/** The op as a forger who knows the protocol would make it: its own hash holds. */
function rehash(op: Op): Op {
  const { body: _, hash: __, ...header } = op
  return { ...op, hash: opHash(sha256, header) }
}
