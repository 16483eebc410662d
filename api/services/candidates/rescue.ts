import type { Op } from '#contract/ops.ts'
import { plural } from '#contract/plural.ts'
import type { RescueResult } from '#contract/rescue.ts'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { type Taken, takeAside, takeIntoLog } from '../../attempts/rescue.ts'
import { unpackRuns } from '../../attempts/rescueRuns.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { readRescueFile } from '../bankFiles/readFile.ts'

/**
 * Reads a candidate's rescue file in: each change goes the way it would have gone over the network, so that reading it
 * in twice, or after the device found a network after all, comes to the same.
 * @throws DomainError not_found; invalid: no rescue file, or another candidate's
 */
export async function importRescueFile(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<RescueResult> {
  const found = await findAttemptByRef(ctx.db.read, ref, actor.organizationId)
  if (!found) throw notFound('The candidate')
  const content = await readRescueFile(bytes, ctx.keys.rescuePrivateKey)
  if (content.attempt_id !== ref) {
    const words = 'This rescue file belongs to another candidate or another drive.'
    throw new DomainError('invalid', words, { errors: { file: [words] } })
  }
  const now = ctx.now()
  const result: RescueResult = {
    read: content.read,
    known: 0,
    applied: 0,
    late: 0,
    rejected: 0,
    aside: 0,
  }
  for (const run of unpackRuns(content)) {
    const taken = await take(ctx, found.attempt.id, run, now)
    for (const name of ['known', 'applied', 'late', 'rejected', 'aside'] as const) result[name] += taken[name]
  }
  await ctx.db.write((tx) =>
    audit(tx, actor, { action: 'candidate.rescue', subject: `attempt ${ref}`, after: result }, now),
  )
  return result
}

/** Into the log where it continues that, else beside it. */
async function take(ctx: Context, attemptId: number, run: readonly Op[], now: number): Promise<Taken> {
  const doesNotContinue = (error: unknown): null => {
    if (error instanceof DomainError && (error.code === 'fork' || error.code === 'gap')) return null
    throw error
  }
  const taken = await ctx.db.write((tx) => takeIntoLog(ctx, tx, attemptId, run, now)).catch(doesNotContinue)
  return taken ?? ctx.db.write((tx) => takeAside(ctx, tx, attemptId, run, now))
}

/** The result of a rescue, in a sentence. */
export function rescuedMessage({ read, known, applied, late, rejected, aside }: RescueResult): string {
  const parts = [
    applied > 0 && `${applied} applied`,
    late > 0 && `${late} applied as late work`,
    aside > 0 && `${aside} set aside`,
    rejected > 0 && `${rejected} refused by the rules`,
    known > 0 && `${known} known already`,
  ].filter((part) => part !== false)
  return `${plural(read, 'change')} read: ${parts.join(', ') || 'nothing to do'}.`
}
