import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { searchKey } from '../searchKey.ts'
import { isAmong } from './among.ts'
import { candidateOf } from './candidateOf.ts'
import { type DeletableAttempt, setCandidateNames } from './candidates.ts'
import { countInDrive } from './drives.ts'
import { deleteMailsOf } from './mails.ts'
import { prepared } from './prepared.ts'
import { deleteShownReceipts } from './receipts.ts'

export type AttemptChange = Partial<typeof s.attempts.$inferInsert>

/** Attempt, drive, candidate and their names: what a candidate's calls start from. */
function joined({ orm }: Queries) {
  return orm
    .select({
      attempt: s.attempts,
      drive: s.drives,
      candidate: candidateOf,
      organization_name: sql<string>`coalesce(${s.organizations.show_name}, ${s.organizations.name})`,
      institute_name: s.institutes.name,
    })
    .from(s.attempts)
    .innerJoin(s.drives, and(eq(s.drives.id, s.attempts.drive_id), isNull(s.drives.deleted_at)))
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .innerJoin(s.organizations, eq(s.organizations.id, s.drives.organization_id))
    .leftJoin(s.institutes, eq(s.institutes.id, s.drives.institute_id))
}

export type JoinedAttempt = Awaited<ReturnType<typeof findAttemptById>> & {}

const first = <T>(rows: T[]): T | undefined => rows[0]

/** One attempt by a condition whose values are named in it. */
const findJoined = (condition: SQL | undefined) =>
  prepared((q) => joined(q).where(condition).limit(1).prepare())

const byInvitation = findJoined(eq(s.attempts.invitation_hash, sql.placeholder('hash')))
export const findAttemptByInvitation = async (q: Queries, hash: string) =>
  first(await byInvitation(q).all({ hash }))

const byToken = findJoined(eq(s.attempts.token_hash, sql.placeholder('hash')))
export const findAttemptByToken = async (q: Queries, hash: string) => first(await byToken(q).all({ hash }))

const byId = findJoined(eq(s.attempts.id, sql.placeholder('id')))
export const findAttemptById = async (q: Queries, id: number) => first(await byId(q).all({ id }))

const ofOrganization = eq(s.drives.organization_id, sql.placeholder('organizationId'))

const byRef = findJoined(and(eq(s.attempts.ref, sql.placeholder('ref')), ofOrganization))
export const findAttemptByRef = async (q: Queries, ref: string, organizationId: number) =>
  first(await byRef(q).all({ ref, organizationId }))

const ofCandidate = findJoined(
  and(
    eq(s.attempts.drive_id, sql.placeholder('driveId')),
    eq(s.attempts.candidate_id, sql.placeholder('candidateId')),
    ofOrganization,
  ),
)
export const findAttemptOfCandidate = async (
  q: Queries,
  driveId: number,
  candidateId: number,
  organizationId: number,
) => first(await ofCandidate(q).all({ driveId, candidateId, organizationId }))

export const updateAttempt = ({ orm }: Queries, id: number, change: AttemptChange) =>
  orm.update(s.attempts).set(change).where(eq(s.attempts.id, id))

export const addCopyAttempts = ({ orm }: Queries, id: number, times: number) =>
  orm
    .update(s.attempts)
    .set({ is_fraud: true, copy_attempts: sql`${s.attempts.copy_attempts} + ${times}` })
    .where(eq(s.attempts.id, id))

/** The counts that the log holds against a candidate: departures, and ways out of full screen. */
export const addDepartures = (
  { orm }: Queries,
  id: number,
  { strikes, screenExits }: { strikes: number; screenExits: number },
) =>
  orm
    .update(s.attempts)
    .set({
      strikes: sql`${s.attempts.strikes} + ${strikes}`,
      screen_exits: sql`${s.attempts.screen_exits} + ${screenExits}`,
    })
    .where(eq(s.attempts.id, id))

export const addRun = ({ orm }: Queries, id: number) =>
  orm
    .update(s.attempts)
    .set({ runs: sql`${s.attempts.runs} + 1` })
    .where(eq(s.attempts.id, id))

