import { and, eq } from 'drizzle-orm'
import { JUDGED_PER_MINUTE } from '#contract/constants.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/**
 * The queue's rows. A waiting job carries its turn (how many jobs its attempt had in the last ten minutes), so that the
 * next one is read from an index. The turn is brought up to date when a job comes, and when one is ten minutes old. A job
 * without an attempt is staff's: its turn is after those of all candidates, and among staff's by what its user did lately.
 */

const RECENT_MS = 600_000
const MINUTE = 60_000
/** Attempts whose turn is counted anew before one job is taken: after a rush that takes a few jobs, not a long stop. */
const RECOUNTED_AT_ONCE = 20
/** Staff's first turn: no attempt has that many jobs in ten minutes. */
const AFTER_CANDIDATES = 1_000_000

/** The judge's work: a submission, a candidate's or staff's Run, a check of staff in the bank, or a submission anew. */
export type JobKind = 'judge' | 'run' | 'check' | 'rejudge'
const KINDS = ['judge', 'run', 'check'] as const satisfies readonly JobKind[]
/** Somebody sits before these and waits. */
export const AWAITED = ['run', 'check'] as const satisfies readonly JobKind[]

export interface JobRow {
  id: number
  kind: JobKind
  subject_id: number
  attempt_id: number | null
  tries: number
  created_at: number
  /** Why the try before this one failed. */
  last_fault: string | null
}

type NewJob = Pick<
  typeof s.jobs.$inferInsert,
  'kind' | 'subject_id' | 'attempt_id' | 'is_urgent' | 'created_at'
> & {
  /** The number of jobs that its user had lately, for a job without an attempt. */
  turn?: number
}

/** Puts a job into the queue, unless there is one of its subject. The judge looks after the commit. */
export async function insertJob(q: Queries, job: NewJob): Promise<void> {
  q.after('judge')
  await q.orm
    .insert(s.jobs)
    .values({ ...job, turn: turnOf(job), status: 'queued', not_before: job.created_at })
    .onConflictDoNothing()
  if (job.attempt_id != null) await recount(q, job.attempt_id, job.created_at)
}

const turnOf = ({ attempt_id, turn = 0 }: NewJob): number =>
  attempt_id == null ? AFTER_CANDIDATES + turn : turn

const recount = (q: Queries, attemptId: number, now: number) =>
  q.raw.run(
    `UPDATE jobs SET (turn, recount_at) =
       (SELECT count(*), min(r.created_at) + ${RECENT_MS} FROM jobs r WHERE r.attempt_id = @attemptId AND r.created_at > @now - ${RECENT_MS})
     WHERE attempt_id = @attemptId AND status <> 'done'`,
    { attemptId, now },
  )

/** Turns that have changed because jobs are no longer recent. */
async function recountDue(q: Queries, now: number): Promise<void> {
  const due = await q.raw.all<{ attempt_id: number }>(
    `SELECT DISTINCT attempt_id FROM jobs WHERE status <> 'done' AND recount_at <= ? ORDER BY recount_at LIMIT ${RECOUNTED_AT_ONCE}`,
    now,
  )
  for (const { attempt_id } of due) await recount(q, attempt_id, now)
}

/** How many jobs are not done yet; counted up to a number, because more than that makes no difference. */
export const countWaitingJobs = async (q: Queries, upTo: number) =>
  (
    await q.raw.get<{ n: number }>(
      "SELECT count(*) AS n FROM (SELECT 1 FROM jobs WHERE status <> 'done' LIMIT ?)",
      upTo,
    )
  )?.n ?? 0

/** Those that are not done, by kind and state, with when the oldest of each came. */
export const countJobsByState = (q: Queries) =>
  q.raw.all<{ kind: JobKind; status: 'queued' | 'leased'; n: number; oldest: number }>(
    "SELECT kind, status, count(*) AS n, min(created_at) AS oldest FROM jobs WHERE status <> 'done' GROUP BY kind, status",
  )

export interface WaitingJob {
  id: number
  kind: JobKind
  /** Null: staff's. */
  attempt_id: number | null
  is_urgent: number
  turn: number
}

/** A program of a candidate who sits before it and waits. */
export const isCandidatesRun = ({ kind, attempt_id }: Pick<WaitingJob, 'kind' | 'attempt_id'>): boolean =>
  kind === 'run' && attempt_id !== null

/** The jobs of one kind that can be taken now, in the order of their turns. */
export const listWaitingJobs = (q: Queries, kind: JobKind, now: number, atMost: number) =>
  q.raw.all<WaitingJob>(
    `SELECT id, kind, attempt_id, is_urgent, turn FROM jobs WHERE status = 'queued' AND kind = ? AND not_before <= ?
     ORDER BY is_urgent DESC, turn, id LIMIT ?`,
    kind,
    now,
    atMost,
  )

/** Whether a candidate sits before a program that could be taken now. */
export const isRunWaiting = async (q: Queries, now: number): Promise<boolean> =>
  (await q.raw.get(
    "SELECT 1 FROM jobs WHERE status = 'queued' AND kind = 'run' AND attempt_id IS NOT NULL AND not_before <= ? LIMIT 1",
    now,
  )) !== undefined

