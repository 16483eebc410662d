import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import { choiceKey, leaseGenesis, type Op, opHash } from '#contract/ops.ts'
import type { OpResult, SyncAnswer } from '#contract/sync.ts'
import { findAttemptById, updateAttempt } from '#db/queries/attempts.ts'
import { call, Device, must, type Organization, seedOrganization } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/**
 * Generated sequences of what clients and networks do to one attempt: append, send, send again, lose the answer, send
 * a part, leave a gap, fork, take over, call plainly. After each step: each op once, in order, chained; nothing
 * acknowledged is ever lost. Sequences run side by side, so groups of requests share commits as in production.
 */

const TOGETHER = 50
const RUNS = Number(process.env.HOLDFAST_SEQUENCES ?? 1_000) / TOGETHER

const app = await appForFile()
let org: Organization
let people = 0

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'commands')
})

interface Model {
  /** The entries that must stand in the log, in order. */
  log: string[]
  /** 0 or 1: that device holds the lease; null: nobody, or the server for plain calls. */
  holder: 0 | 1 | null
  /** Idempotency-Key → value it was first used with. */
  keys: Map<string, number>
}

interface Real {
  token: string
  attemptId: number
  devices: [Device, Device]
  /** Results as first answered, by op. */
  answered: Map<string, OpResult>
  /** Ops of a lost lease that the server said it keeps beside the log. */
  quarantined: Set<string>
}

type Step = fc.AsyncCommand<Model, Real>
type Which = 0 | 1

async function newcomer(): Promise<Real> {
  const email = `c${people++}@people.example`
  const found = await app.ctx.db.write(async (tx) => {
    const made = await inviteCandidate(
      app.ctx,
      tx,
      { organizationId: org.id, driveId: org.driveId, email },
      app.clock.now(),
    )
    if (made === null) throw new Error('not invited')
    await updateAttempt(tx, made.id, { profile_completed_at: app.clock.now() })
    return findAttemptById(tx, made.id)
  })
  if (!found) throw new Error('no attempt')
  const token = app.ctx.keys.attemptToken(found.attempt.ref, 1)
  await must(app.send, 'getQuestions', { token })
  const device = (name: string) => new Device(app.send, token, app.clock.now, name)
  return {
    token,
    attemptId: found.attempt.id,
    devices: [device('A'), device('B')],
    answered: new Map(),
    quarantined: new Set(),
  }
}

interface Row {
  seq: number
  op_id: string
  prev_hash: string
  hash: string
  result: string
  lease_id: string
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
  ref: string
}

/** The promises, read from the rows behind the calls. Compared as whole lists: this runs many thousand times. */
async function hold(model: Model, real: Real): Promise<void> {
  const rows = await app.rows<Row>(
    `SELECT o.seq, o.op_id, o.hash, o.prev_hash, o.result, l.lease_id, l.nonce, l.granted_head_seq, l.granted_head_hash, a.ref
     FROM ops o JOIN leases l ON l.lease_id = o.lease_id JOIN attempts a ON a.id = o.attempt_id
     WHERE o.attempt_id = ? ORDER BY o.seq`,
    real.attemptId,
  )
  const expected = model.log.map((opId, i) => `${i + 1} ${opId} ${previous(rows, i)}`)
  expect(rows.map((row) => `${row.seq} ${row.op_id} ${row.prev_hash}`)).toEqual(expected)
  const stored = new Set(rows.map((row) => `${row.seq} ${row.op_id} ${row.result}`))
  const missing = [...real.answered.values()].filter((r) => !stored.has(`${r.seq} ${r.op_id} ${r.result}`))
  expect(missing).toEqual([])
  if (real.quarantined.size === 0) return
  const beside = await app.rows<{ op: string }>(
    'SELECT op FROM quarantine WHERE attempt_id = ?',
    real.attemptId,
  )
  const kept = new Set(beside.map((row) => (JSON.parse(row.op) as Op).op_id))
  for (const row of rows) kept.add(row.op_id)
  expect([...real.quarantined].filter((opId) => !kept.has(opId))).toEqual([])
}

/** The right prev_hash of the i-th row. */
function previous(rows: readonly Row[], i: number): string {
  const row = rows[i]
  if (row?.granted_head_seq !== i) return rows[i - 1]?.hash ?? 'no row'
  return leaseGenesis(sha256, { ...row, attempt_id: row.ref, head_hash: row.granted_head_hash })
}