/** Sets the start where none stands: the earliest wins. */
/** @returns whether this was the start: another one may have come first */
export const setStart = async ({ orm }: Queries, id: number, change: AttemptChange): Promise<boolean> => {
  const rows = await orm
    .update(s.attempts)
    .set(change)
    .where(and(eq(s.attempts.id, id), isNull(s.attempts.started_at)))
    .returning({ id: s.attempts.id })
  return rows.length > 0
}

/** Notes the first time a link was opened. */
export const setOpened = ({ orm }: Queries, id: number, at: number) =>
  orm
    .update(s.attempts)
    .set({ opened_at: at })
    .where(and(eq(s.attempts.id, id), isNull(s.attempts.opened_at)))

/** The details form as filled in for an attempt; the next one begins with it. */
export async function setProfile(
  q: Queries,
  attempt: { id: number; candidate_id: number; profile_completed_at: number | null },
  given: { first_name: string; last_name: string; mobile_number: string },
  at: number,
): Promise<void> {
  const { orm } = q
  const email = await setCandidateNames(q, attempt.candidate_id, given, at)
  const search_key = searchKey({ email, ...given })
  await orm
    .update(s.attempts)
    .set({
      ...given,
      search_key,
      profile_completed_at: attempt.profile_completed_at ?? at,
      opened_at: sql`coalesce(${s.attempts.opened_at}, ${at})`,
    })
    .where(eq(s.attempts.id, attempt.id))
  // Those whose form is not filled in yet show these names too, and are found by them.
  await orm
    .update(s.attempts)
    .set({ search_key })
    .where(and(eq(s.attempts.candidate_id, attempt.candidate_id), isNull(s.attempts.first_name)))
}

/** Running attempts whose time was up before a moment. */
/** Begun and not ended attempts of a drive. */
export const listRunning = ({ orm }: Queries, driveId: number) =>
  orm
    .select()
    .from(s.attempts)
    .where(
      and(eq(s.attempts.drive_id, driveId), isNotNull(s.attempts.started_at), isNull(s.attempts.finished_at)),
    )

/** Tests under way whose time was over before then; at most 200, the earliest first. */
export const listOverdue = (q: Queries, before: number) =>
  q.raw.all<{ id: number; deadline_at: number }>(
    `SELECT id, deadline_at FROM attempts
     WHERE deadline_at <= ? AND started_at IS NOT NULL AND finished_at IS NULL LIMIT 200`,
    before,
  )

/** The rules that a candidate reads before the test: the organization's defaults, then the drive's own. */
export const listRules = ({ orm }: Queries, driveId: number) =>
  orm
    .select({ id: s.rules.id, description: s.rules.description })
    .from(s.rules)
    .innerJoin(s.drives, eq(s.drives.id, driveId))
    .where(
      or(
        eq(s.rules.drive_id, driveId),
        and(eq(s.rules.organization_id, s.drives.organization_id), eq(s.rules.is_default, true)),
      ),
    )
    .orderBy(desc(s.rules.is_default), asc(s.rules.position), asc(s.rules.id))

export const hasFraudReport = async ({ orm }: Queries, attemptId: number) =>
  (
    await orm
      .select({ seq: s.ops.seq })
      .from(s.ops)
      .where(
        and(
          eq(s.ops.attempt_id, attemptId),
          eq(s.ops.type, 'fraud_report'),
          sql`${s.ops.result} <> 'rejected'`,
        ),
      )
      .limit(1)
  ).length > 0

