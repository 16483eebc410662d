/** Method and path of every call, apart from the schemas so that pages can spell a URL without carrying zod. */
export const paths = {
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
  getReport: ['GET', '/report/{token}'],
  putFinish: ['PUT', '/drives_candidates/{authToken}'],
  postSnapshotUrl: ['POST', '/snapshots/presigned_url'],
  postSnapshot: ['POST', '/snapshots'],
  postFraud: ['POST', '/drives/{driveId}/fraud_candidate'],
  postSync: ['POST', '/sync'],
  postSyncStart: ['POST', '/sync/start'],
  postSyncLease: ['POST', '/sync/lease'],
  getEvents: ['GET', '/events'],
  checkInvite: ['POST', '/accept_invite'],
  acceptInvite: ['PUT', '/accept_invite'],
  signIn: ['POST', '/auth/sign_in'],
  signOut: ['DELETE', '/auth/sign_out'],
  getOngoingDrives: ['GET', '/admin/drives/ongoing_drives'],
  getUpcomingDrives: ['GET', '/admin/drives/upcoming_drives'],
  getCompletedDrives: ['GET', '/admin/drives/completed_drives'],
  getAdminDrive: ['GET', '/admin/drives/{id}'],
  getCandidateList: ['GET', '/admin/drives/{driveId}/candidate_list'],
  getResults: ['GET', '/admin/drives/{id}/results'],
  getSnapshots: ['GET', '/admin/snapshots'],
  getRemainingCredits: ['GET', '/admin/remaining_credits'],
} as const satisfies Record<string, readonly [Method, `/${string}`]>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type CallName = keyof typeof paths
export const API_BASE = '/api/v1'

/**
 * Spells a call's URL below the API host.
 * @throws where a path parameter is missing: a fault of the caller, never of a person
 */
export function urlOf(
  call: CallName,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const path = paths[call][1].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call}: no value for {${name}}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const tail = search.toString()
  return `${API_BASE}${path}${tail ? `?${tail}` : ''}`
}
