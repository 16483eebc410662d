import type { Queries } from '#db/connect.ts'
import {
  beginStaging,
  endStaging,
  findStaging,
  removeStaged,
  type Staging,
  showStaged,
} from '#db/queries/staging.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { audit } from '../audit.ts'

/** Rows a commit when an import is taken back. */
const REMOVED_AT_ONCE = 100

/**
 * Writes many items in small commits and shows them all in one, with the audit entry: there are all of them or none,
 * also where the server is killed in between.
 */
export async function writeStaged<T>(
  ctx: Context,
  actor: StaffActor,
  of: { kind: Staging['kind']; chunk: number; weightOf: (item: T) => number },
  items: readonly T[],
  write: (tx: Queries, part: readonly T[], stage: number) => Promise<number[]>,
): Promise<void> {
  const { organizationId } = actor
  const staging = await ctx.db.write((tx) =>
    beginStaging(tx, { kind: of.kind, organizationId, stage: -Math.max(1, ctx.now()) }),
  )
  const ids: number[] = []
  try {
    for (const part of partsOf(items, of)) {
      ids.push(...(await ctx.db.write((tx) => write(tx, part, staging.stage))))
    }
    await ctx.db.write(async (tx) => {
      const shown = await showStaged(tx, staging, ids)
      if (shown !== items.length) throw new Error(`Of ${items.length} imported rows ${shown} are there`)
      await audit(
        tx,
        actor,
        {
          action: `${of.kind}.import`,
          subject: `${items.length} ${of.kind}s`,
          after: { first: ids[0], last: ids.at(-1) },
        },
        ctx.now(),
      )
    })
  } catch (error) {
    await takeBack(ctx, staging)
    throw error
  }
}

/** Rows below the items (tests, options) that one commit writes, however few items they belong to. */
const MAX_WEIGHT = 1_000

/** Items a commit: so many, or fewer that are heavy; one item is never parted. */
export function* partsOf<T>(
  items: readonly T[],
  { chunk, weightOf }: { chunk: number; weightOf: (item: T) => number },
): Generator<T[]> {
  let part: T[] = []
  let weight = 0
  for (const item of items) {
    const own = weightOf(item)
    if (part.length === chunk || (part.length > 0 && weight + own > MAX_WEIGHT)) {
      yield part
      part = []
      weight = 0
    }
    part.push(item)
    weight += own
  }
  if (part.length > 0) yield part
}

async function takeBack(ctx: Pick<Context, 'db'>, staging: Staging): Promise<void> {
  while ((await ctx.db.write((tx) => removeStaged(tx, staging, REMOVED_AT_ONCE))) > 0);
  await ctx.db.write((tx) => endStaging(tx, staging))
}

/** At the start: what an import that was cut off had written so far. */
export async function dropCutOffImport(ctx: Pick<Context, 'db'>): Promise<void> {
  const staging = await findStaging(ctx.db.read)
  if (staging) await takeBack(ctx, staging)
}
