import { deleteAttempt } from '#db/queries/attempts.ts'
import { deleteCandidateRow, findCandidate, listAttemptsOf } from '#db/queries/candidates.ts'
import { forgetOutcomes } from '#db/queries/onceKeys.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { carryOutRemovals, partsOf } from '../removing.ts'

/**
 * Deletes a candidate with everything: attempts with their answers, log, submissions and feedback, mails, and the
 * pictures in storage, and what staff was told of anybody. The audit entry keeps that it was done and nothing of the person.
 * @throws DomainError not_found
 */
export async function deleteCandidate(ctx: Context, actor: StaffActor, id: number) {
  const { attempts, removals } = await ctx.db.write(async (tx) => {
    if (!(await findCandidate(tx, id, actor.organizationId))) throw notFound('The candidate')
    const own = await listAttemptsOf(tx, id)
    const mails: { id: number; created_at: number }[] = []
    for (const attempt of own) mails.push(...(await deleteAttempt(tx, attempt)))
    await deleteCandidateRow(tx, id)
    await forgetOutcomes(tx, actor.organizationId)
    await audit(
      tx,
      actor,
      { action: 'candidate.delete', subject: `candidate ${id}`, before: { attempts: own.length } },
      ctx.now(),
    )
    const removals = await noteRemovals(tx, [
      ...own.flatMap(partsOf),
      ...mails.map((mail) => ({ kind: 'mail' as const, name: String(mail.id), dated_at: mail.created_at })),
    ])
    return { attempts: own, removals }
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
