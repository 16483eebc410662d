import { consoleTexts } from '#contract/consoleTexts.ts'
import type { assessmentEndpoints } from '#contract/endpoints/assessments.ts'
import type { Context } from '../context.ts'
import { inviteToAssessment } from '../services/assessments/inviting.ts'
import {
  assessmentsOf,
  assessmentViewOf,
  mcqCountsOf,
  problemCountsOf,
  requireAssessment,
} from '../services/assessments/reading.ts'
import { changeAssessment, createAssessment, deleteAssessment } from '../services/assessments/writing.ts'
import { invitedMessage } from '../services/candidates/inviting.ts'
import { resendInvitations, resentMessage } from '../services/candidates/resending.ts'
import { candidatesOf } from '../services/drives.ts'
import { resultsOf } from '../services/results/page.ts'
import type { Handlers } from './handler.ts'

/** The drive an assessment is, for what is done with its candidates as with any drive's. @throws DomainError not_found */
const driveIdOf = async (ctx: Context, actor: { organizationId: number }, id: number): Promise<number> =>
  (await requireAssessment(ctx.db.read, actor.organizationId, id)).drive.id

export const assessmentHandlers: Handlers<keyof typeof assessmentEndpoints> = {
  getAssessments: async ({ ctx, actor, query }) => ({ data: await assessmentsOf(ctx, actor, query) }),
  getAssessment: async ({ ctx, actor, params }) => ({
    data: { assessment: await assessmentViewOf(ctx.db.read, actor.organizationId, params.id) },
  }),
  postAssessment: async ({ ctx, actor, body }) => ({
    data: { assessment: await createAssessment(ctx, actor, body) },
    message: 'Assessment created successfully',
  }),
  putAssessment: async ({ ctx, actor, params, body }) => ({
    data: { assessment: await changeAssessment(ctx, actor, params.id, body) },
    message: 'Assessment updated successfully',
  }),
  deleteAssessment: async ({ ctx, actor, params }) => ({
    data: await deleteAssessment(ctx, actor, params.id),
    message: consoleTexts.assessmentDeleted,
  }),
  getMcqCounts: async ({ ctx, actor, query }) => ({ data: await mcqCountsOf(ctx, actor, query.tag_list) }),
  getProblemCounts: async ({ ctx, actor, query }) => ({
    data: await problemCountsOf(ctx, actor, query.tag_list),
  }),
  getAssessmentCandidates: async ({ ctx, actor, query: { id, ...query } }) => ({
    data: await candidatesOf(ctx, actor, await driveIdOf(ctx, actor, id), query),
  }),
  getAssessmentResult: async ({ ctx, actor, query: { id, ...query } }) => ({
    data: await resultsOf(ctx, actor, await driveIdOf(ctx, actor, id), query),
  }),
  getAssessmentResults: async ({ ctx, actor, params, query }) => ({
    data: await resultsOf(ctx, actor, await driveIdOf(ctx, actor, params.id), query),
  }),
  async putAssessmentInvite({ ctx, actor, body }) {
    const done = await inviteToAssessment(ctx, actor, body)
    return { data: done, message: invitedMessage(ctx, done) }
  },
  async putAssessmentResend({ ctx, actor, body: { id, ...body } }) {
    const drife_id = await driveIdOf(ctx, actor, id)
    const data = await resendInvitations(ctx, actor, { ...body, drife_id })
    return { data, message: resentMessage(ctx, data) }
  },
}