const hasLease = (real: Real, which: Which): boolean => real.devices[which].leased

/** A refused device: it lost its lease, and what it sent is kept beside the log. */
function lost(real: Real, ops: readonly Op[], answer: { status: number; failure: unknown }): void {
  expect(answer).toMatchObject({ status: 403, failure: { code: 'lease_lost' } })
  for (const op of ops) real.quarantined.add(op.op_id)
}

class Append implements Step {
  readonly which: Which
  /** One op each: whether it is one that can be applied. */
  readonly ops: boolean[]
  constructor(which: Which, ops: boolean[]) {
    this.which = which
    this.ops = ops
  }
  check = () => true
  async run(_: Model, real: Real): Promise<void> {
    if (!hasLease(real, this.which)) return
    const [{ id, right }] = org.questions
    for (const good of this.ops) {
      const body = { question_id: id, selected_options: good ? right : [999_999] }
      real.devices[this.which].write('mcq_save', choiceKey(id), body)
    }
  }
  toString = () => `append(${this.which}, ${this.ops.map((good) => (good ? 'good' : 'bad')).join(' ')})`
}

class Send implements Step {
  readonly which: Which
  readonly most: number
  readonly isAnswerLost: boolean
  constructor(which: Which, most: number, isAnswerLost: boolean) {
    this.which = which
    this.most = most
    this.isAnswerLost = isAnswerLost
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    if (!hasLease(real, this.which)) return
    const device = real.devices[this.which]
    const ops = device.tail.slice(0, this.most)
    const request = device.request(ops)
    const answer = this.isAnswerLost
      ? await call(app.send, 'postSync', { token: real.token, body: request })
      : await device.post(request)
    if (model.holder !== this.which) {
      lost(real, ops, answer)
    } else {
      expect(answer.status).toBe(200)
      const { results, head_seq } = (answer.json as { data: SyncAnswer }).data
      for (const { op_id } of ops) if (!model.log.includes(op_id)) model.log.push(op_id)
      expect(head_seq).toBe(model.log.length)
      remember(real, results)
    }
    await hold(model, real)
  }
  toString = () => `send(${this.which}, ${this.most}${this.isAnswerLost ? ', answer lost' : ''})`
}

/** A result, once told, is told the same for ever. */
function remember(real: Real, results: readonly OpResult[]): void {
  for (const result of results) {
    const known = real.answered.get(result.op_id)
    if (known) expect(result).toEqual(known)
    real.answered.set(result.op_id, result)
  }
}

class Repeat implements Step {
  readonly which: Which
  readonly from: number
  constructor(which: Which, from: number) {
    this.which = which
    this.from = from
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    if (!hasLease(real, this.which)) return
    const device = real.devices[this.which]
    const ops = device.ops.filter((op) => model.log.includes(op.op_id)).slice(this.from)
    if (ops.length === 0) return
    const [one, two] = await Promise.all([device.post(device.request(ops)), device.post(device.request(ops))])
    for (const answer of [one, two]) {
      if (model.holder !== this.which) lost(real, ops, answer)
      else {
        expect(answer.status).toBe(200)
        remember(real, (answer.json as { data: SyncAnswer }).data.results)
      }
    }
    await hold(model, real)
  }
  toString = () => `repeat(${this.which}, from ${this.from})`
}

/** Sends what cannot be taken: a hole in front, or another op where one stands. */
class Spoil implements Step {
  readonly which: Which
  readonly how: 'gap' | 'fork'
  constructor(which: Which, how: 'gap' | 'fork') {
    this.which = which
    this.how = how
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    if (!hasLease(real, this.which) || model.holder !== this.which) return
    const device = real.devices[this.which]
    const unknown = device.ops.filter((op) => !model.log.includes(op.op_id))
    const ops =
      this.how === 'gap'
        ? unknown.slice(1)
        : device.ops
            .filter((op) => model.log.includes(op.op_id))
            .slice(-1)
            .map(fork)
    if (ops.length === 0) return
    const answer = await device.post(device.request(ops))
    expect(answer).toMatchObject(
      this.how === 'gap'
        ? { status: 409, failure: { code: 'gap', details: { expected_seq: model.log.length + 1 } } }
        : { status: 409, failure: { code: 'fork' } },
    )
    await hold(model, real)
  }
  toString = () => `${this.how}(${this.which})`
}

