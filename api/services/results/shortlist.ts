import { countSelected } from '#db/queries/attemptLists.ts'
import { findAttemptByRef, updateAttempt } from '#db/queries/attempts.ts'
import { findPlainDrive } from '#db/queries/drives.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'

/**
 * Puts a candidate on the shortlist or takes one off it.
 * @throws DomainError not_found: an assessment has no shortlist; conflict: one to be put on it who did not attend, or has no score yet
 */
export async function setShortlisted(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  given: { token: string; is_selected: boolean },
) {
  return ctx.db.write(async (tx) => {
    const found = await findAttemptByRef(tx, given.token, actor.organizationId)
    if (!(await findPlainDrive(tx, driveId, actor.organizationId))) throw notFound('The drive')
    if (!found || found.drive.id !== driveId) throw notFound('The candidate')
    const { attempt } = found
    const { token, is_selected } = given
    if (is_selected && (attempt.started_at === null || attempt.score === null))
      throw new DomainError('conflict', 'Only a candidate with a score can be shortlisted.')
    if (attempt.is_selected !== is_selected) {
      await updateAttempt(tx, attempt.id, { is_selected })
      await audit(
        tx,
        actor,
        {
          action: 'candidate.shortlist',
          subject: `attempt ${token}`,
          before: { is_selected: attempt.is_selected },
          after: { is_selected },
        },
        ctx.now(),
      )
    }
    return { token, is_selected, total_selected_candidates: await countSelected(tx, driveId) }
  })
}
