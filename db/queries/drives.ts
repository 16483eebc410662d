import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { DriveStatus } from '#contract/views/drive.ts'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { nameKey, searchText } from '../searchKey.ts'
import { isAmong } from './among.ts'
import { type AttemptPage, findAttemptPage, inOrderOf, withIds } from './attemptLists.ts'
import { candidateOf } from './candidateOf.ts'
import { likePattern } from './like.ts'

function withStatus(status: DriveStatus, now: number): SQL | undefined {
  // A drive ends after its start; the index of listed drives begins with the end.
  if (status === 'upcoming') return and(gt(s.drives.start_time, now), gt(s.drives.end_time, now))
  if (status === 'completed') return lte(s.drives.end_time, now)
  return and(lte(s.drives.start_time, now), gt(s.drives.end_time, now))
}

const columns = {
  id: s.drives.id,
  name: s.drives.name,
  institute_name: sql<string>`coalesce(${s.institutes.name}, '')`,
  start_time: s.drives.start_time,
  end_time: s.drives.end_time,
  allotted_seconds: s.drives.allotted_seconds,
  appeared: s.drives.appeared,
  invitation_sent: s.drives.invitation_sent,
  finished: s.drives.finished,
  question_type: s.drives.question_type,
  is_assessment: s.drives.is_assessment,
  results_retention_days: s.drives.results_retention_days,
  results_erased_at: s.drives.results_erased_at,
}

/** One page of an organization's drives in one state, with how many there are. */
export async function listDrives(
  { orm }: Queries,
  of: {
    organizationId: number
    /** Without it: all, running first, then upcoming, then completed. */
    status?: DriveStatus
    search: string
    now: number
    offset: number
    limit: number
  },
) {
  const where = and(
    eq(s.drives.organization_id, of.organizationId),
    // Spelled as the index of listed drives spells it, or it is not used.
    sql`${s.drives.deleted_at} IS NULL AND ${s.drives.is_assessment} = 0`,
    of.status && withStatus(of.status, of.now),
    of.search
      ? sql`${s.drives.search_key} LIKE ${likePattern(searchText(of.search))} ESCAPE '\\'`
      : undefined,
  )
  const rank = sql`CASE WHEN ${s.drives.end_time} <= ${of.now} THEN 2 WHEN ${s.drives.start_time} > ${of.now} THEN 1 ELSE 0 END`
  // Completed ones in one direction of their index: nothing is sorted, however deep the page.
  const order =
    of.status === undefined
      ? [asc(rank), desc(s.drives.end_time), asc(s.drives.id)]
      : of.status === 'completed'
        ? [desc(s.drives.end_time), desc(s.drives.id)]
        : [asc(s.drives.start_time), asc(s.drives.id)]
  // The page is found over the index alone; its rows are read afterwards.
  const page = await orm
    .select({ id: s.drives.id })
    .from(s.drives)
    .where(where)
    .orderBy(...order)
    .limit(of.limit)
    .offset(of.offset)
  const ids = page.map((row) => row.id)
  const rows = await orm
    .select(columns)
    .from(s.drives)
    .leftJoin(s.institutes, eq(s.institutes.id, s.drives.institute_id))
    .where(inArray(s.drives.id, ids))
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.drives).where(where)
  return { rows: inOrderOf(ids, rows, (row) => row.id), total: counted?.n ?? 0 }
}
export type DriveTileRow = Awaited<ReturnType<typeof listDrives>>['rows'][number]

/** A drive's whole row beside what its tile shows. */
export const findDriveTile = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ tile: columns, drive: s.drives })
      .from(s.drives)
      .leftJoin(s.institutes, eq(s.institutes.id, s.drives.institute_id))
      .where(
        and(eq(s.drives.id, id), eq(s.drives.organization_id, organizationId), isNull(s.drives.deleted_at)),
      )
      .limit(1)
  )[0]

export const findDrive = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select()
      .from(s.drives)
      .where(
        and(eq(s.drives.id, id), eq(s.drives.organization_id, organizationId), isNull(s.drives.deleted_at)),
      )
      .limit(1)
  )[0]

/** The same of whichever organization, for the operator. */
export const findAnyDrive = async ({ orm }: Queries, id: number) =>
  (
    await orm
      .select()
      .from(s.drives)
      .where(and(eq(s.drives.id, id), isNull(s.drives.deleted_at)))
      .limit(1)
  )[0]

/** The same where it is a drive itself: an assessment is kept as one, and has calls and pages of its own. */
export const findPlainDrive = async (q: Queries, id: number, organizationId: number) => {
  const drive = await findDrive(q, id, organizationId)
  return drive?.is_assessment ? undefined : drive
}

