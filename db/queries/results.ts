import { and, asc, desc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { nextTurn } from '../turn.ts'
import { isAmong } from './among.ts'
import { type AttemptPage, inOrderOf, orderedIds, withIds } from './attemptLists.ts'
import { candidateOf } from './candidateOf.ts'

/** A drive's results beyond the list: files, the shortlist, the report. */

const columns = {
  id: s.attempts.id,
  candidate_id: s.candidates.id,
  first_name: candidateOf.first_name,
  last_name: candidateOf.last_name,
  email: s.candidates.email,
  /** The text that the lists are searched by. */
  search_key: s.attempts.search_key,
  mobile_number: candidateOf.mobile_number,
  score: s.attempts.score,
  started_at: s.attempts.started_at,
  finished_at: s.attempts.finished_at,
  unused_ms: s.attempts.unused_ms,
  invited_at: s.attempts.invited_at,
  is_fraud: s.attempts.is_fraud,
  is_selected: s.attempts.is_selected,
  end_reason: s.attempts.end_reason,
  /** The marks of all that the candidate was asked; null: has not begun. */
  total_marks: s.papers.total_marks,
}

const from = ({ orm }: Queries) =>
  orm
    .select(columns)
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .leftJoin(s.papers, eq(s.papers.id, s.attempts.paper_id))

export type ResultExportRow = Awaited<ReturnType<typeof from>>[number]

/** Some milliseconds of work, the file's lines included. */
const ROWS_AT_ONCE = 100

/**
 * Every row of a list in its order, read in pages. Queries answer within the turn of the event loop, so other calls come
 * in only because it waits for the next turn.
 */
export async function* streamResults(
  q: Queries,
  driveId: number,
  of: Pick<AttemptPage, 'only' | 'order'>,
): AsyncGenerator<ResultExportRow[]> {
  const ids = await orderedIds(q, driveId, of)
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const part = ids.slice(at, at + ROWS_AT_ONCE)
    yield inOrderOf(part, await from(q).where(withIds(part)), (row) => row.id)
    await nextTurn()
  }
}

/** The rows of these attempts of one drive, best first as the list has them. */
export const listExportRows = (q: Queries, driveId: number, refs: readonly string[]) =>
  from(q)
    .where(and(eq(s.attempts.drive_id, driveId), isAmong(s.attempts.ref, refs)))
    .orderBy(desc(s.attempts.score), desc(s.attempts.id))

/** References of the attempts on a drive's shortlist. */
export const listShortlist = async ({ orm }: Queries, driveId: number): Promise<string[]> =>
  (
    await orm
      .select({ ref: s.attempts.ref })
      .from(s.attempts)
      .where(and(eq(s.attempts.drive_id, driveId), eq(s.attempts.is_selected, true)))
      .orderBy(asc(s.attempts.id))
  ).map((row) => row.ref)
