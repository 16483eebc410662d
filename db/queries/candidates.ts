import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { searchKey } from '../searchKey.ts'
import { nextTurn } from '../turn.ts'
import { isAmong } from './among.ts'
import { orderedIds, withIds } from './attemptLists.ts'
import { candidateOf } from './candidateOf.ts'

/** The queries of staff about candidates. */

const AT_ONCE = 500
/** So many links go out to whoever asks for a lost one. */
const MAX_LINKS = 20

/** Which of these addresses, in the form candidates are found by, are invited to a drive. */
export async function listInvitedKeys(
  { orm }: Queries,
  driveId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const rows = await orm
      .select({ key: s.candidates.email_key })
      .from(s.attempts)
      .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
      .where(
        and(
          eq(s.attempts.drive_id, driveId),
          inArray(s.candidates.email_key, keys.slice(from, from + AT_ONCE)),
        ),
      )
    for (const row of rows) found.add(row.key)
  }
  return found
}

/** Those of these candidates who have not begun the drive and whose link holds. */
export const listAbsentees = ({ orm }: Queries, driveId: number, candidateIds: readonly number[]) =>
  orm
    .select({ ref: s.attempts.ref, email: s.candidates.email })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(
      and(
        eq(s.attempts.drive_id, driveId),
        isAmong(s.attempts.candidate_id, candidateIds),
        isNull(s.attempts.started_at),
        isNull(s.attempts.revoked_at),
      ),
    )
    .orderBy(asc(s.attempts.id))

/** Some milliseconds of work, the file's lines included. */
const LINKS_AT_ONCE = 200

/**
 * Those invited to a drive whose test has not ended and whose link was not revoked, in the order of their invitation; read
 * in pages, between which other calls come in.
 */
export async function* streamLinked(q: Queries, driveId: number) {
  const ids = await orderedIds(q, driveId, { order: 'invited' })
  for (let at = 0; at < ids.length; at += LINKS_AT_ONCE) {
    yield await q.orm
      .select({
        ref: s.attempts.ref,
        generation: s.attempts.generation,
        started_at: s.attempts.started_at,
        link_expires_at: s.attempts.link_expires_at,
        first_name: candidateOf.first_name,
        last_name: candidateOf.last_name,
        email: s.candidates.email,
      })
      .from(s.attempts)
      .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
      .where(
        and(
          withIds(ids.slice(at, at + LINKS_AT_ONCE)),
          isNull(s.attempts.finished_at),
          isNull(s.attempts.revoked_at),
        ),
      )
      .orderBy(asc(s.attempts.id))
    await nextTurn()
  }
}

/**
 * Open invitations of an address, in whatever organization, the newest first: the attempt has not ended, and the drive is
 * not over, or a begun attempt has more time than its drive.
 */
export const listOpenInvitations = ({ orm }: Queries, emailKey: string, now: number) =>
  orm
    .select({ ref: s.attempts.ref, email: s.candidates.email, organization_id: s.drives.organization_id })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .innerJoin(s.drives, eq(s.drives.id, s.attempts.drive_id))
    .where(
      and(
        eq(s.candidates.email_key, emailKey),
        isNull(s.attempts.finished_at),
        isNull(s.attempts.revoked_at),
        isNull(s.drives.deleted_at),
        or(gt(s.drives.end_time, now), gt(s.attempts.deadline_at, now)),
        // The link of an assessment that expired is its organization's to renew.
        or(
          isNull(s.attempts.link_expires_at),
          gt(s.attempts.link_expires_at, now),
          isNotNull(s.attempts.started_at),
        ),
      ),
    )
    .orderBy(desc(s.attempts.invited_at), desc(s.attempts.id))
    .limit(MAX_LINKS)

export const findCandidate = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select()
      .from(s.candidates)
      .where(and(eq(s.candidates.id, id), eq(s.candidates.organization_id, organizationId)))
      .limit(1)
  )[0]

const person = {
  id: s.candidates.id,
  organization_id: s.candidates.organization_id,
  email_key: s.candidates.email_key,
  created_at: s.candidates.created_at,
}

/** The candidates of an address, in whatever organization. */
export const listCandidatesAt = ({ orm }: Queries, emailKey: string) =>
  orm
    .select(person)
    .from(s.candidates)
    .where(eq(s.candidates.email_key, emailKey))
    .orderBy(asc(s.candidates.id))

/** All candidates there are, some at a time. */
export async function* listEveryCandidate({ orm }: Queries) {
  let after = 0
  for (;;) {
    const some = await orm
      .select(person)
      .from(s.candidates)
      .where(gt(s.candidates.id, after))
      .orderBy(asc(s.candidates.id))
      .limit(AT_ONCE)
    if (some.length === 0) return
    yield some
    after = some.at(-1)?.id ?? after
  }
}

