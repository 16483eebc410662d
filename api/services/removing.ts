import type { Queries } from '#db/connect.ts'
import { deleteAttempt } from '#db/queries/attempts.ts'
import type { DeletableAttempt } from '#db/queries/candidates.ts'
import { listRemovals, type NewRemoval, type Removal, strikeRemovals } from '#db/queries/removals.ts'
import { addErased, type Erasure } from '../backups/erased.ts'
import type { Context } from '../context.ts'
import { type Struck, strikeAttempts } from './auditStriking.ts'

/** The parts of the storage that belong to one attempt. */
export const partsOf = ({ id, ref }: { id: number; ref: string }) =>
  [`snapshots/${ref}`, `uploads/${id}`].map((name) => ({ kind: 'files' as const, name }))

/**
 * Deletes attempts with everything that hangs on them, and takes them out of the audit log.
 * @returns what lies outside of the database and is to be noted with it: the parts of the storage, and mails; and what was
 * struck, for the audit entry that tells of it
 */
export async function deleteAttempts(
  tx: Queries,
  attempts: readonly DeletableAttempt[],
): Promise<{ outside: NewRemoval[]; struck: Struck }> {
  const outside: NewRemoval[] = []
  const struck = await strikeAttempts(tx, attempts)
  for (const attempt of attempts) {
    for (const mail of await deleteAttempt(tx, attempt))
      outside.push({ kind: 'mail', name: String(mail.id), dated_at: mail.created_at })
    outside.push(...partsOf(attempt))
  }
  return { outside, struck }
}

/**
 * Removes what lies outside of the database and was noted to go: pictures, mails kept as files, old pages; and writes down who
 * was erased, and which tests were. Each for itself: what
 * cannot be removed now stays noted and is tried again by the next sweep.
 * @param ids those alone; without it all that are noted
 * @throws AggregateError where something could not be removed
 */
export async function carryOutRemovals(ctx: Context, ids?: readonly number[]): Promise<void> {
  const faults: unknown[] = []
  const removals = await listRemovals(ctx.db.read, ids)
  const done: number[] = []
  const attempt = async (some: readonly Removal[], carryOut: () => Promise<unknown>): Promise<void> => {
    await carryOut()
      .then(() => done.push(...some.map(({ id }) => id)))
      .catch((error: unknown) => faults.push(error))
  }
  // First, and together, as each is a flush: a copy that comes back in between is held against the list.
  const marks = removals.filter((one) => markIn(one) !== null)
  if (marks.length > 0)
    await attempt(marks, () =>
      addErased(
        ctx.config.dataDirectory,
        marks.flatMap((one) => markIn(one) ?? []),
      ),
    )
  // Nobody waits until they are beside the backups too; the sweep says where they cannot be.
  if (marks.length > 0) void ctx.backups.marks.copy()
  for (const removal of removals)
    if (markIn(removal) === null) await attempt([removal], () => carryOut(ctx, removal))
  if (done.length > 0) await ctx.db.write((tx) => strikeRemovals(tx, done))
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be removed')
}

function markIn({ kind, name, dated_at }: Removal): Erasure | null {
  const erased_at = dated_at ?? 0
  if (kind === 'person') return { person: name, erased_at }
  return kind === 'attempt' ? { attempt: name, erased_at } : null
}

async function carryOut(ctx: Context, { kind, name, dated_at }: Removal): Promise<void> {
  if (kind === 'files') await ctx.storage.removeAll(name)
  else if (kind === 'mail')
    await ctx.mailTransport.forget?.({ id: Number(name), date: new Date(dated_at ?? 0) })
  else if (!ctx.db.scrub()) throw new Error('Somebody reads the database: its log is emptied later')
}
