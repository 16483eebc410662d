import type { Queries } from '../connect.ts'
import { nextTurn } from '../turn.ts'
import type { DeletableAttempt } from './candidates.ts'

/** Results whose time to be kept is over, and what keeps them for now. */

const DAY = 86_400_000

/**
 * SQL: when the time of an attempt `a` in a drive `d` begins to run, in milliseconds. In a drive all have its end. In an
 * assessment each has its own, and a test that nobody began that of its link; NULL as long as it has none.
 */
const ENDED_AT = `CASE WHEN NOT d.is_assessment THEN d.end_time
  WHEN a.started_at IS NOT NULL THEN a.finished_at ELSE coalesce(a.revoked_at, a.link_expires_at) END`

const OF_DRIVE = 'FROM attempts a JOIN drives d ON d.id = a.drive_id WHERE a.drive_id = @driveId'

/** Some milliseconds of work. */
const READ_AT_ONCE = 2_000

/** An attempt that goes, and whose it is. */
export type DueAttempt = DeletableAttempt & { candidate_id: number }

interface Rule {
  /** So many days they are kept. */
  days: number
  /** In milliseconds. */
  now: number
}

const IS_DUE = `${ENDED_AT} + @days * ${DAY} <= @now`

/** Ids of a drive's attempts whose time to be kept is over, in their order; other calls come in between. */
export async function listDueIds(q: Queries, driveId: number, rule: Rule): Promise<number[]> {
  const ids: number[] = []
  for (let after = 0; ; ) {
    const rows: { id: number; isDue: number | null }[] = await q.raw.all(
      `SELECT a.id, ${IS_DUE} AS isDue ${OF_DRIVE} AND a.id > @after ORDER BY a.id LIMIT ${READ_AT_ONCE}`,
      { driveId, after, ...rule },
    )
    for (const { id, isDue } of rows) if (isDue === 1) ids.push(id)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return ids
    after = last.id
    await nextTurn()
  }
}

/** Those of these attempts that are due now: one may have been reopened since it was found, or the rule be another. */
export const listStillDue = (q: Queries, ids: readonly number[], rule: Rule) =>
  q.raw.all<DueAttempt>(
    `SELECT a.id, a.ref, a.drive_id, a.candidate_id, a.started_at, a.finished_at
     FROM attempts a JOIN drives d ON d.id = a.drive_id
     WHERE a.id IN (SELECT value FROM json_each(@ids)) AND ${IS_DUE} ORDER BY a.id`,
    { ids: JSON.stringify(ids), ...rule },
  )

