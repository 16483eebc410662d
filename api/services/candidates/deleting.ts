import { findCandidate } from '#db/queries/candidates.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { struckIn } from '../auditStriking.ts'
import { carryOutRemovals } from '../removing.ts'
import { erase } from './erasing.ts'

/**
 * Deletes a candidate with everything: attempts with their answers, log, submissions and feedback, mails, and the
 * pictures in storage, and what staff was told of anybody. The audit entry keeps that it was done and nothing of the person.
 * @throws DomainError not_found
 */
export async function deleteCandidate(ctx: Context, actor: StaffActor, id: number) {
  const { attempts, removals } = await ctx.db.write(async (tx) => {
    const person = await findCandidate(tx, id, actor.organizationId)
    if (!person) throw notFound('The candidate')
    const erased = await erase(ctx, tx, person)
    await audit(
      tx,
      actor,
      {
        action: 'candidate.delete',
        subject: `candidate ${id}`,
        before: { attempts: erased.attempts.length },
        after: struckIn(erased.struck),
      },
      ctx.now(),
    )
    return erased
  })
  for (const { id: attempt } of attempts) ctx.hub.end({ attempt_id: attempt })
  // After the commit: a picture without its row is nobody's, a row without its picture would be a lie.
  await carryOutRemovals(ctx, removals).catch((error: unknown) =>
    ctx.log.error(
      { error: formatErrorLine(error) },
      'files of a deleted candidate could not be removed; the next sweep tries again',
    ),
  )
  return { id, deleted_attempts: attempts.length }
}
