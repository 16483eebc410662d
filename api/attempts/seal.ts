import { GRACE_MS, SILENCE_MS } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptById, listOverdue } from '#db/queries/attempts.ts'
import { graceUntil } from '#machines/attempt/verdict.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { lastHeard } from './contact.ts'
import { contentRef } from './content.ts'
import { endAttempt } from './ending.ts'
import { keepReceipt } from './receipts.ts'

/**
 * Ends attempts whose browser never came back: at the deadline and its grace the server seals them by itself, judges
 * the last drafts and scores. Work that arrives later is applied late; nobody stays running for ever: a forgotten pause
 * ends the test when the day by which it moves the deadline is over, for the server as for the page.
 * @returns how many were sealed
 */
export async function sealOverdue(ctx: Context): Promise<number> {
  const now = ctx.now()
  const due = (await listOverdue(ctx.db.read, now - GRACE_MS)).filter((row) =>
    isOverdue(ctx, row.deadline_at, now),
  )
  let sealed = 0
  for (const { id } of due) {
    // A test that cannot be sealed keeps nobody else's running.
    const done = await ctx.db
      .write((tx) => sealOne(ctx, tx, id, now))
      .catch((error: unknown) => {
        ctx.log.error({ attempt: id, error: formatErrorLine(error) }, 'a test could not be sealed')
        return false
      })
    if (done) sealed++
  }
  return sealed
}

const isOverdue = ({ downtime }: Context, deadlineAt: number, now: number): boolean =>
  graceUntil({ deadlineAt, downtime }) < now

/** By what stands there now: since it was found overdue it may have been paused, or given time. */
async function sealOne(ctx: Context, tx: Queries, id: number, now: number): Promise<boolean> {
  const found = await findAttemptById(tx, id)
  if (!found) return false
  const { attempt } = found
  const { deadline_at: deadline } = attempt
  if (deadline === null || attempt.finished_at !== null) return false
  if (!isOverdue(ctx, deadline, now)) return false
  const reason = (lastHeard(attempt) ?? 0) < deadline - SILENCE_MS ? 'connection_lost' : 'timeout'
  const content = await ctx.content.get(tx, contentRef(found))
  await endAttempt(tx, attempt, content, { by: 'server', at: deadline, reason }, now)
  await keepReceipt(ctx, tx, { ...attempt, sealed_at: now })
  return true
}
