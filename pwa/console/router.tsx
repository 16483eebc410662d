import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { RequireRole } from './guards/RequireRole.tsx'
import { SignedOutOnly } from './guards/SignedOutOnly.tsx'
import { Broken } from './shell/Broken.tsx'
import { Root } from './shell/Root.tsx'
import { Shell } from './shell/Shell.tsx'
import { urls } from './urls.ts'

const page = (load: () => Promise<{ default: React.ComponentType }>): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: (await load()).default }),
})
const dashboard = page(() => import('./features/dashboard/DashboardPage.tsx'))
const candidates = page(() => import('./features/candidates/CandidatesPage.tsx'))
const results = page(() => import('./features/results/ResultsPage.tsx'))
const report = page(() => import('./features/report/ReportPage.tsx'))
const snapshots = page(() => import('./features/snapshots/SnapshotsPage.tsx'))
const wizard = page(() => import('./features/driveWizard/WizardPage.tsx'))
const driveDetails = page(() => import('./features/driveDetails/DriveDetailsPage.tsx'))
const bank = page(() => import('./features/bank/BankPage.tsx'))
const questions = page(() => import('./features/questions/QuestionsPage.tsx'))
const questionForm = page(() => import('./features/question/QuestionFormPage.tsx'))
const questionDetails = page(() => import('./features/question/QuestionDetailsPage.tsx'))
const problemForm = page(() => import('./features/problem/ProblemFormPage.tsx'))
const problemDetails = page(() => import('./features/problem/ProblemDetailsPage.tsx'))
const lateWork = page(() => import('./features/lateWork/LateWorkPage.tsx'))
const rejudge = page(() => import('./features/rejudge/RejudgePage.tsx'))
const rules = page(() => import('./features/rules/RulesPage.tsx'))
const institutes = page(() => import('./features/institutes/InstitutesPage.tsx'))
const assessments = page(() => import('./features/assessments/AssessmentsPage.tsx'))
const assessment = page(() => import('./features/assessment/AssessmentPage.tsx'))
const users = page(() => import('./features/users/UsersPage.tsx'))
const feedbacks = page(() => import('./features/feedbacks/FeedbacksPage.tsx'))
const login = page(() => import('./features/login/LoginPage.tsx'))
const signup = page(() => import('./features/signup/SignupPage.tsx'))
const invitation = page(() => import('./features/invitation/InvitationPage.tsx'))
const forgot = page(() => import('./features/password/ForgotPage.tsx'))
const reset = page(() => import('./features/password/ResetPage.tsx'))
const support = page(() => import('./features/support/SupportPage.tsx'))
const adminSupport = page(() => import('./features/support/AdminSupportPage.tsx'))
const search = page(() => import('./features/search/SearchPage.tsx'))
const profile = page(() => import('./features/profile/ProfilePage.tsx'))
const mails = page(() => import('./features/mails/MailsPage.tsx'))
const evidence = page(() => import('./features/evidence/EvidencePage.tsx'))
const auditLog = page(() => import('./features/auditLog/AuditLogPage.tsx'))
const organizations = page(() => import('./features/organizations/OrganizationsPage.tsx'))
const organization = page(() => import('./features/organizations/OrganizationEditPage.tsx'))
const signUpRequests = page(() => import('./features/signUpRequests/SignUpRequestsPage.tsx'))
const notFound = page(() => import('./features/said/NotFoundPage.tsx'))
const invalidToken = page(() => import('./features/said/InvalidTokenPage.tsx'))
const reviewer = page(() => import('./features/said/ReviewerPage.tsx'))

/** A page stands with and without the prefix /admin. */
const both = (path: string, route: RouteObject): RouteObject[] => [
  { ...route, path: `/admin${path}` } as RouteObject,
  { ...route, path } as RouteObject,
]

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Broken />,
    hydrateFallbackElement: <></>,
    children: [
      {
        element: <SignedOutOnly />,
        children: [
          { path: '/', ...login },
          { path: urls.login, ...login },
          { path: urls.signup, ...signup },
        ],
      },
      { path: urls.invitation, ...invitation },
      { path: urls.forgotPassword, ...forgot },
      { path: urls.resetPassword, ...reset },
      {
        element: <RequireRole only="any" />,
        children: [
          {
            element: <Shell frame="wide" />,
            errorElement: <Broken />,
            children: both(urls.profile, profile),
          },
        ],
      },
      {
        element: <RequireRole only="Admin" />,
        children: [
          {
            element: <Shell frame="wide" />,
            errorElement: <Broken />,
            children: [
              { path: '/admin', ...dashboard },
              { path: '/home', ...dashboard },
              ...both('/drive/:driveId/details', driveDetails),
              ...both('/drive/:driveId/rejudge', rejudge),
              ...both('/drive/:driveId/late_work', lateWork),
              ...both(urls.search, search),
              ...both(urls.mails, mails),
              ...both(urls.auditLog, auditLog),
              { path: urls.adminSupport, ...adminSupport },
              ...both(urls.rules, rules),
              ...both(urls.institutes, institutes),
              ...both(urls.users, users),
              ...both(urls.assessments, assessments),
              ...both(urls.newAssessment, assessment),
              ...both('/assessment/:assessmentId/edit', assessment),
              ...both('/assessment/:assessmentId/candidates', candidates),
              ...both('/assessment/:assessmentId/candidates/invite', candidates),
              ...both('/assessment/:assessmentId/rejudge', rejudge),
              ...both('/assessment/:assessmentId/late_work', lateWork),
              ...both(urls.feedbacks, feedbacks),
              ...both('/drive/:driveId/candidates', candidates),
              ...both('/drive/:driveId/candidates/invite', candidates),
              ...both('/drive/:driveId/candidate/:candidateId/snapshots', snapshots),
            ],
          },
          {
            element: <Shell frame="rail" />,
            errorElement: <Broken />,
            children: [
              ...both(urls.problems, bank),
              ...both(urls.questions, questions),
              ...both(urls.newQuestion, questionForm),
              ...both('/question/:questionId/edit', questionForm),
              ...both('/question/:questionId/details', questionDetails),
              ...both(urls.newProblem, problemForm),
              ...both('/problem/:problemId/edit', problemForm),
              ...both('/problem/:problemId/details', problemDetails),
              ...both('/drive/create', wizard),
              ...both('/drive/:driveId/edit', wizard),
              ...both('/drive/:driveId/result', results),
              ...both('/assessment/:assessmentId/reports', results),
              ...both('/drive/:driveId/candidate/:token/report', report),
            ],
          },
        ],
      },
      {
        element: <RequireRole only="SuperAdmin" />,
        children: [
          {
            element: <Shell frame="wide" />,
            errorElement: <Broken />,
            children: [
              { path: urls.organizations, ...organizations },
              { path: urls.organization(':organizationId'), ...organization },
              { path: urls.signUpRequests, ...signUpRequests },
              { path: urls.allAuditLogs, ...auditLog },
              { path: urls.evidence, ...evidence },
            ],
          },
        ],
      },
      { path: urls.support, ...support },
      { path: urls.reviewer, ...reviewer },
      { path: urls.invalidToken, ...invalidToken },
      { path: urls.notFound, ...notFound },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])
