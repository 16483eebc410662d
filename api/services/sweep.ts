import { join } from 'node:path'
import { removeOldCopies } from '#db/migrate.ts'
import { deleteExpiredSessions, deleteOldAccountTokens } from '#db/queries/accounts.ts'
import { deleteChecksBefore } from '#db/queries/checks.ts'
import { deleteEventsBefore } from '#db/queries/events.ts'
import { deleteOnceKeysBefore } from '#db/queries/onceKeys.ts'
import { deleteOldSignUpRequests } from '#db/queries/signUpRequests.ts'
import { listUnderWay } from '../backups/underWay.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { strikeOrphaned } from './auditStriking.ts'
import { sweepUninvited } from './candidates/uninvited.ts'
import { countOwed } from './countingAnew.ts'
import { sweepPictures } from './imageSweep.ts'
import { sweepCutOffImport } from './moving/cutOff.ts'
import { carryOnApplying } from './rejudges/applying.ts'
import { carryOutRemovals } from './removing.ts'
import { eraseDueResults } from './retention/erasing.ts'
import { lookAtClock } from './retention/onHold.ts'
import { sweepSnapshots } from './snapshotSweep.ts'

const EVENTS_KEPT_MS = 86_400_000
/** An Idempotency-Key of staff; an answer is asked for again within minutes. */
const ONCE_KEPT_MS = 86_400_000
const CHECKS_KEPT_MS = 7 * 86_400_000
/** So long a mail can still say what became of its link. */
const LINKS_KEPT_MS = 30 * 86_400_000
/** A person who asked to sign up and was not answered for so long has gone elsewhere. */
const REQUESTS_KEPT_MS = 90 * 86_400_000

const underWay = new WeakMap<Context, Promise<void>>()

/**
 * Drops what nobody can ask for any more, removes what is noted to go, and ends what was broken off. Each step for itself:
 * what keeps one of them keeps none of the others. One that is under way is waited for instead of another.
 * @throws AggregateError
 */
export function sweep(ctx: Context): Promise<void> {
  const begun = underWay.get(ctx) ?? sweepOnce(ctx).finally(() => underWay.delete(ctx))
  underWay.set(ctx, begun)
  return begun
}

async function sweepOnce(ctx: Context): Promise<void> {
  void copyMarks(ctx)
  await takeSteps(ctx, [
    sweepRows,
    carryOutRemovals,
    eraseByTime,
    strikeOrphaned,
    sweepPictures,
    carryOnApplying,
    countOwed,
    sweepCopies,
    sweepCutOffImport,
  ])
}

async function takeSteps(ctx: Context, steps: readonly ((ctx: Context) => Promise<unknown>)[]) {
  const faults: unknown[] = []
  for (const step of steps) await step(ctx).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, faults.map(formatErrorLine).join('; '))
}

/** Erases by the clock and by rules: nothing, while either is in doubt. */
async function eraseByTime(ctx: Context): Promise<void> {
  if (await ctx.db.write((tx) => lookAtClock(tx, ctx.now()))) return
  await takeSteps(ctx, [(ctx) => eraseDueResults(ctx), sweepSnapshots, sweepUninvited])
}

/** Beside the step of each other: storage that hangs keeps none of them. */
async function copyMarks({ backups, log }: Context): Promise<void> {
  const fault = await backups.marks.copy()
  if (fault !== null)
    log.error(
      { fault },
      'the list of the erased could not be put beside the backups; the next sweep tries again',
    )
}

/** Copies of the database from before a migration, and of backups that were ended; whoever was deleted since is in them still. */
async function sweepCopies(ctx: Context): Promise<void> {
  await listUnderWay(ctx.config.dataDirectory)
  removeOldCopies(join(ctx.config.dataDirectory, 'holdfast.db'), ctx.now())
}

/** Ended sessions, links long over, events older than any stream, old checks, keys of what was asked for a day ago. */
async function sweepRows(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    await deleteExpiredSessions(tx, now)
    await deleteOldAccountTokens(tx, now - LINKS_KEPT_MS)
    await deleteEventsBefore(tx, now - EVENTS_KEPT_MS)
    await deleteOldSignUpRequests(tx, now - REQUESTS_KEPT_MS)
    await deleteChecksBefore(tx, now - CHECKS_KEPT_MS)
    await deleteOnceKeysBefore(tx, now - ONCE_KEPT_MS)
  })
}
