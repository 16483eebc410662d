import { findOrganization } from '#db/queries/accounts.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { type Invited, invite } from '../candidates/inviting.ts'
import { requireAssessment } from './reading.ts'

interface Given {
  /** Addresses with commas. */
  email: string
  assessment_id: number | string
  organization_id?: unknown
  is_param_request?: boolean | undefined
  time_zone?: string | undefined
}

/**
 * Invites addresses to an assessment as to a drive. With a Param key, or as a Param request, only to a Param
 * assessment.
 * @throws DomainError not_found: no assessment of the organization; forbidden: Param is not allowed any more; conflict: no
 * Param assessment; and what `invite` throws
 */
export async function inviteToAssessment(ctx: Context, actor: StaffActor, given: Given): Promise<Invited> {
  const { organizationId, byParamKey } = actor
  // A program says whose assessment it means; one that means somebody else's is told no more than that.
  if (byParamKey && given.organization_id !== undefined && Number(given.organization_id) !== organizationId)
    throw notFound('The assessment')
  const { drive } = await requireAssessment(ctx.db.read, organizationId, given.assessment_id)
  if (byParamKey || given.is_param_request) {
    const organization = await findOrganization(ctx.db.read, organizationId)
    if (!organization?.is_param_ai_allowed)
      throw new DomainError('forbidden', 'Your organization is not allowed to use Param assessments.')
    if (!drive.is_param)
      throw new DomainError('conflict', 'This is not a Param assessment: no one was invited.')
  }
  return invite(ctx, actor, { emails: given.email, drife_id: drive.id, time_zone: given.time_zone })
}
