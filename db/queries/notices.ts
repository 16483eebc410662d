import { and, asc, eq, gt } from 'drizzle-orm'
import type { NoticeKind } from '#contract/events.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

export interface NewNotice {
  kind: NoticeKind
  text?: string
  minutes?: number
}

/** Says it, and marks the attempt so that every answer to its device names it. */
export async function insertNotice({ orm }: Queries, attemptId: number, notice: NewNotice, at: number) {
  const [row] = await orm
    .insert(s.notices)
    .values({ attempt_id: attemptId, ...notice, created_at: at })
    .returning({ id: s.notices.id })
  await orm
    .update(s.attempts)
    .set({ newest_notice: row?.id ?? 0 })
    .where(eq(s.attempts.id, attemptId))
}

/** More than anybody is told in one test. */
const MOST = 200

/** Of one attempt, behind an id, oldest first. */
export const listNotices = ({ orm }: Queries, attemptId: number, after: number) =>
  orm
    .select()
    .from(s.notices)
    .where(and(eq(s.notices.attempt_id, attemptId), gt(s.notices.id, after)))
    .orderBy(asc(s.notices.id))
    .limit(MOST)

/** When an attempt was opened again last, if it ever was. */
export const findReopening = async (q: Queries, attemptId: number): Promise<number | null> =>
  (
    await q.raw.get<{ at: number | null }>(
      "SELECT max(created_at) AS at FROM notices WHERE attempt_id = ? AND kind = 'reopen'",
      attemptId,
    )
  )?.at ?? null
