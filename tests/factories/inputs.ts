import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { CallName } from '#contract/paths.ts'
import type { CallInput } from './client.ts'
import type { Device } from './device.ts'
import type { Invited, Organization } from './organization.ts'

/** Whose ids and tokens an input carries. */
export interface Subject {
  org: Organization
  who: Invited
  device: Device
  /** Of a run of this candidate. */
  runToken: string
  submissionId: number
}

type Inputs = { [N in keyof Endpoints]: (s: Subject) => CallInput }

const source = { language_id: 1, source_code: 'x' }

/**
 * An input for every call that its owner could send, without credentials: those come from whoever calls. A call that
 * is added to the table and not here does not compile.
 */
export const inputs: Inputs = {
  getDrive: ({ who }) => ({ params: { token: who.invitation } }),
  putCandidate: ({ who }) => ({
    params: { id: who.candidateId },
    body: { first_name: 'Ana', last_name: 'Berg', mobile_number: '5550100300' },
  }),
  getTestTimeLeft: ({ org, who }) => ({
    params: { driveId: org.driveId, candidateId: who.candidateId, authToken: who.token },
  }),
  getDriveRules: ({ org }) => ({ params: { id: org.driveId } }),
  getLanguages: () => ({}),
  getDriveProblems: ({ org }) => ({ params: { id: org.driveId } }),
  getDriveTimeLeft: ({ org }) => ({ params: { id: org.driveId } }),
  getDriveTemplates: ({ org }) => ({
    params: { driveId: org.driveId },
    query: { problem_id: org.problems[0].id },
  }),
  postSubmission: ({ org }) => ({ body: { ...source, problem_id: org.problems[0].id } }),
  getSubmission: ({ submissionId }) => ({ params: { id: submissionId } }),
  postFeedback: () => ({ body: { rating: 3, answer: 'x' } }),
  getQuestions: () => ({}),
  postQuestionSubmission: ({ org }) => ({
    body: { question_id: org.questions[0].id, selected_options: org.questions[0].right },
  }),
  getQuestionSubmissions: () => ({}),
  postSubmitMcqs: () => ({ body: {} }),
  postCode: ({ org }) => ({ body: { answer: 'x', language_id: 1, problem_id: org.problems[0].id } }),
  getCode: ({ org, who }) => ({ params: { token: who.token, problemId: org.problems[0].id, languageId: 1 } }),
  postExecution: ({ org }) => ({ body: { ...source, problem_id: org.problems[0].id } }),
  getExecution: ({ runToken }) => ({ params: { token: runToken } }),
  getReport: ({ who }) => ({ params: { token: who.ref } }),
  putFinish: ({ who }) => ({ params: { authToken: who.token }, body: {} }),
  postSnapshotUrl: () => ({ body: {} }),
  postSnapshot: () => ({ body: { presigned_url: '/uploads/snapshots/x/y' } }),
  postFraud: ({ org }) => ({ params: { driveId: org.driveId }, body: { reason: 'x' } }),
  postSync: ({ device }) => ({ body: device.request([]) }),
  postSyncStart: ({ device }) => ({ body: device.leaseRequest() }),
  postSyncLease: ({ device }) => ({ body: device.leaseRequest() }),
  getEvents: () => ({}),
  checkInvite: () => ({ body: { invitation_token: 'x'.repeat(43) } }),
  acceptInvite: () => ({
    body: {
      invitation_token: 'x'.repeat(43),
      first_name: 'Ana',
      last_name: 'Berg',
      mobile_number: '5550100300',
      password: 'four plain words here',
      password_confirmation: 'four plain words here',
    },
  }),
  signIn: ({ org }) => ({ body: { email: org.admin.email, password: org.admin.password } }),
  signOut: () => ({}),
  getOngoingDrives: () => ({}),
  getUpcomingDrives: () => ({}),
  getCompletedDrives: () => ({}),
  getAdminDrive: ({ org }) => ({ params: { id: org.driveId } }),
  getCandidateList: ({ org }) => ({ params: { driveId: org.driveId } }),
  getResults: ({ org }) => ({ params: { id: org.driveId } }),
  getSnapshots: ({ org, who }) => ({ query: { drive_id: org.driveId, candidate_id: who.candidateId } }),
  getRemainingCredits: () => ({}),
}

export const inputOf = (name: CallName, subject: Subject): CallInput => inputs[name](subject)

/** Names of a call's fields, by where they stand. */
export function fieldsOf(endpoint: Endpoint): { params: string[]; query: string[]; body: string[] } {
  const keys = (schema: z.ZodType | undefined): string[] =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return { params: keys(endpoint.params), query: keys(endpoint.query), body: keys(endpoint.body) }
}