export const findJobId = async (q: Queries, kind: JobKind, subjectId: number) =>
  (
    await q.raw.get<{ id: number }>(
      "SELECT id FROM jobs WHERE kind = ? AND subject_id = ? AND status = 'queued'",
      kind,
      subjectId,
    )
  )?.id

/** Whose turn is before whose: finishes, then the attempt with the fewest recent jobs, staff after all of them, then Submit before Run and check, then age. */
export const beforeOther = (a: WaitingJob, b: WaitingJob): number =>
  b.is_urgent - a.is_urgent ||
  a.turn - b.turn ||
  Number(a.kind !== 'judge') - Number(b.kind !== 'judge') ||
  a.id - b.id

/**
 * An attempt has one job at a time, and so many verdicts a minute; its last drafts wait for no minute. A person's
 * checks are done one at a time: a bank that is tried out takes no slots from a test that is held.
 */
const mayBegin = `NOT EXISTS (SELECT 1 FROM jobs r WHERE r.attempt_id = j.attempt_id AND r.status = 'leased' AND r.status <> 'done'
     AND (r.leased_until >= @now OR r.id IN (SELECT value FROM json_each(@underWay))) AND r.id <> j.id)
   AND (j.kind <> 'judge' OR j.is_urgent = 1 OR
     (SELECT count(*) FROM jobs d WHERE d.kind = 'judge' AND d.attempt_id = j.attempt_id AND d.done_at > @now - ${MINUTE}) < @judgedPerMinute)
   AND (j.kind <> 'check' OR NOT EXISTS (SELECT 1 FROM jobs r INDEXED BY jobs_leased
     JOIN checks theirs ON theirs.id = r.subject_id JOIN checks own ON own.id = j.subject_id
     WHERE r.status = 'leased' AND r.leased_until > 0 AND r.kind = 'check' AND r.id <> j.id AND theirs.user_id = own.user_id
     AND (r.leased_until >= @now OR r.id IN (SELECT value FROM json_each(@underWay)))))`
const wanted =
  'SELECT j.id, j.kind, j.subject_id, j.attempt_id, j.tries, j.created_at, j.last_fault, j.is_urgent, j.turn FROM jobs j'
const inTurn = 'ORDER BY j.is_urgent DESC, j.turn, j.id LIMIT 1'
/** Exported for the test that looks at how SQLite answers it. */
export const queuedSql = `${wanted} WHERE j.status = 'queued' AND j.kind = @kind AND j.not_before <= @now
   AND j.id NOT IN (SELECT value FROM json_each(@underWay)) AND ${mayBegin} ${inTurn}`
/** No more are leased than the engine has slots: the plus keeps SQLite from going through a whole kind for them. */
export const abandonedSql = `${wanted} WHERE j.status = 'leased' AND +j.kind = @kind AND j.leased_until < @now
   AND j.id NOT IN (SELECT value FROM json_each(@underWay)) AND ${mayBegin} ${inTurn}`

export interface TakeOptions {
  now: number
  leaseMs: number
  /** Which may be taken; null: any. */
  kinds: readonly JobKind[] | null
  /** Leaves staff's jobs where they are. */
  ofCandidates?: boolean
  judgedPerMinute: number
  /** Ids of jobs the caller is doing: a clock that leapt over their leases does not free them. */
  underWay: readonly number[]
}

/** The job to do next. It stays taken until its lease ends. */
export async function takeJob(q: Queries, options: TakeOptions): Promise<JobRow | undefined> {
  const { now, judgedPerMinute } = options
  const underWay = JSON.stringify(options.underWay)
  await recountDue(q, now)
  const found: (JobRow & WaitingJob)[] = []
  for (const kind of options.kinds ?? KINDS)
    for (const sql of [queuedSql, abandonedSql])
      found.push(...(await q.raw.all<JobRow & WaitingJob>(sql, { now, kind, judgedPerMinute, underWay })))
  // Nobody waits for what is judged anew: it takes what everything else leaves.
  if (found.length === 0 && options.kinds === null)
    for (const sql of [queuedSql, abandonedSql])
      found.push(
        ...(await q.raw.all<JobRow & WaitingJob>(sql, { now, kind: 'rejudge', judgedPerMinute, underWay })),
      )
  const [row] = found.sort(beforeOther)
  if (!row || (options.ofCandidates && row.attempt_id === null)) return undefined
  await q.raw.run(
    "UPDATE jobs SET status = 'leased', leased_until = ?, tries = tries + 1 WHERE id = ?",
    now + options.leaseMs,
    row.id,
  )
  const { id, kind, subject_id, attempt_id, tries, created_at, last_fault } = row
  return { id, kind, subject_id, attempt_id, tries: tries + 1, created_at, last_fault }
}

/**
 * Puts the judging that is left of a drive's attempts first, without the limit a minute. A job under way is included: it
 * may give its slot back with tests left.
 */