/** These attempts as they are erased again, whatever the rule: the mark of each is on the list. */
export const listMarked = (q: Queries, ids: readonly number[]) =>
  q.raw.all<DueAttempt>(
    `SELECT id, ref, drive_id, candidate_id, started_at, finished_at FROM attempts
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(ids),
  )

/**
 * How much of a drive has an end, of which its results are kept so long: attempts, candidates who are invited to nothing else,
 * and the first of the ends; of a drive all, also before it is over.
 */
export async function countEnding(
  q: Queries,
  driveId: number,
): Promise<{ attempts: number; candidates: number; firstEnd: number | null }> {
  const row = await q.raw.get<{ attempts: number; candidates: number | null; firstEnd: number | null }>(
    `SELECT count(*) AS attempts, min(${ENDED_AT}) AS firstEnd,
       sum(NOT EXISTS (SELECT 1 FROM attempts o WHERE o.candidate_id = a.candidate_id AND o.id <> a.id)) AS candidates
     ${OF_DRIVE} AND ${ENDED_AT} IS NOT NULL`,
    { driveId },
  )
  return {
    attempts: row?.attempts ?? 0,
    candidates: row?.candidates ?? 0,
    firstEnd: row?.firstEnd ?? null,
  }
}

export interface KeepingDrive {
  id: number
  name: string
  organization_id: number
  organization: string
  is_assessment: boolean
  end_time: number
  results_retention_days: number
  results_erased_at: number | null
  attempts: number
}

/** Drives and assessments that have a rule, by their number; what was deleted has none of their own. */
export const listKeepingDrives = async (q: Queries): Promise<KeepingDrive[]> => {
  const rows = await q.raw.all<Omit<KeepingDrive, 'is_assessment'> & { is_assessment: number }>(
    `SELECT d.id, d.name, d.organization_id, coalesce(o.show_name, o.name) AS organization, d.is_assessment, d.end_time,
       d.results_retention_days, d.results_erased_at, d.invitation_sent AS attempts
     FROM drives d JOIN organizations o ON o.id = d.organization_id
     WHERE d.results_retention_days IS NOT NULL AND d.deleted_at IS NULL ORDER BY d.id`,
  )
  return rows.map((row) => ({ ...row, is_assessment: row.is_assessment === 1 }))
}

/** Drives and assessments with somebody invited, and without a rule. */
export const listKeptForEver = async (q: Queries) => {
  const rows = await q.raw.all<
    Pick<KeepingDrive, 'id' | 'name' | 'organization' | 'attempts'> & { is_assessment: number }
  >(
    `SELECT d.id, d.name, coalesce(o.show_name, o.name) AS organization, d.is_assessment, d.invitation_sent AS attempts
     FROM drives d JOIN organizations o ON o.id = d.organization_id
     WHERE d.results_retention_days IS NULL AND d.deleted_at IS NULL AND d.invitation_sent > 0 ORDER BY d.id`,
  )
  return rows.map((row) => ({ ...row, is_assessment: row.is_assessment === 1 }))
}

/** Something that is under way and keeps results: of one attempt, or of all of the drive. */
export interface Hold {
  why: 'open' | 'judging' | 'rejudge'
  attempt_id: number | null
  /** The title of the problem that is judged anew, and how far that is. */
  title: string | null
  status: 'running' | 'ready' | 'applying' | null
}

/** Whatever is under way in a drive as a whole, or in any of its attempts; their late work apart. */
export const listHolds = (q: Queries, driveId: number) =>
  q.raw.all<Hold>(
    `SELECT 'rejudge' AS why, NULL AS attempt_id, p.title, r.status
     FROM rejudges r JOIN problems p ON p.id = r.problem_id
     WHERE r.drive_id = @driveId AND r.status IN ('running', 'ready', 'applying')
     UNION ALL
     SELECT 'open', a.id, NULL, NULL FROM attempts a
     WHERE a.drive_id = @driveId AND a.started_at IS NOT NULL AND a.finished_at IS NULL
     UNION ALL
     SELECT DISTINCT 'judging', a.id, NULL, NULL FROM jobs j CROSS JOIN attempts a ON a.id = j.attempt_id
     WHERE j.status <> 'done' AND a.drive_id = @driveId`,
    { driveId },
  )

/** Those of these attempts with a submission that has no verdict, whether or not a job is on its way to one. */
export const listProcessing = async (q: Queries, attemptIds: readonly number[]): Promise<number[]> =>
  (
    await q.raw.all<{ id: number }>(
      `SELECT DISTINCT w.attempt_id AS id FROM json_each(?) i CROSS JOIN submissions w ON w.attempt_id = i.value
       WHERE w.status = 'processing'`,
      JSON.stringify(attemptIds),
    )
  ).map(({ id }) => id)

/** How these tests came out; whoever did not begin was asked nothing. */
export const listOutcomes = (q: Queries, attemptIds: readonly number[]) =>
  q.raw.all<{ isStarted: number; isFinished: number; score: number; total: number | null }>(
    `SELECT a.started_at IS NOT NULL AS isStarted, a.finished_at IS NOT NULL AS isFinished, coalesce(a.score, 0) AS score,
       p.total_marks AS total
     FROM json_each(?) i CROSS JOIN attempts a ON a.id = i.value LEFT JOIN papers p ON p.id = a.paper_id`,
    JSON.stringify(attemptIds),
  )