/** An attempt as its deletion has to know it. */
export interface DeletableAttempt {
  id: number
  ref: string
  drive_id: number
  started_at: number | null
  finished_at: number | null
}

/** Every attempt of a candidate, with what its drive's counters count of it. */
export const listAttemptsOf = ({ orm }: Queries, candidateId: number) =>
  orm
    .select({
      id: s.attempts.id,
      ref: s.attempts.ref,
      drive_id: s.attempts.drive_id,
      started_at: s.attempts.started_at,
      finished_at: s.attempts.finished_at,
    })
    .from(s.attempts)
    .where(eq(s.attempts.candidate_id, candidateId))

/** Attempts of drives that were deleted before a moment; nobody has begun one of them. */
export const listAttemptsOfDeleted = (q: Queries, of: { before: number; limit: number }) =>
  q.raw.all<DeletableAttempt & { candidate_id: number }>(
    `SELECT a.id, a.ref, a.drive_id, a.candidate_id, a.started_at, a.finished_at
     FROM drives d CROSS JOIN attempts a INDEXED BY attempts_listed ON a.drive_id = d.id
     WHERE d.deleted_at < @before AND a.started_at IS NULL
     LIMIT @limit`,
    of,
  )

/**
 * Deletes those of these candidates who are invited to nothing.
 * @returns how many they were
 */
export const deleteUninvited = async (q: Queries, candidateIds: readonly number[]): Promise<number> =>
  (
    await q.orm
      .delete(s.candidates)
      .where(
        and(
          isAmong(s.candidates.id, candidateIds),
          sql`NOT EXISTS (SELECT 1 FROM attempts a WHERE a.candidate_id = ${s.candidates.id})`,
        ),
      )
      .returning({ id: s.candidates.id })
  ).length

export const deleteCandidateRow = ({ orm }: Queries, id: number) =>
  orm.delete(s.candidates).where(eq(s.candidates.id, id))

/** Those who were told the drive's dates and have not begun. */
export const listInvited = ({ orm }: Queries, driveId: number) =>
  orm
    .select({ ref: s.attempts.ref, email: s.candidates.email })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(
      and(eq(s.attempts.drive_id, driveId), isNull(s.attempts.started_at), isNull(s.attempts.revoked_at)),
    )
    .orderBy(asc(s.attempts.id))

/**
 * Candidates to be reminded now: invited well before a drive that begins within the time given. The drives come first:
 * few begin tomorrow, and only their candidates are looked at.
 */
export const listToRemind = (q: Queries, of: { now: number; withinMs: number; limit: number }) =>
  q.raw.all<{ id: number; ref: string; email: string; organization_id: number }>(
    `SELECT a.id, a.ref, c.email, d.organization_id
     FROM drives d CROSS JOIN attempts a INDEXED BY attempts_absent ON a.drive_id = d.id CROSS JOIN candidates c ON c.id = a.candidate_id
     WHERE d.deleted_at IS NULL AND d.is_assessment = 0 AND d.start_time > @now AND d.start_time <= @now + @withinMs
       AND a.started_at IS NULL AND a.reminded_at IS NULL AND a.revoked_at IS NULL
       -- Whoever was invited on the last day has the mail at hand.
       AND a.invited_at < d.start_time - @withinMs
     LIMIT @limit`,
    of,
  )

/**
 * The candidates of addresses within an organization, made on their first invitation, by the address's key: their ids,
 * and what they are found by, since some have a name already.
 */
export async function ensureCandidates(
  { orm }: Queries,
  rows: readonly (typeof s.candidates.$inferInsert)[],
): Promise<ReadonlyMap<string, { id: number; search_key: string }>> {
  const [first] = rows
  if (!first) return new Map()
  await orm
    .insert(s.candidates)
    .values([...rows])
    .onConflictDoNothing()
  const found = await orm
    .select({
      id: s.candidates.id,
      key: s.candidates.email_key,
      email: s.candidates.email,
      first_name: s.candidates.first_name,
      last_name: s.candidates.last_name,
    })
    .from(s.candidates)
    .where(
      and(
        eq(s.candidates.organization_id, first.organization_id),
        inArray(
          s.candidates.email_key,
          rows.map((row) => row.email_key),
        ),
      ),
    )
  return new Map(found.map(({ id, key, ...who }) => [key, { id, search_key: searchKey(who) }]))
}

/** Gives a candidate new names. @returns the address */
export async function setCandidateNames(
  { orm }: Queries,
  id: number,
  names: { first_name: string; last_name: string; mobile_number: string },
  at: number,
): Promise<string> {
  const [candidate] = await orm
    .update(s.candidates)
    .set({ ...names, updated_at: at })
    .where(eq(s.candidates.id, id))
    .returning({ email: s.candidates.email })
  return candidate?.email ?? ''
}
