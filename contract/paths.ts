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
  postLinkRequest: ['POST', '/link_requests'],
  checkInvite: ['POST', '/accept_invite'],
  acceptInvite: ['PUT', '/accept_invite'],
  postSignup: ['POST', '/signup'],
  postForgotPassword: ['POST', '/forgot_password'],
  postPasswordReset: ['POST', '/password_reset'],
  signIn: ['POST', '/auth/sign_in'],
  signOut: ['DELETE', '/auth/sign_out'],
  getSession: ['GET', '/auth/session'],
  getSupport: ['GET', '/support'],
  putUser: ['PUT', '/admin/users/{id}'],
  getUsersList: ['GET', '/admin/users_list'],
  getRemainingCredits: ['GET', '/admin/remaining_credits'],
  postTestMail: ['POST', '/admin/test_mail'],
  getTestMail: ['GET', '/admin/test_mail'],
  getMails: ['GET', '/admin/mails'],
  getMail: ['GET', '/admin/mails/{id}'],
  getAuditLog: ['GET', '/admin/audit_log'],
  getDrives: ['GET', '/admin/drives'],
  postDrive: ['POST', '/admin/drives'],
  getOngoingDrives: ['GET', '/admin/drives/ongoing_drives'],
  getUpcomingDrives: ['GET', '/admin/drives/upcoming_drives'],
  getCompletedDrives: ['GET', '/admin/drives/completed_drives'],
  getAdminDrive: ['GET', '/admin/drives/{id}'],
  putDrive: ['PUT', '/admin/drives/{id}'],
  deleteDrive: ['DELETE', '/admin/drives/{id}'],
  getDriveDetails: ['GET', '/admin/drives/{driveId}/drive_details'],
  getDriveContacts: ['GET', '/admin/drives/{id}/drives_contact_list'],
  getCandidateList: ['GET', '/admin/drives/{driveId}/candidate_list'],
  getResults: ['GET', '/admin/drives/{id}/results'],
  getStatistics: ['GET', '/admin/drives/{id}/statistics'],
  putShortlist: ['PUT', '/admin/drives/{id}/shortlist_candidate'],
  getResultRecipients: ['GET', '/admin/drives/{id}/shortlisted_candidates_email'],
  postResultReport: ['POST', '/admin/drives/{id}/shortlisted_candidates_email'],
  getResultCsv: ['GET', '/admin/drives/{id}/results/csv_result.csv'],
  getAbsentCsv: ['GET', '/admin/drives/{id}/results/absent_candidates.csv'],
  postInvite: ['POST', '/admin/invite'],
  postResendInvite: ['POST', '/admin/resend_invite'],
  putAccommodation: ['PUT', '/admin/attempts/{ref}/accommodation'],
  postAttemptLink: ['POST', '/admin/attempts/{ref}/link'],
  postReissue: ['POST', '/admin/attempts/{ref}/reissue'],
  postRevoke: ['POST', '/admin/attempts/{ref}/revoke'],
  postResetDevice: ['POST', '/admin/attempts/{ref}/reset_device'],
  postMinutes: ['POST', '/admin/attempts/{ref}/minutes'],
  postPause: ['POST', '/admin/attempts/{ref}/pause'],
  postResume: ['POST', '/admin/attempts/{ref}/resume'],
  postReopen: ['POST', '/admin/attempts/{ref}/reopen'],
  postMessage: ['POST', '/admin/attempts/{ref}/message'],
  deleteCandidate: ['DELETE', '/admin/candidates/{id}'],
  getSnapshots: ['GET', '/admin/snapshots'],
  getDefaultRules: ['GET', '/admin/default_rules'],
  getRules: ['GET', '/admin/rules'],
  postRule: ['POST', '/admin/rules'],
  putRule: ['PUT', '/admin/rules/{id}'],
  deleteRule: ['DELETE', '/admin/rules/{id}'],
  getInstitutes: ['GET', '/admin/institutes'],
  postInstitute: ['POST', '/admin/institutes'],
  putInstitute: ['PUT', '/admin/institutes/{id}'],
  deleteInstitute: ['DELETE', '/admin/institutes/{id}'],
  getTags: ['GET', '/admin/tags'],
  getDifficulties: ['GET', '/admin/difficulties'],
  getProblemsList: ['GET', '/admin/problems_list'],
  getAdminQuestions: ['GET', '/admin/questions'],
  getOrganizations: ['GET', '/superadmin/organizations'],
  getOrganization: ['GET', '/superadmin/organizations/{id}'],
  putOrganization: ['PUT', '/superadmin/organizations/{organizationId}'],
  getSignupRequests: ['GET', '/superadmin/signup_requests'],
  postSignupLink: ['POST', '/superadmin/signup_links'],
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
