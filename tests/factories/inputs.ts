import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { CallName } from '#contract/paths.ts'
import { assessmentInputs } from './assessmentInputs.ts'
import { bankInputs } from './bankInputs.ts'
import type { CallInput } from './client.ts'
import type { Device } from './device.ts'
import type { Invited, Organization } from './organization.ts'

/** Whose ids and tokens an input carries. */
export interface Subject {
  org: Organization
  who: Invited
  device: Device
  /** The token of a run of this candidate. */
  runToken: string
  rescueFile: { name: string; content: string }
  submissionId: number
}

export type Inputs = { [N in keyof Endpoints]: (s: Subject) => CallInput }

const source = { language_id: 1, source_code: 'x' }

/** A drive that an admin of the organization may create, whatever the time. */
export const newDrive = (org: Organization) => ({
  name: 'Another drive',
  description: 'Made by a test.',
  institute_id: org.instituteId,
  question_type: 'problems_mcq',
  start_time: '2099-01-01T10:00:00.000Z',
  end_time: '2099-01-02T10:00:00.000Z',
  drives_contacts_attributes: [{ user_id: org.admin.id }],
  drives_problems_attributes: [{ problem_id: org.problems[0].id }],
  drives_questions_attributes: [{ question_id: org.questions[0].id }],
})

/**
 * An input for every call that its owner could send, without credentials: those come from whoever calls. A call that
 * is added to the table and not here does not compile.
 */
