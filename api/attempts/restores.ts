import { z } from 'zod'
import type { Queries } from '#db/connect.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import type { Context } from '../context.ts'

/** The times that this installation went back to a backup, as its own facts tell them. */

const restore = z.object({
  /** The epoch that began with it: devices see by it that the server may lack what it had acknowledged. */
  server_epoch: z.int().positive(),
  /** All that was saved until then was in the backup. */
  backup_of: z.iso.datetime(),
  restored_at: z.iso.datetime(),
})
export type Restore = z.infer<typeof restore>

const RESTORES = 'restores'

/** Oldest first. */
export async function listRestores(q: Queries): Promise<Restore[]> {
  const stored = await readMeta(q, RESTORES)
  return stored === null ? [] : z.array(restore).parse(JSON.parse(stored))
}

/** From the next start on the server is in the epoch of this restore. */
export const noteRestore = (ctx: Pick<Context, 'db'>, made: Restore): Promise<void> =>
  ctx.db.write(async (tx) => {
    await writeMeta(tx, RESTORES, JSON.stringify([...(await listRestores(tx)), made]))
    await writeMeta(tx, 'server_epoch', String(made.server_epoch))
  })
