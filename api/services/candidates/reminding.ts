import { listToRemind, setReminded } from '#db/queries/candidates.ts'
import type { Context } from '../../context.ts'
import { queueMails } from '../../mail/queue.ts'

const DAY_MS = 24 * 3_600_000
/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 100

/**
 * Queues the reminder of the day before a drive's start, once for each candidate who has not begun.
 * @returns how many were queued
 */
export async function remindDue(ctx: Context): Promise<number> {
  let queued = 0
  for (;;) {
    const now = ctx.now()
    const due = await listToRemind(ctx.db.read, { now, withinMs: DAY_MS, limit: CHUNK })
    if (due.length === 0) break
    await ctx.db.write(async (tx) => {
      await setReminded(
        tx,
        due.map(({ id }) => id),
        now,
      )
      await queueMails(
        tx,
        due.map(({ ref, email, organization_id }) => ({
          kind: 'reminder' as const,
          to: email,
          organizationId: organization_id,
          subjectRef: ref,
          data: {},
        })),
        now,
      )
    })
    queued += due.length
  }
  if (queued > 0) ctx.wakeMail()
  return queued
}