export const inputs: Inputs = {
  ...bankInputs,
  ...assessmentInputs,
  postReceiptCheck: () => ({ body: { code: 'ABCD-EFGH-2345' } }),
  getVerification: () => ({}),
  postVerification: () => ({}),
  getErasing: () => ({}),
  postErasingGoOn: () => ({ body: { why: 'restore', before: null } }),
  getAttemptEvidence: ({ who }) => ({ params: { ref: who.ref } }),
  getDriveEvidence: ({ org }) => ({ params: { id: org.driveId } }),
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
  stopRun: ({ runToken }) => ({ params: { token: runToken } }),
  getReport: ({ who }) => ({ params: { token: who.ref } }),
  putFinish: ({ who }) => ({ params: { authToken: who.token }, body: {} }),
  postSnapshotUrl: () => ({ body: {} }),
  postSnapshot: () => ({ body: { presigned_url: '/uploads/snapshots/x/y' } }),
  postFraud: ({ org }) => ({ params: { driveId: org.driveId }, body: { reason: 'x' } }),
  postSync: ({ device }) => ({ body: device.request([]) }),
  postSyncStart: ({ device }) => ({ body: device.leaseRequest() }),
  postSyncLease: ({ device }) => ({ body: device.leaseRequest() }),
  getSyncToken: () => ({}),
  getPackage: () => ({ params: { hash: 'f'.repeat(64) } }),
  getNotices: () => ({ query: { after: 0 } }),
  getSavedAnswers: () => ({}),
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
  getAbsentIds: ({ org }) => ({ params: { driveId: org.driveId } }),
  getCandidateList: ({ org }) => ({ params: { driveId: org.driveId } }),
  getResults: ({ org }) => ({ params: { id: org.driveId } }),
  postLinkRequest: ({ who }) => ({ body: { email: who.email } }),
  postSignup: () => ({ body: { email: 'somebody@new.example' } }),
  postForgotPassword: ({ org }) => ({ body: { email: org.admin.email } }),
  postPasswordReset: () => ({
    body: {
      password: 'four plain words here',
      password_confirmation: 'four plain words here',
      reset_password_token: 'x'.repeat(43),
    },
  }),
  getSession: () => ({}),
  getSupport: () => ({}),
  putUser: ({ org }) => ({
    params: { id: org.admin.id },
    body: { first_name: 'Ida', last_name: 'Storm', email: org.admin.email, mobile_number: '5550100300' },
  }),
  getUsersList: () => ({}),
  postTestMail: () => ({ body: {} }),
  getTestMail: () => ({}),
  getMails: () => ({}),
  getMail: () => ({ params: { id: 1 } }),
  getAuditLog: () => ({}),
  getDrives: () => ({}),
  postDrive: ({ org }) => ({ body: newDrive(org) }),
  putDrive: ({ org }) => ({ params: { id: org.driveId }, body: { description: 'Another description.' } }),
  putRetention: ({ org }) => ({ params: { id: org.driveId }, body: { days: 365, confirmed: true } }),
  putEngine: ({ org }) => ({ params: { id: org.driveId }, body: { language: 'javascript', engine: 'wasm' } }),
  deleteDrive: ({ org }) => ({ params: { id: org.driveId } }),
  getDriveDetails: ({ org }) => ({ params: { driveId: org.driveId } }),
  getDriveContacts: ({ org }) => ({ params: { id: org.driveId } }),
  getStatistics: ({ org }) => ({ params: { id: org.driveId } }),
  putShortlist: ({ org, who }) => ({
    params: { id: org.driveId },
    body: { is_selected: true, token: who.ref },
  }),
  getResultRecipients: ({ org }) => ({
    params: { id: org.driveId },
    query: { user_ids: String(org.admin.id) },
  }),
  postResultReport: ({ org }) => ({ params: { id: org.driveId }, body: { user_ids: String(org.admin.id) } }),
  getResultReports: ({ org }) => ({ params: { id: org.driveId } }),
  getResultCsv: ({ org }) => ({ params: { id: org.driveId } }),
  getAbsentCsv: ({ org }) => ({ params: { id: org.driveId } }),
  postCandidateLinks: ({ org }) => ({ params: { driveId: org.driveId }, body: {} }),
  postInvite: ({ org }) => ({ body: { emails: 'fresh@people.example', drife_id: org.driveId } }),
  postResendInvite: ({ org, who }) => ({ body: { candidate_ids: [who.candidateId], drife_id: org.driveId } }),
  putAccommodation: ({ who }) => ({
    params: { ref: who.ref },
    body: { time_factor: 1.25, lifted_rules: ['paste'] },
  }),
  postAttemptLink: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postReissue: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postRevoke: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postResetDevice: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postMinutes: ({ who }) => ({ params: { ref: who.ref }, body: { minutes: 5 } }),
  postPause: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postResume: ({ who }) => ({ params: { ref: who.ref }, body: {} }),
  postReopen: ({ who }) => ({ params: { ref: who.ref }, body: { minutes: 5 } }),
  postMessage: ({ who }) => ({ params: { ref: who.ref }, body: { text: 'Please look into your camera.' } }),
  getLateDrives: () => ({}),
  getLateCandidates: ({ org }) => ({ params: { driveId: org.driveId } }),
  getLateWork: ({ who }) => ({ params: { ref: who.ref } }),
  postLateDecision: ({ who }) => ({
    params: { ref: who.ref },
    body: { op_ids: ['an-op-that-is-not-there'], decision: 'accepted', note: 'Seen.' },
  }),
  postRescueFile: ({ who, rescueFile }) => ({ params: { ref: who.ref }, body: {}, file: rescueFile }),
  deleteCandidate: ({ who }) => ({ params: { id: who.candidateId } }),
  getDefaultRules: () => ({}),
  getRules: ({ org }) => ({ query: { drive_id: org.driveId } }),
  postRule: ({ org }) => ({ body: { description: 'No telephones.', drive_id: org.driveId } }),
  putRule: ({ org }) => ({ params: { id: org.ruleId }, body: { description: 'Work quietly.' } }),
  deleteRule: ({ org }) => ({ params: { id: org.ruleId } }),
  getInstitutes: () => ({}),
  postInstitute: () => ({ body: { name: 'Another institute' } }),
  putInstitute: ({ org }) => ({ params: { id: org.instituteId }, body: { name: 'Renamed institute' } }),
  deleteInstitute: ({ org }) => ({ params: { id: org.instituteId } }),
  getTags: () => ({}),
  getDifficulties: () => ({}),
  getOrganizations: () => ({}),
  getOrganization: ({ org }) => ({ params: { id: org.id } }),
  putOrganization: ({ org }) => ({
    params: { organizationId: org.id },
    body: {
      show_name: 'Another name',
      description: 'Another description.',
      contact_number: '5550100300',
      credits: 50,
      is_param_ai_allowed: false,
      allow_coding: true,
      allow_mcq: true,
    },
  }),
  getSignupRequests: () => ({}),
  postSignupLink: () => ({ body: { email: 'asked@new.example' } }),
  postSignupRequestLink: () => ({ params: { id: 1 }, body: {} }),
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
