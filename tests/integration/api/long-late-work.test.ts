import { describe, expect, test } from 'vitest'
import { codeKey, type Op } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { listLateWork } from '#db/queries/lateWork.ts'
import { listPrograms } from '#db/queries/programs.ts'
import { call, Device, type Exam, lateWorkIn, MINUTE, must } from '../../factories/index.ts'
import { shortestHold, watchLoop } from '../../factories/loop.ts'
import { appForFile } from '../forFile.ts'

/** Late work without measure, in a log or beside it, costs whoever looks at it and decides no more than a little does. */

const app = await appForFile()
const { exam, two, draft, choose, decide, pause, resume, workOf, headersOf, end } = lateWorkIn(app)

/** The shortest of a few holds of the loop, in milliseconds: whatever else runs makes one longer. */
async function hold(ask: () => Promise<{ status: number }>, times = 3): Promise<number> {
  let shortest = Infinity
  for (let n = 0; n < times; n++) {
    app.clock.move(1_000)
    const stop = watchLoop()
    const { status } = await ask()
    shortest = Math.min(shortest, stop())
    expect(status).toBe(200)
  }
  return shortest
}

/** So many more changes like the first one, of another key and far behind it, as a client without a page may write them. */
const fill = (e: Exam, n: number) =>
  app.ctx.db.write((tx) =>
    tx.raw.run(
      `WITH RECURSIVE more (i) AS (SELECT 10001 UNION ALL SELECT i + 1 FROM more WHERE i < 10000 + ?)
       INSERT INTO ops (attempt_id, seq, op_id, lease_id, type, key, body, body_deflated, body_hash, prev_hash, hash, boot_id,
         mono_ms, wall_ms, anchor_id, est_server_ms, made_at, received_at, announced_at, result, reason, verdict)
       SELECT attempt_id, seq + i, op_id || i, lease_id, type, 'code:2:1', body, body_deflated, body_hash, prev_hash, hash || i,
         boot_id, mono_ms, wall_ms, anchor_id, est_server_ms, made_at, received_at, announced_at, result, reason, verdict
       FROM ops, more WHERE attempt_id = ? AND seq = 1`,
      n,
      e.who.attemptId,
    ),
  )

/** So many more drafts of a lost device, as it may send them in an hour. */
const fillAside = (e: Exam, n: number) =>
  app.ctx.db.write((tx) =>
    tx.raw.run(
      `WITH RECURSIVE more (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM more WHERE i < ?)
       INSERT INTO quarantine (attempt_id, lease_id, seq, hash, op_id, type, key, op, bytes, received_at, adopted_at)
       SELECT attempt_id, lease_id, seq + i, hash || i, op_id || i, type, key, op, bytes, received_at, adopted_at
       FROM quarantine, more WHERE attempt_id = ?`,
      n,
      e.who.attemptId,
    ),
  )

async function costs(drafts: number): Promise<Record<string, number>> {
  const e = await exam({ latePolicy: 'hold' })
  await end(e)
  draft(e, 1, 'late', e.deadline + 60_000)
  app.clock.move(2 * MINUTE)
  await e.device.sync()
  const headers = await headersOf(e)
  if (drafts > 0) await fill(e, drafts)
  const { items } = await workOf(e)
  const decide = (decision: 'accepted' | 'rejected') => () =>
    call(app.send, 'postLateDecision', {
      params: { ref: e.who.ref },
      body: { op_ids: items.map(({ op_id }) => op_id), decision, note: '' },
      headers,
    })
  return {
    candidates: await hold(() =>
      call(app.send, 'getLateCandidates', { params: { driveId: e.org.driveId }, headers }),
    ),
    drives: await hold(() => call(app.send, 'getLateDrives', { headers })),
    'late work': await hold(() => call(app.send, 'getLateWork', { params: { ref: e.who.ref }, headers })),
    accepting: await hold(decide('accepted')),
    rejecting: await hold(decide('rejected')),
  }
}

test('48,000 late drafts hold nobody up', async () => {
  const short = await costs(0)
  const long = await costs(48_000)
  for (const [name, ms] of Object.entries(short)) expect(long[name], name).toBeLessThan(2 * ms + 8)
}, 120_000)

