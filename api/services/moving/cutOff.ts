import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { lockDirectory } from '../../kit/lock.ts'
import { removeStrayFiles } from '../candidates/erasing.ts'

/** The place of an import in the data directory, and what one leaves there that is ended in the middle. */

const placeOf = ({ config }: Pick<Context, 'config'>): string => join(config.dataDirectory, 'importing')
/** The archive's rows in clear: as long as they lie there, an import is under way or was cut off. */
const rowsIn = (place: string): string => join(place, 'rows')

/**
 * Takes the place for this import, after what an earlier one has left there is gone.
 * @returns where to lay out the rows, and what frees it
 * @throws Error in words where another one has it
 */
export async function takePlace(ctx: Context): Promise<{ rows: string; free: () => void }> {
  const place = placeOf(ctx)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const free = lockDirectory(place, 0)
  if (!free) throw new Error('Another import is under way. Wait for its end.')
  try {
    await clear(ctx, place)
  } catch (error) {
    free()
    throw error
  }
  return { rows: rowsIn(place), free }
}

/** Removes what an import has left that was cut off; one that is under way keeps what it has. */
export async function sweepCutOffImport(ctx: Context): Promise<void> {
  const place = placeOf(ctx)
  if (!existsSync(rowsIn(place))) return
  const free = lockDirectory(place, 0)
  if (!free) return
  try {
    await clear(ctx, place)
  } finally {
    free()
  }
}

/** Pictures come before the rows that name them: those of tests that never came are nobody's, and no erasing finds them. */
async function clear(ctx: Context, place: string): Promise<void> {
  if (!existsSync(rowsIn(place))) return
  await removeStrayFiles(ctx)
  await rm(rowsIn(place), { recursive: true, force: true })
}
