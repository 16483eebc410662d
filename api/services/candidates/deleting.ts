import { deleteAttempt, deleteCandidateRow, findCandidate, listAttemptsOf } from '#db/queries/candidates.ts'
import { forgetOutcomes } from '#db/queries/onceKeys.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { audit } from '../audit.ts'

/**
 * Deletes a candidate with everything: attempts with their answers, log, submissions and feedback, mails, and the
 * pictures in storage, and what staff was told of anybody. The audit entry keeps that it was done and nothing of the person.
 * @throws Refusal not_found
 */
export async function deleteCandidate(ctx: Context, actor: StaffActor, id: number) {
  const { attempts, mails } = await ctx.db.write(async (tx) => {
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
    return { attempts: own, mails }
  })
  // After the commit: a picture without its row is nobody's, a row without its picture would be a lie.
  for (const { id: attempt, ref } of attempts) {
    await ctx.storage.removeAll(`snapshots/${ref}`)
    await ctx.storage.removeAll(`uploads/${attempt}`)
    ctx.hub.poke(attempt)
  }
  for (const { id: mail, created_at } of mails)
    await ctx.mailTransport.forget?.({ id: mail, date: new Date(created_at) })
  return { id, deleted_attempts: attempts.length }
}
