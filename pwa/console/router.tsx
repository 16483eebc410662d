import { SkipNavLink } from '@chakra-ui/react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'
import { RequireRole, SignedOutOnly } from './app/guards/guards.tsx'
import { BareErrorPage, ErrorPage } from './app/shell/ErrorPage.tsx'
import { Shell } from './app/shell/Shell.tsx'
import { urls } from './urls.ts'

/** Round every page: the way past the navigation, and the scroll position of where one was. */
function Root() {
  return (
    <>
      <SkipNavLink id="content" data-screen-only>
        Skip to content
      </SkipNavLink>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/**
 * A page whose code comes when it is gone to. It is no `lazy` of the router, which never asks again for what could not be
 * had once.
 */
function page(load: () => Promise<{ default: React.ComponentType }>) {
  let Page: React.ComponentType | undefined
  return {
    loader: async () => {
      Page ??= (await load()).default
      return null
    },
    shouldRevalidate: () => false,
    Component: () => Page && <Page />,
  } satisfies RouteObject
}
const dashboard = page(() => import('./drives/dashboard/DashboardPage.tsx'))
const candidates = page(() => import('./results/candidates/CandidatesPage.tsx'))
const results = page(() => import('./results/results/ResultsPage.tsx'))
const report = page(() => import('./results/report/ReportPage.tsx'))
const snapshots = page(() => import('./results/snapshots/SnapshotsPage.tsx'))
const wizard = page(() => import('./drives/wizard/WizardPage.tsx'))
const driveDetails = page(() => import('./drives/details/DriveDetailsPage.tsx'))
const bank = page(() => import('./bank/list/BankPage.tsx'))
const questions = page(() => import('./bank/list/QuestionsPage.tsx'))
const questionForm = page(() => import('./bank/question/QuestionFormPage.tsx'))
const questionDetails = page(() => import('./bank/question/QuestionDetailsPage.tsx'))
const problemForm = page(() => import('./bank/problem/ProblemFormPage.tsx'))
const problemDetails = page(() => import('./bank/problem/ProblemDetailsPage.tsx'))
const lateWork = page(() => import('./results/lateWork/LateWorkPage.tsx'))
const rejudge = page(() => import('./results/rejudge/RejudgePage.tsx'))
const rules = page(() => import('./drives/rules/RulesPage.tsx'))
const institutes = page(() => import('./drives/institutes/InstitutesPage.tsx'))
const assessments = page(() => import('./drives/assessment/AssessmentsPage.tsx'))
const assessment = page(() => import('./drives/assessment/AssessmentPage.tsx'))
const users = page(() => import('./admin/users/UsersPage.tsx'))
const feedbacks = page(() => import('./admin/feedbacks/FeedbacksPage.tsx'))
const login = page(() => import('./app/accounts/LoginPage.tsx'))
const signup = page(() => import('./app/accounts/SignupPage.tsx'))
const invitation = page(() => import('./app/accounts/invitation/InvitationPage.tsx'))
const forgot = page(() => import('./app/accounts/ForgotPage.tsx'))
const reset = page(() => import('./app/accounts/ResetPage.tsx'))
const support = page(() => import('./app/pages/SupportPage.tsx'))
const adminSupport = page(() => import('./app/pages/AdminSupportPage.tsx'))
const search = page(() => import('./drives/search/SearchPage.tsx'))
const profile = page(() => import('./app/profile/ProfilePage.tsx'))
const mails = page(() => import('./admin/mails/MailsPage.tsx'))
const evidence = page(() => import('./admin/evidence/EvidencePage.tsx'))
const auditLog = page(() => import('./admin/audit/AuditLogPage.tsx'))
const organizations = page(() => import('./admin/organizations/OrganizationsPage.tsx'))
const organization = page(() => import('./admin/organizations/OrganizationEditPage.tsx'))
const signUpRequests = page(() => import('./admin/organizations/SignUpRequestsPage.tsx'))
const notFound = page(() => import('./app/pages/NotFoundPage.tsx'))
const invalidToken = page(() => import('./app/pages/InvalidTokenPage.tsx'))
const reviewer = page(() => import('./app/pages/ReviewerPage.tsx'))

/** A page stands with and without the prefix /admin. */
const both = (path: string, route: RouteObject): RouteObject[] => [
  { ...route, path: `/admin${path}` } as RouteObject,
  { ...route, path } as RouteObject,
]

/** A page's failure takes the page's place, and leaves the frame round it. */
const inShell = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorPage />, children }]

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <BareErrorPage />,
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
            children: inShell(both(urls.profile, profile)),
          },
        ],
      },
      {
        element: <RequireRole only="Admin" />,
        children: [
          {
            element: <Shell frame="wide" />,
            children: inShell([
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
            ]),
          },
          {
            element: <Shell frame="rail" />,
            children: inShell([
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
            ]),
          },
        ],
      },
      {
        element: <RequireRole only="SuperAdmin" />,
        children: [
          {
            element: <Shell frame="wide" />,
            children: inShell([
              { path: urls.organizations, ...organizations },
              { path: urls.organization(':organizationId'), ...organization },
              { path: urls.signUpRequests, ...signUpRequests },
              { path: urls.allAuditLogs, ...auditLog },
              { path: urls.evidence, ...evidence },
            ]),
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
