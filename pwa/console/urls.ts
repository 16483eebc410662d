/** Where the console's pages stand; spelled only here. */
export const urls = {
  login: '/login',
  signup: '/signup',
  invitation: '/accept/invite/:token',
  forgotPassword: '/forgot_password',
  resetPassword: '/verify_forgot_password/:token',
  invalidToken: '/invalid_token',
  reviewer: '/reviewer',
  /** For everybody; below /admin it stands in the console's frame. */
  support: '/support',
  adminSupport: '/admin/support',
  home: '/admin',
  profile: '/profile',
  search: '/search',
  mails: '/mails',
  mail: (id: number) => `/mails?mail=${id}`,
  auditLog: '/audit_log',
  newDrive: '/drive/create',
  copyDrive: (driveId: number | string) => `/drive/create?copy=${driveId}`,
  editDrive: (driveId: number | string) => `/admin/drive/${driveId}/edit`,
  rejudge: (driveId: number | string) => `/admin/drive/${driveId}/rejudge`,
  lateWork: (driveId: number | string) => `/admin/drive/${driveId}/late_work`,
  /** The same page, at the rules of a drive that was just created. */
  driveRules: (id: number | string) => `/admin/drive/${id}/edit?step=rules`,
  driveDetails: (driveId: number | string) => `/admin/drive/${driveId}/details`,
  /** The bank: coding problems, MCQs ('mcq') or default templates ('template'). */
  problems: '/problems',
  bankTab: (tab: '' | 'mcq' | 'template') => (tab === '' ? '/problems' : `/problems?tab=${tab}`),
  questions: '/questions',
  newQuestion: '/question/create',
  editQuestion: (questionId: number | string) => `/admin/question/${questionId}/edit`,
  questionDetails: (questionId: number | string) => `/admin/question/${questionId}/details`,
  newProblem: '/problem/create',
  editProblem: (problemId: number | string) => `/admin/problem/${problemId}/edit`,
  problemDetails: (problemId: number | string) => `/admin/problem/${problemId}/details`,
  rules: '/rules',
  institutes: '/institute',
  assessments: '/assessments',
  newAssessment: '/assessment/create',
  copyAssessment: (id: number | string) => `/assessment/create?copy=${id}`,
  editAssessment: (id: number | string) => `/admin/assessment/${id}/edit`,
  assessmentCandidates: (id: number | string) => `/admin/assessment/${id}/candidates`,
  inviteToAssessment: (id: number | string) => `/admin/assessment/${id}/candidates/invite`,
  assessmentResults: (id: number | string) => `/admin/assessment/${id}/reports`,
  users: '/users',
  feedbacks: '/feedbacks',
  /** What a super admin sees after signing in. */
  organizations: '/organizations',
  organization: (id: number | string) => `/administrant/organization/${id}/edit`,
  signUpRequests: '/administrant/signup_requests',
  allAuditLogs: '/administrant/audit_log',
  notFound: '/page_not_found',
  candidates: (driveId: number | string) => `/admin/drive/${driveId}/candidates`,
  invite: (driveId: number | string) => `/admin/drive/${driveId}/candidates/invite`,
  result: (driveId: number | string) => `/admin/drive/${driveId}/result`,
  report: (driveId: number | string, token: string) =>
    `/admin/drive/${driveId}/candidate/${encodeURIComponent(token)}/report`,
  snapshots: (driveId: number | string, candidateId: number | string) =>
    `/drive/${driveId}/candidate/${candidateId}/snapshots`,
} as const

export const loginUrl = (isUnauthorized: boolean): string =>
  isUnauthorized ? `${urls.login}?unauthorized=true` : urls.login
