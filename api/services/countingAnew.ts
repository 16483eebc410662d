import type { Queries } from '#db/connect.ts'
import { listClaimedAttempts } from '#db/queries/lateWork.ts'
import { deleteMeta, listMeta, readMeta, writeMeta } from '#db/queries/meta.ts'
import { countAnew } from '../attempts/scoring.ts'
import type { Context } from '../context.ts'

/**
 * The scores of ended tests with claimed work, after their drive's rule for it was changed. That may be everybody, so they
 * are counted a few at a time beside everything else; that it is owed stands in the database until all are, and what a
 * stop breaks off is carried on.
 */

const OWED = 'count_anew:'
/** So many attempts in one transaction, which reads all that was written in each: saves of running tests come in between. */
const CHUNK = 5

/**
 * Notes it, with the change that makes it necessary.
 * @param version of the drive since that change
 */
export const oweCounting = (tx: Queries, driveId: number, version: number) =>
  writeMeta(tx, `${OWED}${driveId}`, String(version))

/** @throws what went wrong with a drive, once the others are counted */
export async function countOwed(ctx: Context): Promise<void> {
  const faults: unknown[] = []
  for (const owed of await listMeta(ctx.db.read, OWED))
    await countDrive(ctx, owed).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

async function countDrive(ctx: Context, { name, value }: { name: string; value: string }): Promise<void> {
  const attempts = await listClaimedAttempts(ctx.db.read, Number(name.slice(OWED.length)))
  for (let from = 0; from < attempts.length; from += CHUNK)
    await ctx.db.write(async (tx) => {
      for (const id of attempts.slice(from, from + CHUNK)) await countAnew(ctx, tx, id)
    })
  // Changed again meanwhile, it is owed again: some were counted by the rule of before.
  await ctx.db.write(async (tx) => {
    if ((await readMeta(tx, name)) === value) await deleteMeta(tx, name)
  })
}