/** One page of a drive's candidates in the order of their invitation, and how many there are. */
export async function listCandidates(q: Queries, of: Omit<AttemptPage, 'order'>) {
  const { ids, total } = await findAttemptPage(q, { ...of, order: 'invited' })
  const rows = await q.orm
    .select({ candidate: candidateOf, attempt: s.attempts, device_name: s.leases.device_name })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .leftJoin(s.leases, eq(s.leases.lease_id, s.attempts.lease_id))
    .where(withIds(ids))
  return { rows: inOrderOf(ids, rows, (row) => row.attempt.id), total }
}

/** Ids of the first of those candidates of a drive who have not begun, and how many they are. */
export async function listAbsentIds(q: Queries, of: Pick<AttemptPage, 'drive' | 'search' | 'limit'>) {
  const { ids, total } = await findAttemptPage(q, { ...of, order: 'invited', only: 'absent', offset: 0 })
  const rows = await q.raw.all<{ candidate_id: number }>(
    'SELECT candidate_id FROM attempts WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(ids),
  )
  return { ids: rows.map((row) => row.candidate_id), total }
}

export type CandidateListRow = Awaited<ReturnType<typeof listCandidates>>['rows'][number]

/** One row of that list. */
export const findCandidateRow = async (
  { orm }: Queries,
  ref: string,
  organizationId: number,
): Promise<CandidateListRow | undefined> =>
  (
    await orm
      .select({ candidate: candidateOf, attempt: s.attempts, device_name: s.leases.device_name })
      .from(s.attempts)
      .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
      .leftJoin(s.leases, eq(s.leases.lease_id, s.attempts.lease_id))
      .where(and(eq(s.attempts.ref, ref), eq(s.candidates.organization_id, organizationId)))
      .limit(1)
  )[0]

/** Submissions of an attempt that wait for their verdict. */
const judging = sql<number>`(SELECT count(*) FROM submissions w WHERE w.attempt_id = ${s.attempts.id} AND w.status = 'processing')`

/** One page of results, best first; those without a score come last. */
export async function listResults(q: Queries, of: AttemptPage) {
  const { ids, total } = await findAttemptPage(q, of)
  const rows = await q.orm
    .select({ candidate: candidateOf, attempt: s.attempts, judging, total_marks: s.papers.total_marks })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .leftJoin(s.papers, eq(s.papers.id, s.attempts.paper_id))
    .where(withIds(ids))
  return { rows: inOrderOf(ids, rows, (row) => row.attempt.id), total }
}

export const listAttemptIds = async ({ orm }: Queries, driveId: number) =>
  (
    await orm
      .select({ id: s.attempts.id })
      .from(s.attempts)
      .where(eq(s.attempts.drive_id, driveId))
      .orderBy(asc(s.attempts.id))
  ).map((row) => row.id)

/** Names and addresses of whom a drive names as its contacts, in their order. */
export const listContacts = ({ orm }: Queries, driveId: number) =>
  orm
    .select({ first_name: s.users.first_name, last_name: s.users.last_name, email: s.users.email })
    .from(s.drivesContacts)
    .innerJoin(s.users, eq(s.users.id, s.drivesContacts.user_id))
    .where(and(eq(s.drivesContacts.drive_id, driveId), eq(s.users.is_active, true)))
    .orderBy(asc(s.drivesContacts.id))

/** Results of chosen attempts of one drive, best first; what is not the drive's is left out. */
export const listResultsOf = ({ orm }: Queries, driveId: number, attemptRefs: readonly string[]) =>
  attemptRefs.length === 0
    ? Promise.resolve([])
    : orm
        .select({ candidate: candidateOf, attempt: s.attempts, judging, total_marks: s.papers.total_marks })
        .from(s.attempts)
        .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
        .leftJoin(s.papers, eq(s.papers.id, s.attempts.paper_id))
        .where(and(eq(s.attempts.drive_id, driveId), isAmong(s.attempts.ref, attemptRefs)))
        .orderBy(desc(s.attempts.score), desc(s.attempts.id))

/** Drives that are not over and that nobody has begun. */
export const listUnbegunDrives = ({ orm }: Queries, organizationId: number, now: number) =>
  orm
    .select()
    .from(s.drives)
    .where(
      and(
        eq(s.drives.organization_id, organizationId),
        eq(s.drives.appeared, 0),
        gt(s.drives.end_time, now),
        isNull(s.drives.deleted_at),
      ),
    )

export const insertDrive = async ({ orm }: Queries, row: Omit<typeof s.drives.$inferInsert, 'search_key'>) =>
  insertedId(
    await orm
      .insert(s.drives)
      .values({ ...row, search_key: nameKey(row.name) })
      .returning({ id: s.drives.id }),
  )

