import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Queries } from '#db/connect.ts'
import {
  abandonedSql,
  finishJob,
  giveWay,
  hurryJobsOf,
  insertJob,
  type JobRow,
  queuedSql,
  renewJob,
  retryJob,
  takeJob,
} from '#db/queries/jobs.ts'
import { MINUTE, openApp, seedOrganization } from '../../factories/index.ts'

/** The order of the queue's rows: the same as by its rules spelled out, and read from an index. */

/** The rules, each counted anew for every row that waits. */
const bySpelledOutRules = `SELECT j.id FROM jobs j
  WHERE ((j.status = 'queued' AND j.not_before <= @now) OR (j.status = 'leased' AND j.leased_until < @now))
    AND (@kind IS NULL OR j.kind = @kind)
    AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.attempt_id = j.attempt_id AND r.status = 'leased' AND r.leased_until >= @now AND r.id <> j.id)
    AND (j.kind <> 'judge' OR j.is_urgent = 1 OR
      (SELECT count(*) FROM jobs d WHERE d.attempt_id = j.attempt_id AND d.kind = 'judge' AND d.done_at > @now - 60000) < 2)
  ORDER BY j.is_urgent DESC, j.attempt_id IS NULL,
    (SELECT count(*) FROM jobs r WHERE r.attempt_id = j.attempt_id AND r.created_at > @now - 600000),
    CASE j.kind WHEN 'judge' THEN 0 ELSE 1 END, j.id LIMIT 1`

type Kind = JobRow['kind']
type Step =
  | { do: 'come'; who: number; kind: Kind; isUrgent: boolean }
  | { do: 'take'; kind: Kind | null }
  | { do: 'end'; place: number; how: 'done' | 'retry' | 'renew' }
  | { do: 'wait'; ms: number }

const kinds = fc.constantFrom<Kind>('judge', 'run', 'check')
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('come' as const),
        // The last is nobody: staff runs code without an attempt.
        who: fc.nat(5),
        kind: kinds,
        isUrgent: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), kind: fc.option(kinds) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('end' as const),
        place: fc.nat(3),
        how: fc.constantFrom('done' as const, 'done' as const, 'retry' as const, 'renew' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 1_000, MINUTE - 1, MINUTE, 4 * MINUTE, 10 * MINUTE),
      }),
    },
  ),
  { minLength: 10, maxLength: 60 },
)

test('whatever comes, ends, fails or takes its time: the job taken is the one the rules name', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'rules', { candidates: 5 })
  const { write } = app.ctx.db
  const attempts = [...org.candidates.map((who) => who.attemptId), null]
  let subject = 0
  let taken = 0
  let now = app.clock.now()

  const play = async (tx: Queries, all: Step[]): Promise<void> => {
    await tx.raw.run('DELETE FROM jobs')
    const held: JobRow[] = []
    for (const step of all)
      if (step.do === 'come') {
        const { kind, who } = step
        const is_urgent = step.isUrgent && kind === 'judge'
        const attempt_id = attempts[who] ?? null
        await insertJob(tx, { kind, subject_id: ++subject, attempt_id, is_urgent, created_at: now })
      } else if (step.do === 'take') {
        const expected = await tx.raw.get<{ id: number }>(bySpelledOutRules, { now, kind: step.kind })
        const job = await takeJob(tx, {
          now,
          leaseMs: MINUTE,
          kinds: step.kind && [step.kind],
          judgedPerMinute: 2,
          underWay: [],
        })
        expect(job?.id).toBe(expected?.id)
        if (!job) continue
        taken++
        held.push(job)
      } else if (step.do === 'end') {
        const [job] = held.splice(step.place, 1)
        if (!job) continue
        if (step.how === 'done') await finishJob(tx, job.id, now)
        else if (step.how === 'retry') await retryJob(tx, job.id, now + 2_000, 'a fault')
        else await renewJob(tx, job.id, now + MINUTE)
        if (step.how === 'renew') held.push(job)
      } else now += step.ms
  }
  await fc.assert(
    fc.asyncProperty(steps, (all) => write((tx) => play(tx, all))),
    { numRuns: 150 },
  )
  expect(taken).toBeGreaterThan(200)
})

test('a job that was under way when its drive’s were put first goes on before the minute is over', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const { candidates, driveId } = await seedOrganization(app.ctx, 'hurried')
  const attempt_id = candidates[0]?.attemptId ?? 0
  const created_at = app.clock.now()
  const options = { now: created_at, leaseMs: MINUTE, kinds: null, judgedPerMinute: 2, underWay: [] }
  const take = () => app.ctx.db.write((tx) => takeJob(tx, options))
  await app.ctx.db.write(async (tx) => {
    for (const subject_id of [1, 2, 3])
      await insertJob(tx, { kind: 'judge', subject_id, attempt_id, created_at })
  })
  const first = await take()
  await app.ctx.db.write((tx) => hurryJobsOf(tx, driveId))
  await app.ctx.db.write((tx) => giveWay(tx, first?.id ?? 0))
  for (const subject of [2, 3]) {
    const job = await take()
    expect(job?.subject_id).toBe(subject)
    await app.ctx.db.write((tx) => finishJob(tx, job?.id ?? 0, created_at))
  }
  expect((await take())?.id).toBe(first?.id)
})

test('the next job is found in the order of an index, however many wait', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const planOf = async (sql: string): Promise<string[]> => {
    const rows = await app.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, {
      now: 0,
      kind: 'judge',
      judgedPerMinute: 2,
      underWay: '[]',
    })
    return rows.map((row) => row.detail)
  }
  const queued = await planOf(queuedSql)
  expect(queued[0]).toBe('SEARCH j USING INDEX jobs_turn (kind=?)')
  expect(queued.join('\n')).not.toMatch(/SCAN (?!json_each)|TEMP B-TREE/)
  // The leased rows are as many as there are slots: those may be sorted.
  const abandoned = await planOf(abandonedSql)
  expect(abandoned[0]).toBe('SEARCH j USING INDEX jobs_leased (leased_until<?)')
  expect(abandoned.join('\n')).not.toMatch(/SCAN (?!json_each)/)
})
