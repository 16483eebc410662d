import { listSnapshotsOverdue, setSwept } from '#db/queries/snapshots.ts'
import { listUnderWay } from '../backups/underWay.ts'
import type { Context } from '../context.ts'
import { snapshotKey } from '../storage/links.ts'

/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 200

/**
 * Deletes webcam pictures whose time to be kept is over: so many days after the end of their drive, as it is set there;
 * for an assessment after the end of the attempt. The log keeps that they were taken.
 * @returns how many were deleted
 */
export async function sweepSnapshots(ctx: Context): Promise<number> {
  let deleted = 0
  for (;;) {
    const due = await listSnapshotsOverdue(ctx.db.read, ctx.now(), CHUNK)
    // A backup that is being made may have a database in which they are still there.
    if (due.length === 0 || (await listUnderWay(ctx.config.dataDirectory)).length > 0) return deleted
    // The bytes first: a row that says deleted while they lie there would be a lie.
    for (const { ref, sha256 } of due) await ctx.storage.remove(snapshotKey(ref, sha256))
    await ctx.db.write((tx) =>
      setSwept(
        tx,
        due.map(({ id }) => id),
        ctx.now(),
      ),
    )
    deleted += due.length
  }
}