/** A part of the log as the report reads it, oldest first, without the bodies of drafts. */
export const listOpsForReport = ({ orm }: Queries, attemptId: number, after: number, limit: number) =>
  orm
    .select({
      seq: s.ops.seq,
      op_id: s.ops.op_id,
      type: s.ops.type,
      body: sql<Buffer | null>`CASE WHEN ${s.ops.type} IN ('draft', 'submit') THEN NULL ELSE ${s.ops.body} END`,
      body_deflated: s.ops.body_deflated,
      made_at: s.ops.made_at,
      received_at: s.ops.received_at,
      verdict: s.ops.verdict,
      result: s.ops.result,
      decision: s.lateDecisions.decision,
    })
    .from(s.ops)
    .leftJoin(
      s.lateDecisions,
      and(eq(s.lateDecisions.attempt_id, s.ops.attempt_id), eq(s.lateDecisions.op_id, s.ops.op_id)),
    )
    .where(and(eq(s.ops.attempt_id, attemptId), gt(s.ops.seq, after)))
    .orderBy(asc(s.ops.seq))
    .limit(limit)

/** References of attempts behind an id, in their order. */
export const listRefs = (q: Queries, after: number, limit: number) =>
  q.raw.all<{ id: number; ref: string }>(
    'SELECT id, ref FROM attempts WHERE id > ? ORDER BY id LIMIT ?',
    after,
    limit,
  )

export const findAttemptByPublicRef = async ({ orm }: Queries, ref: string) =>
  first(await orm.select().from(s.attempts).where(eq(s.attempts.ref, ref)).limit(1))

/** Whether anybody was ever invited. */
export const hasAttempts = async (q: Queries): Promise<boolean> =>
  (await q.raw.get<{ id: number }>('SELECT id FROM attempts LIMIT 1')) !== undefined

/** Invitations of candidates to one drive: those that did not stand already. */
export async function insertAttempts(
  q: Queries,
  driveId: number,
  rows: readonly (typeof s.attempts.$inferInsert)[],
): Promise<{ id: number; ref: string }[]> {
  if (rows.length === 0) return []
  const created = await q.orm
    .insert(s.attempts)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: s.attempts.id, ref: s.attempts.ref })
  if (created.length > 0) await countInDrive(q, driveId, { invitation_sent: created.length })
  return created
}

export const listInvitations = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      ref: s.attempts.ref,
      generation: s.attempts.generation,
      email: s.candidates.email,
      started_at: s.attempts.started_at,
      profile_completed_at: s.attempts.profile_completed_at,
      revoked_at: s.attempts.revoked_at,
    })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(eq(s.attempts.drive_id, driveId))
    .orderBy(s.attempts.id)

/** The link opens anew until then, for those of these attempts that were not begun. */
export const renewLinks = ({ raw }: Queries, refs: readonly string[], expiresAt: number) =>
  raw.run(
    'UPDATE attempts SET link_expires_at = ? WHERE started_at IS NULL AND ref IN (SELECT value FROM json_each(?))',
    expiresAt,
    JSON.stringify(refs),
  )

export const setReminded = ({ orm }: Queries, ids: readonly number[], at: number) =>
  orm.update(s.attempts).set({ reminded_at: at }).where(isAmong(s.attempts.id, ids))

/** Those of a drive who have not begun are to be reminded as if they had not been. */
export const clearReminded = ({ orm }: Queries, driveId: number) =>
  orm
    .update(s.attempts)
    .set({ reminded_at: null })
    .where(and(eq(s.attempts.drive_id, driveId), isNull(s.attempts.started_at)))

/**
 * Deletes an attempt with everything that hangs on it, and takes it out of its drive's counters.
 * @returns the mails that went with it
 */
export async function deleteAttempt(
  q: Queries,
  attempt: DeletableAttempt,
): Promise<{ id: number; created_at: number }[]> {
  const { orm } = q
  await orm.delete(s.attempts).where(eq(s.attempts.id, attempt.id))
  await deleteShownReceipts(q, attempt.ref)
  const mails = await deleteMailsOf(q, attempt)
  await countInDrive(q, attempt.drive_id, {
    invitation_sent: -1,
    ...(attempt.started_at !== null && { appeared: -1 }),
    ...(attempt.finished_at !== null && { finished: -1 }),
  })
  return mails
}

export const setPaper = ({ orm }: Queries, attemptId: number, paperId: number) =>
  orm.update(s.attempts).set({ paper_id: paperId }).where(eq(s.attempts.id, attemptId))