export const hurryJobsOf = (q: Queries, driveId: number) =>
  q.raw.run(
    `UPDATE jobs SET is_urgent = 1
     WHERE kind = 'judge' AND status <> 'done' AND attempt_id IN (SELECT id FROM attempts WHERE drive_id = ?)`,
    driveId,
  )

/** A job that was done or put back meanwhile is nobody's to change any more. */
const asTaken = (id: number) => and(eq(s.jobs.id, id), eq(s.jobs.status, 'leased'))

export const renewJob = ({ orm }: Queries, id: number, leasedUntil: number) =>
  orm.update(s.jobs).set({ leased_until: leasedUntil }).where(asTaken(id))

export const finishJob = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.jobs).set({ status: 'done', done_at: at, leased_until: null }).where(asTaken(id))

/** Takes a job that waits off the queue. */
export const dropJob = (q: Queries, kind: JobKind, subjectId: number, at: number) =>
  q.raw.run(
    "UPDATE jobs SET status = 'done', done_at = ? WHERE kind = ? AND subject_id = ? AND status = 'queued'",
    at,
    kind,
    subjectId,
  )

/** Whether it is still there: what is done under one that was deleted counts for nothing. Ids are never given twice. */
export const isJobKept = async (q: Queries, id: number): Promise<boolean> =>
  (await q.raw.get('SELECT 1 FROM jobs WHERE id = ?', id)) !== undefined

/** As if there had never been one: its subject may have another. One that is under way ends without a trace. */
export const deleteJob = (q: Queries, kind: JobKind, subjectId: number) =>
  q.raw.run('DELETE FROM jobs WHERE kind = ? AND subject_id = ?', kind, subjectId)

/**
 * Its subject has become another one: it waits again, before nobody, one turn later, and where it was begun no sooner than
 * the verdicts a minute allow. One that is under way finds that out by itself.
 * @returns whether there is one
 */
export async function requeueJob(
  q: Queries,
  kind: JobKind,
  subjectId: number,
  now: number,
): Promise<boolean> {
  q.after('judge')
  const changed = await q.raw.run(
    `UPDATE jobs SET is_urgent = 0, turn = turn + 1, tries = 0, last_fault = NULL, done_at = NULL,
       not_before = max(not_before, @now, CASE status WHEN 'queued' THEN 0 ELSE coalesce(done_at, @now) + ${MINUTE / JUDGED_PER_MINUTE} END),
       status = CASE status WHEN 'leased' THEN 'leased' ELSE 'queued' END
     WHERE kind = @kind AND subject_id = @subjectId`,
    { kind, subjectId, now },
  )
  return changed > 0
}

/** A part of it is done: it waits for its next turn, one later than this was. No try is spent. */
export const giveWay = (q: Queries, id: number) =>
  q.raw.run(
    "UPDATE jobs SET status = 'queued', leased_until = NULL, tries = max(0, tries - 1), turn = turn + 1 WHERE id = ? AND status = 'leased'",
    id,
  )

export const retryJob = ({ orm }: Queries, id: number, notBefore: number, fault: string) =>
  orm
    .update(s.jobs)
    .set({ status: 'queued', not_before: notBefore, leased_until: null, last_fault: fault })
    .where(asTaken(id))

/** At the start of the server nothing is running: what was leased waits again. */
export const releaseJobs = (q: Queries) =>
  q.raw.run("UPDATE jobs SET status = 'queued', leased_until = NULL WHERE status = 'leased'")

/** Those of the checks made before then, which are about nothing else. */
export const deleteCheckJobsBefore = (q: Queries, before: number) =>
  q.raw.run(
    "DELETE FROM jobs WHERE kind = 'check' AND subject_id IN (SELECT id FROM checks WHERE created_at < ?)",
    before,
  )

/** One for each submission that a rejudging judges anew. */
export async function insertRejudgeJobs(q: Queries, rejudgeId: number, now: number): Promise<void> {
  q.after('judge')
  await q.raw.run(
    `INSERT INTO jobs (kind, subject_id, status, not_before, created_at)
     SELECT 'rejudge', id, 'queued', @now, @now FROM rejudge_results WHERE rejudge_id = @rejudgeId ORDER BY id`,
    { rejudgeId, now },
  )
}

/** Takes what still waits of a rejudging out of the queue. */
export const dropRejudgeJobs = (q: Queries, rejudgeId: number) =>
  q.raw.run(
    `DELETE FROM jobs WHERE kind = 'rejudge' AND status = 'queued'
     AND subject_id IN (SELECT id FROM rejudge_results WHERE rejudge_id = ?)`,
    rejudgeId,
  )

/** Those of attempts that a rejudging leaves as they were. */
export const deleteUnappliedJobs = (q: Queries, rejudgeId: number) =>
  q.raw.run(
    `DELETE FROM jobs WHERE kind = 'rejudge'
     AND subject_id IN (SELECT id FROM rejudge_results WHERE rejudge_id = ? AND applied_at IS NULL)`,
    rejudgeId,
  )