function fork(op: Op): Op {
  const { body: _, hash: __, ...header } = op
  const body = '{}'
  const other = { ...header, body_hash: sha256(body) }
  return { ...other, body, hash: opHash(sha256, other) }
}

class TakeOver implements Step {
  readonly which: Which
  constructor(which: Which) {
    this.which = which
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const grant = await real.devices[this.which].takeOver()
    expect(grant.granted_head_seq).toBe(model.log.length)
    model.holder = this.which
    await hold(model, real)
  }
  toString = () => `takeOver(${this.which})`
}

class Plain implements Step {
  readonly key: string
  readonly value: number
  constructor(key: string, value: number) {
    this.key = key
    this.value = value
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const [question] = org.questions
    const answer = await call(app.send, 'postQuestionSubmission', {
      token: real.token,
      idempotencyKey: this.key,
      body: { question_id: question.id, selected_options: this.value === 0 ? question.right : [] },
    })
    const first = model.keys.get(this.key)
    // A request that was answered once is answered again, whoever has the lease by then.
    if (first !== undefined) {
      expect(answer.status).toBe(first === this.value ? 200 : 422)
    } else if (model.holder !== null) {
      expect(answer).toMatchObject({ status: 409, failure: { code: 'lease_held' } })
    } else {
      expect(answer.status).toBe(200)
      const [row] = await app.rows<{ op_id: string }>(
        'SELECT op_id FROM ops WHERE attempt_id = ? ORDER BY seq DESC LIMIT 1',
        real.attemptId,
      )
      model.log.push(row?.op_id ?? 'missing')
      model.keys.set(this.key, this.value)
    }
    await hold(model, real)
  }
  toString = () => `plain(${this.key}, ${this.value})`
}

/** Mostly the first device, so that a sequence gets somewhere before the other one takes over. */
const which = fc.constantFrom<Which>(0, 0, 0, 1)
const ops = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
const append = fc.tuple(which, ops).map(([w, list]) => new Append(w, list))
const send = fc
  .tuple(which, fc.constantFrom(0, 1, 2, 50, 50), fc.boolean())
  .map(([w, most, isLost]) => new Send(w, most, isLost))
const steps: fc.Arbitrary<Step>[] = [
  append,
  append,
  append,
  send,
  send,
  send,
  fc.tuple(which, fc.nat({ max: 3 })).map(([w, from]) => new Repeat(w, from)),
  fc.tuple(which, fc.constantFrom('gap' as const, 'fork' as const)).map(([w, how]) => new Spoil(w, how)),
  fc.constantFrom<Which>(0, 1).map((w) => new TakeOver(w)),
  fc.tuple(fc.constantFrom('k1', 'k2'), fc.nat({ max: 1 })).map(([key, value]) => new Plain(key, value)),
]

test(`${RUNS * TOGETHER} sequences: each op once, in order, and nothing acknowledged is lost`, {
  timeout: 600_000,
}, async () => {
  let done = 0
  let begun = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.commands(steps, { maxCommands: 20, size: 'max' }), {
        minLength: TOGETHER,
        maxLength: TOGETHER,
      }),
      async (sequences) => {
        await Promise.all(
          sequences.map(async (sequence) => {
            const real = await newcomer()
            const model: Model = { log: [], holder: null, keys: new Map() }
            // One in four begins by plain calls, the others on a device.
            if (begun++ % 4 > 0) await new TakeOver(0).run(model, real)
            await fc
              .asyncModelRun(() => ({ model, real }), sequence)
              .catch((error: unknown) => {
                throw new Error(`This sequence failed: ${String(sequence)}`, { cause: error })
              })
            await hold(model, real)
            done++
          }),
        )
      },
    ),
    { numRuns: RUNS },
  )
  expect(done).toBeGreaterThanOrEqual(RUNS * TOGETHER)
  const [total] = await app.rows<{ n: number }>('SELECT count(*) AS n FROM ops')
  expect(total?.n).toBeGreaterThan(RUNS * TOGETHER)
})