/** The time it takes to take an acceptance back where a click in time is looked for among so many others. */
async function looking(clicks: number): Promise<number> {
  const e = await exam()
  choose(e, 'mcq_select', true)
  await e.device.sync()
  app.clock.move(1_000)
  const inPause = async () => {
    await pause(e)
    app.clock.move(5 * MINUTE)
    const { op_id } = choose(e, 'mcq_save', false)
    await e.device.sync()
    await resume(e)
    app.clock.move(1_000)
    return [{ op_id }]
  }
  const first = await inPause()
  expect((await decide(e, first, 'accepted')).status).toBe(200)
  await inPause()
  if (clicks > 0) await fill(e, clicks)
  let decisions = 0
  return hold(() => decide(e, first, decisions++ % 2 === 0 ? 'rejected' : 'accepted'), 4)
}

test('a choice is decided about behind 48,000 clicks as behind none', async () => {
  const none = await looking(0)
  const many = await looking(48_000)
  expect(many).toBeLessThan(2 * none + 40)
}, 120_000)

/** The plan of a query in place of its rows. */
const explained = {
  raw: { all: (sql: string, ...of: unknown[]) => app.rows(`EXPLAIN QUERY PLAN ${sql}`, ...of) },
} as unknown as Queries

test('the pieces that are decided about are found by their ids, however many stand beside them', async () => {
  const plan = (await listLateWork(explained, 1, [])) as unknown as { detail: string }[]
  const reads = plan.flatMap(
    ({ detail }) => /^SEARCH o USING INDEX (quarantine_op .*)$/.exec(detail)?.[1] ?? [],
  )
  expect(reads).toEqual(['quarantine_op (attempt_id=? AND op_id=?)'])
})

test('the programs that are judged at an end are found by their keys', async () => {
  const plan = (await listPrograms(explained, 1, [])) as unknown as { detail: string }[]
  const reads = plan.flatMap(({ detail }) => /^SEARCH [oq] USING INDEX (.*)$/.exec(detail)?.[1] ?? [])
  expect(reads).toEqual([
    'ops_saves (attempt_id=? AND key=? AND verdict=?)',
    'ops_op_id (attempt_id=? AND op_id=?)',
    'sqlite_autoindex_ops_1 (attempt_id=? AND seq=?)',
    'quarantine_adopted (attempt_id=? AND key=?)',
  ])
})

/**
 * The ops that a device that lost the test sends on and on: under ids of their own, or as many under one as there may
 * be.
 */
async function aside(hasOneId: boolean, isSame = true): Promise<{ taking: number; looking: number }> {
  const { e, send } = await lost()
  let taking = Infinity
  for (let batch = 0; batch < 12; batch++) {
    const id = hasOneId ? String(batch).padStart(22, 'A') : undefined
    const stop = watchLoop()
    expect((await send(100, id, isSame)).status).toBe(403)
    const ms = stop()
    if (batch > 6) taking = Math.min(taking, ms)
  }
  const headers = await headersOf(e)
  return { taking, looking: await hold(() => call(app.send, 'getLateDrives', { headers })) }
}

async function lost() {
  const e = await exam()
  const other = new Device(app.send, e.who.token, app.clock.now, 'Red laptop')
  const problem_id = e.org.problems[0].id
  await other.takeOver()
  let n = 0
  return {
    e,
    send(count: number, op_id: string | undefined, isSame: boolean) {
      const ops = Array.from({ length: count }, () => {
        const source_code = `${isSame ? '' : n++}`.padEnd(4_500, 'x')
        const body = { problem_id, language_id: 1, source_code }
        return e.device.write('submit', codeKey(problem_id, 1), body, op_id === undefined ? {} : { op_id })
      })
      app.clock.move(5_000)
      return e.device.post(e.device.request(ops))
    },
  }
}

test.each([
  ['of one body', true],
  ['of a hundred bodies', false],
])(
  'ids that repeat beside a log cost little more than others: %s',
  async (_, isSame) => {
    const own = await aside(false, isSame)
    const one = await aside(true, isSame)
    expect(one.taking).toBeLessThan(5 * own.taking + 150)
    expect(one.looking).toBeLessThan(5 * own.looking + 150)
  },
  120_000,
)

test('more than a hundred changes of one id are refused, and nothing of theirs is kept', async () => {
  const { e, send } = await lost()
  expect((await send(100, 'B'.repeat(22), true)).status).toBe(403)
  const refused = await send(1, 'B'.repeat(22), true)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('More than 100 changes go by the id')
  const kept = 'SELECT count(*) AS kept FROM quarantine WHERE attempt_id = ?'
  expect(await app.rows(kept, e.who.attemptId)).toEqual([{ kept: 100 }])
})

