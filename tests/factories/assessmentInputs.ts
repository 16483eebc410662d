import { checkedStaff } from '#api/auth/checked.ts'
import { createAssessment } from '#api/services/assessments/writing.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import type { assessmentEndpoints, peopleEndpoints } from '#contract/endpoints/assessments.ts'
import { keepFeedback } from '#db/queries/feedbacks.ts'
import type { TestApp } from './app.ts'
import type { Inputs, Subject } from './inputs.ts'
import type { Organization } from './organization.ts'

/** An assessment that an admin may create. */
export const newAssessment = (org: Organization) => ({
  name: 'Screening',
  description: 'Drawn from the bank.',
  problem_count_hash: { easy: 1 },
  mcq_count_hash: { easy: 0 },
  assessments_contacts_attributes: [{ user_id: org.admin.id }],
})

/** Ids that belong to nobody, where the organization was given no assessment. */
const of = ({ org }: Subject) => org.assessment ?? { id: 1, candidateId: 1, feedbackId: 1 }

/** An assessment with somebody invited to it, a feedback of the subject, and the right to a Param key. */
export async function giveAssessment(
  app: TestApp,
  { org, who }: Pick<Subject, 'org' | 'who'>,
): Promise<void> {
  const now = app.ctx.now()
  const actor = checkedStaff({
    kind: 'staff',
    sessionId: 0,
    userId: org.admin.id,
    role: 'Admin',
    organizationId: org.id,
  })
  const { id } = await createAssessment(app.ctx, actor, {
    ...newAssessment(org),
    problem_count_hash: { easy: 1, medium: 0, hard: 0 },
    mcq_count_hash: { easy: 0, medium: 0, hard: 0 },
    tag_list: [],
    is_param: false,
  })
  org.assessment = await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE organizations SET is_param_ai_allowed = 1 WHERE id = ?', org.id)
    await inviteCandidate(
      app.ctx,
      tx,
      { organizationId: org.id, driveId: id, email: `assessed-${org.id}@people.example` },
      now,
    )
    const attempt = await tx.raw.get<{ candidate_id: number }>(
      'SELECT candidate_id FROM attempts WHERE drive_id = ?',
      id,
    )
    await keepFeedback(tx, { attempt_id: who.attemptId, rating: 2, answer: 'Fair.', created_at: now })
    const feedback = await tx.raw.get<{ id: number }>(
      'SELECT id FROM feedbacks WHERE attempt_id = ?',
      who.attemptId,
    )
    return { id, candidateId: attempt?.candidate_id ?? 0, feedbackId: feedback?.id ?? 0 }
  })
}

/** Inputs of the calls of assessments, and of those about people. */
export const assessmentInputs: Pick<Inputs, keyof typeof assessmentEndpoints | keyof typeof peopleEndpoints> =
  {
    getAssessments: () => ({}),
    getAssessment: (s) => ({ params: { id: of(s).id } }),
    postAssessment: ({ org }) => ({ body: newAssessment(org) }),
    putAssessment: (s) => ({ params: { id: of(s).id }, body: { name: 'Another name' } }),
    deleteAssessment: (s) => ({ params: { id: of(s).id } }),
    getMcqCounts: () => ({}),
    getProblemCounts: () => ({}),
    getAssessmentCandidates: (s) => ({ query: { id: of(s).id } }),
    getAssessmentResult: (s) => ({ query: { id: of(s).id } }),
    getAssessmentResults: (s) => ({ params: { id: of(s).id } }),
    putAssessmentInvite: (s) => ({ body: { email: 'somebody@new.example', assessment_id: of(s).id } }),
    putAssessmentResend: (s) => ({ body: { candidate_ids: [of(s).candidateId], id: of(s).id } }),
    getUsers: () => ({}),
    getRoles: () => ({}),
    postInviteUser: () => ({ body: { email: 'colleague@new.example', role: 1 } }),
    postUserLink: ({ org }) => ({ params: { id: org.admin.id }, body: {} }),
    getParamKey: () => ({}),
    postParamKey: () => ({ body: {} }),
    deleteParamKey: () => ({}),
    getFeedbacks: () => ({}),
    deleteFeedback: (s) => ({ params: { id: of(s).feedbackId } }),
  }
