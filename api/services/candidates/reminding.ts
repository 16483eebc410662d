import type { Queries } from '#db/connect.ts'
import { clearReminded, setReminded } from '#db/queries/attempts.ts'
import { listToRemind } from '#db/queries/candidates.ts'
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
  return queued
}

/**
 * A drive whose start was moved is reminded of again, in the transaction that moves it. If it begins within the day all
 * the same, the mail of the new dates is at hand.
 */
export async function remindAgain(
  tx: Queries,
  drive: { id: number; start_time: number },
  now: number,
): Promise<void> {
  if (drive.start_time - now > DAY_MS) await clearReminded(tx, drive.id)
}