describe('thousands of changes beside the log of an ended test hold nobody up', () => {
  const ENOUGH = 50

  async function post(device: Device, ops: readonly Op[], size: number) {
    for (let from = 0; from < ops.length; from += size) {
      app.clock.move(5_000)
      expect((await device.post(device.request(ops.slice(from, from + size)))).status).toBe(403)
    }
  }
  const looking = ({ who }: Exam) =>
    shortestHold(ENOUGH, () => {
      app.clock.move(2_000)
      return must(app.send, 'getDrive', { params: { token: who.invitation } })
    })

  test('the end page, with drafts of a lost device under one key', async () => {
    const { e, other } = await two()
    const ops = Array.from({ length: 4_900 }, (_, n) => draft(e, 1, `${n}`))
    await other.takeOver()
    app.clock.move(1_000)
    draft(e, 1, 'newer', undefined, other)
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    await post(e.device, ops, 100)
    expect(await looking(e)).toBeLessThan(ENOUGH)
  })

  test('the end page, with submissions of a lease that was given up', async () => {
    const e = await exam()
    const old = new Device(app.send, e.who.token, app.clock.now)
    old.adopt(e.device.grant)
    const problem_id = e.org.problems[0].id
    const write = (device: Device, source_code: string) =>
      device.write('submit', codeKey(problem_id, 1), { problem_id, language_id: 1, source_code })
    const ops = Array.from({ length: 4_000 }, (_, n) => write(old, `${n}`.padEnd(5_000, 'x')))
    await e.device.takeOver()
    for (let n = 0; n < 3; n++) write(e.device, `own ${n}`)
    e.device.write('finish', '', { reason: 'candidate' })
    await e.device.sync()
    await post(old, ops, 70)
    expect(await looking(e)).toBeLessThan(ENOUGH)
  })

  test('a late draft behind the end, with drafts of a lost device that were the answer', async () => {
    const { e, other } = await two()
    draft(e, 1, 'x'.repeat(5_600))
    await other.takeOver()
    app.clock.move(1_000)
    await post(e.device, e.device.ops, 1)
    await fillAside(e, 4_899)
    const adopted = 'SELECT count(*) AS n FROM quarantine WHERE attempt_id = ? AND adopted_at IS NOT NULL'
    expect(await app.rows(adopted, e.who.attemptId)).toEqual([{ n: 4_900 }])
    await end(e)
    const taking = await shortestHold(ENOUGH, () => {
      app.clock.move(5_000)
      draft(e, 2, 'late', undefined, other)
      return other.sync()
    })
    expect(taking).toBeLessThan(ENOUGH)
  })
})

test('the end page of somebody whose device changed its lease hundreds of times costs no more than after a few', async () => {
  const cost = async (leases: number): Promise<number> => {
    const { e, other } = await two()
    draft(e, 1, 'first')
    await other.takeOver()
    app.clock.move(1_000)
    await e.device.post(e.device.request())
    other.write('finish', '', { reason: 'candidate' })
    await other.sync()
    const id = e.who.attemptId
    const half = leases / 2
    const counted = (from: string) =>
      `WITH RECURSIVE more (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM more WHERE i < @most)`
    await app.ctx.db.write(async (tx) => {
      // All of them were given up but the one in the middle, and sixteen keys are written under each behind that.
      await tx.raw.run(
        `${counted('1')} INSERT INTO leases (lease_id, attempt_id, epoch, device_id, device_name, nonce, granted_head_seq,
           granted_head_hash, granted_at, frozen_at, given_up)
         SELECT lease_id || i, attempt_id, 100000 + i, device_id, device_name, nonce, granted_head_seq, granted_head_hash,
           granted_at, granted_at, i <> @half FROM leases, more WHERE attempt_id = @id AND epoch = 1`,
        { id, half, most: leases },
      )
      await tx.raw.run(
        `${counted('@half + 1')}, keys (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM keys WHERE k < 15)
         INSERT INTO first_writings (attempt_id, key, epoch, seq)
         SELECT @id, (SELECT key FROM quarantine WHERE attempt_id = @id) || k, 100000 + i, 1 FROM more, keys`,
        { id, half, most: leases },
      )
      await tx.raw.run(
        `${counted('1')} INSERT INTO quarantine (attempt_id, lease_id, seq, hash, op_id, type, key, op, bytes, received_at)
         SELECT attempt_id, lease_id || (1 + i % @half), seq + i, hash || i, op_id || i, type, key || (i % 16), op, bytes,
           received_at FROM quarantine, more WHERE attempt_id = @id`,
        { id, half, most: 2_000 },
      )
    })
    return hold(() => call(app.send, 'getDrive', { params: { token: e.who.invitation } }))
  }
  const few = await cost(60)
  expect(await cost(600)).toBeLessThan(4 * few + 20)
})
