import { listRemovals, type Removal, strikeRemoval } from '#db/queries/removals.ts'
import { addErased, type Erasure } from '../backups/erased.ts'
import type { Context } from '../context.ts'

/** The parts of the storage that belong to one attempt. */
export const partsOf = ({ id, ref }: { id: number; ref: string }) =>
  [`snapshots/${ref}`, `uploads/${id}`].map((name) => ({ kind: 'files' as const, name }))

/**
 * Removes what lies outside of the database and was noted to go: pictures, mails kept as files, old pages; and writes down who
 * was erased. Each for itself: what
 * cannot be removed now stays noted and is tried again by the next sweep.
 * @param ids those alone; without it all that are noted
 * @throws AggregateError where something could not be removed
 */
export async function carryOutRemovals(ctx: Context, ids?: readonly number[]): Promise<void> {
  const faults: unknown[] = []
  for (const removal of await listRemovals(ctx.db.read, ids))
    await carryOut(ctx, removal).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be removed')
}

/** In the list of this directory, and in the one beside the backups. */
async function noteErased({ config }: Context, erased: Erasure): Promise<void> {
  await addErased(config.dataDirectory, [erased])
  if (config.backups) await addErased(config.backups.folder, [erased])
}

async function carryOut(ctx: Context, { id, kind, name, dated_at }: Removal): Promise<void> {
  const date = dated_at ?? 0
  if (kind === 'files') await ctx.storage.removeAll(name)
  else if (kind === 'mail') await ctx.mailTransport.forget?.({ id: Number(name), date: new Date(date) })
  else if (kind === 'person') await noteErased(ctx, { person: name, erased_at: date })
  else if (!ctx.db.scrub()) throw new Error('Somebody reads the database: its log is emptied later')
  await ctx.db.write((tx) => strikeRemoval(tx, id))
}
