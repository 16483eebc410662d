import type { assessmentEndpoints, peopleEndpoints } from '#contract/endpoints/assessments.ts'
import type { Inputs } from './inputs.ts'
import type { Organization } from './organization.ts'

/** An assessment that an admin may create. */
export const newAssessment = (org: Organization) => ({
  name: 'Screening',
  description: 'Drawn from the bank.',
  problem_count_hash: { easy: 1 },
  mcq_count_hash: { easy: 0 },
  assessments_contacts_attributes: [{ user_id: org.admin.id }],
})

/** Of the calls of assessments, and of those about people. */
export const assessmentInputs: Pick<Inputs, keyof typeof assessmentEndpoints | keyof typeof peopleEndpoints> =
  {
    getAssessments: () => ({}),
    getAssessment: () => ({ params: { id: 1 } }),
    postAssessment: ({ org }) => ({ body: newAssessment(org) }),
    putAssessment: () => ({ params: { id: 1 }, body: { name: 'Another name' } }),
    deleteAssessment: () => ({ params: { id: 1 } }),
    getMcqCounts: () => ({}),
    getProblemCounts: () => ({}),
    getAssessmentCandidates: () => ({ query: { id: 1 } }),
    getAssessmentResult: () => ({ query: { id: 1 } }),
    getAssessmentResults: () => ({ params: { id: 1 } }),
    putAssessmentInvite: () => ({ body: { email: 'somebody@new.example', assessment_id: 1 } }),
    putAssessmentResend: ({ who }) => ({ body: { candidate_ids: [who.candidateId], id: 1 } }),
    getUsers: () => ({}),
    getRoles: () => ({}),
    postInviteUser: () => ({ body: { email: 'colleague@new.example', role: 1 } }),
    getParamKey: () => ({}),
    postParamKey: () => ({ body: {} }),
    deleteParamKey: () => ({}),
    getFeedbacks: () => ({}),
    deleteFeedback: () => ({ params: { id: 1 } }),
  }
