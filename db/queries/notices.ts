import { and, asc, eq, gt } from 'drizzle-orm'
import type { NoticeKind } from '#contract/events.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { updateAttempt } from './attempts.ts'

export interface NewNotice {
  kind: NoticeKind
  text?: string
  minutes?: number
}

/** Says it, and marks the attempt so that every answer to its device names it. */
export async function insertNotice(q: Queries, attemptId: number, notice: NewNotice, at: number) {
  const [row] = await q.orm
    .insert(s.notices)
    .values({ attempt_id: attemptId, ...notice, created_at: at })
    .returning({ id: s.notices.id })
  await updateAttempt(q, attemptId, { newest_notice: row?.id ?? 0 })
}

/** More than anybody is told in one test. */
const MOST = 200

/** The notices of one attempt behind an id, oldest first. */
export const listNotices = ({ orm }: Queries, attemptId: number, after: number) =>
  orm
    .select()
    .from(s.notices)
    .where(and(eq(s.notices.attempt_id, attemptId), gt(s.notices.id, after)))
    .orderBy(asc(s.notices.id))
    .limit(MOST)

/** The messages of staff to the candidate of an attempt, by the time at which they were written. */
export async function listMessages({ orm }: Queries, attemptId: number): Promise<Map<number, string>> {
  const { text, created_at } = s.notices
  const rows = await orm
    .select({ text, created_at })
    .from(s.notices)
    .where(and(eq(s.notices.attempt_id, attemptId), eq(s.notices.kind, 'message')))
  return new Map(rows.map((row) => [row.created_at, row.text ?? '']))
}

/** When an attempt was opened again last, if it ever was. */
export const findReopening = async (q: Queries, attemptId: number): Promise<number | null> =>
  (
    await q.raw.get<{ at: number | null }>(
      "SELECT max(created_at) AS at FROM notices WHERE attempt_id = ? AND kind = 'reopen'",
      attemptId,
    )
  )?.at ?? null

/**
 * The stretches in which staff let the clock of an attempt stand, oldest first. `to` is null where it stands still, or the
 * test ended meanwhile; a reopening ends the pause of such a one.
 */
export async function listPauses(
  q: Queries,
  attemptId: number,
): Promise<{ from: number; to: number | null }[]> {
  const rows = await q.raw.all<{ kind: NoticeKind; at: number }>(
    `SELECT kind, created_at AS at FROM notices
     WHERE attempt_id = ? AND kind IN ('pause', 'resume', 'reopen') ORDER BY id`,
    attemptId,
  )
  const pauses: { from: number; to: number | null }[] = []
  for (const { kind, at } of rows) {
    const last = pauses.at(-1)
    if (kind === 'pause') pauses.push({ from: at, to: null })
    else if (last) last.to ??= at
  }
  return pauses
}
