import { type PathTable, spellUrl, type UrlParts } from './url.ts'

/** Method and path of every call a candidate's page makes: it carries no other. */
export const candidatePaths = {
  getDrive: ['GET', '/drives/{token}'],
  putCandidate: ['PUT', '/candidates/{id}'],
  getTestTimeLeft: ['GET', '/drives/{driveId}/candidates/{candidateId}/candidate_test_time_left/{authToken}'],
  getDriveRules: ['GET', '/drives/{id}/rules'],
  getLanguages: ['GET', '/languages/all'],
  getDriveProblems: ['GET', '/drives/{id}/problems'],
  getDriveTimeLeft: ['GET', '/drives/{id}/drive_time_left'],
  getDriveTemplates: ['GET', '/drives/{driveId}/templates'],
  postSubmission: ['POST', '/submissions'],
  getSubmission: ['GET', '/submissions/{id}'],
  postFeedback: ['POST', '/feedbacks'],
  getQuestions: ['GET', '/questions'],
  postQuestionSubmission: ['POST', '/questions_submissions'],
  getQuestionSubmissions: ['GET', '/questions_submissions'],
  postSubmitMcqs: ['POST', '/submit_mcqs'],
  postCode: ['POST', '/codes'],
  getCode: ['GET', '/codes/{token}/{problemId}/{languageId}'],
  postExecution: ['POST', '/executions/submission_token'],
  getExecution: ['GET', '/executions/{token}'],
  stopRun: ['DELETE', '/executions/{token}'],
  getReport: ['GET', '/report/{token}'],
  putFinish: ['PUT', '/drives_candidates/{authToken}'],
  postSnapshotUrl: ['POST', '/snapshots/presigned_url'],
  postSnapshot: ['POST', '/snapshots'],
  postFraud: ['POST', '/drives/{driveId}/fraud_candidate'],
  postSync: ['POST', '/sync'],
  postSyncStart: ['POST', '/sync/start'],
  postSyncLease: ['POST', '/sync/lease'],
  getSyncToken: ['GET', '/sync/token'],
  getPackage: ['GET', '/packages/{hash}'],
  getEvents: ['GET', '/events'],
  getNotices: ['GET', '/notices'],
  getSavedAnswers: ['GET', '/sync/answers'],
  postLinkRequest: ['POST', '/link_requests'],
  postReceiptCheck: ['POST', '/receipts/check'],
} as const satisfies PathTable

export type CandidateCall = keyof typeof candidatePaths

/** A call's URL below the API host, for a candidate's page. */
export const candidateUrl = (call: CandidateCall, ...parts: UrlParts): string =>
  spellUrl(candidatePaths[call][1], ...parts)