const SECONDS = `
  d.allow_coding * (SELECT coalesce(sum(p.time_in_minutes * 60), 0) FROM drives_problems dp JOIN problems p ON p.id = dp.problem_id WHERE dp.drive_id = d.id)
  + d.allow_mcq * (SELECT coalesce(sum(x.time_in_seconds), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id)`

const MARKS = `
  d.allow_coding * (SELECT coalesce(sum(t.marks), 0) FROM drives_problems dp JOIN test_cases t ON t.problem_id = dp.problem_id AND t.is_active = 1 WHERE dp.drive_id = d.id)
  + d.allow_mcq * (SELECT coalesce(sum(x.marks), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id)`

/** Seconds allotted and marks of a drive's contents, of the sections it shows. */
export async function sumContents(q: Queries, driveId: number) {
  const row = await q.raw.get<{ seconds: number; marks: number }>(
    `SELECT ${SECONDS} AS seconds, ${MARKS} AS marks FROM drives d WHERE d.id = @driveId`,
    { driveId },
  )
  return { allotted_seconds: row?.seconds ?? 0, total_marks: row?.marks ?? 0 }
}

/**
 * After items of the bank changed: every drive and assessment that asks one of them has other contents, so that whoever
 * begins from now on gets a new paper. The drive's own time and marks follow while nobody has begun it and it is not over;
 * after that they stay as they were told, and each attempt goes by its paper.
 */
export async function touchDrivesOf(
  q: Queries,
  kind: 'problem' | 'question',
  itemIds: readonly number[],
  now: number,
): Promise<void> {
  if (itemIds.length === 0) return
  const asking = `d.id IN (SELECT drive_id FROM drives_${kind}s WHERE ${kind}_id IN (SELECT value FROM json_each(@ids)))`
  const ids = JSON.stringify(itemIds)
  await q.raw.run(`UPDATE drives AS d SET content_version = content_version + 1 WHERE ${asking}`, { ids })
  await q.raw.run(
    `UPDATE drives AS d SET allotted_seconds = ${SECONDS}, total_marks = ${MARKS}
     WHERE ${asking} AND d.appeared = 0 AND d.end_time > @now`,
    { ids, now },
  )
}

export const updateDrive = (
  { orm }: Queries,
  id: number,
  change: Partial<Omit<typeof s.drives.$inferInsert, 'search_key'>>,
) =>
  orm
    .update(s.drives)
    .set({ ...change, ...(change.name !== undefined && { search_key: nameKey(change.name) }) })
    .where(eq(s.drives.id, id))

/** Counts the invitations, starts and ends of an organization's drives from the attempts that are there. */
export const recountDrives = (q: Queries, organizationId: number) =>
  q.raw.run(
    `UPDATE drives SET (invitation_sent, appeared, finished) =
       (SELECT count(*), count(started_at), count(finished_at) FROM attempts WHERE drive_id = drives.id)
     WHERE organization_id = ?`,
    organizationId,
  )

/** Counts so many more invitations, starts and ends in a drive, or less. */
/**
 * From its first test on, or the first for which an engine answers, each language of a drive is run by the tier that has it then;
 * staff alone changes that.
 */
export const pinEngines = ({ raw }: Queries, driveId: number) =>
  raw.run(
    `UPDATE drives SET engines = (
      SELECT json_group_object(code_id, tier) FROM languages WHERE is_active = 1 AND tier IS NOT NULL
    ) WHERE id = ? AND engines IS NULL AND EXISTS (SELECT 1 FROM languages WHERE tier IS NOT NULL)`,
    driveId,
  )

/** The same for drives that had begun before that was kept: one tier ran all languages then. */
export const pinEnginesOfBegun = ({ raw }: Queries, tier: 'wasm' | 'piston') =>
  raw.run(
    `UPDATE drives SET engines = (SELECT json_group_object(code_id, ?) FROM languages WHERE is_active = 1)
    WHERE engines IS NULL
      AND EXISTS (SELECT 1 FROM attempts WHERE drive_id = drives.id AND started_at IS NOT NULL)`,
    tier,
  )

export const countInDrive = (
  { orm }: Queries,
  driveId: number,
  by: Partial<Record<'invitation_sent' | 'appeared' | 'finished', number>>,
) =>
  orm
    .update(s.drives)
    .set({
      invitation_sent: sql`${s.drives.invitation_sent} + ${by.invitation_sent ?? 0}`,
      appeared: sql`${s.drives.appeared} + ${by.appeared ?? 0}`,
      finished: sql`${s.drives.finished} + ${by.finished ?? 0}`,
    })
    .where(eq(s.drives.id, driveId))
