import { listNamedPictures } from '#db/queries/pictures.ts'
import { listUnderWay } from '../backups/underWay.ts'
import type { Context } from '../context.ts'
import { noteUnnoted, removePictures } from '../storage/pictures.ts'

/** A form may be open for so long before it names the picture that was uploaded for it. */
const UNNAMED_MS = 86_400_000
/** So many are looked up at once. */
const CHUNK = 50

/**
 * Deletes uploaded pictures that nothing names after a day: no problem, question or option, also none that was deleted,
 * and no version that an attempt was begun with. They stay while a backup is made, whose database may name them. The others are noted by their hash, where that was never done.
 * @returns how many were deleted
 */
export async function sweepPictures(ctx: Context): Promise<number> {
  const before = ctx.now() - UNNAMED_MS
  const all = await ctx.storage.list('images')
  const old = all.filter(({ at }) => at < before).map(({ key }) => key)
  const gone = new Set<string>()
  for (let from = 0; from < old.length; from += CHUNK) {
    const part = old.slice(from, from + CHUNK)
    const named = await listNamedPictures(ctx.db.read, part)
    const unnamed = part.filter((one) => !named.has(one))
    // Asked after the names: a backup that begins later copies a database that names none of them.
    if (unnamed.length > 0 && (await listUnderWay(ctx.config.dataDirectory)).length > 0) continue
    await removePictures(ctx, unnamed)
    for (const one of unnamed) gone.add(one)
  }
  await noteUnnoted(
    ctx,
    all.flatMap(({ key }) => (gone.has(key) ? [] : key)),
  )
  return gone.size
}
