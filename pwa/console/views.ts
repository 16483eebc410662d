import type { z } from 'zod'
import type { OrganizationCard } from '#contract/views/account.ts'
import type * as admin from '#contract/views/admin.ts'
import type * as drive from '#contract/views/drive.ts'

/** The answers the console reads, by their names here; the shapes are the contract's. */
export type {
  AuditRow,
  InvitationView,
  ListedUser,
  MailHead,
  MailStateView,
  MailView,
  OrganizationCard,
  OrganizationView,
  SessionView,
  SignUpRequest,
  SupportView,
  UserView,
} from '#contract/views/account.ts'
export type { ReportView } from '#contract/views/admin.ts'
export type { AssessmentCard, AssessmentView, FeedbackView } from '#contract/views/assessment.ts'
export type {
  CheckView,
  ImportFault,
  ImportPreview,
  ProblemView,
  QuestionView,
  TemplateView,
} from '#contract/views/bank.ts'
export type {
  DriveTile,
  InstituteView,
  ProblemCard,
  QuestionCard,
  RuleView,
} from '#contract/views/drive.ts'
export type { Verification } from '#contract/views/verification.ts'
export type DrivePage = z.infer<typeof drive.drivePage>
export type CandidatePage = z.infer<typeof admin.candidatePage>
export type CandidateRow = z.infer<typeof admin.candidateRow>
export type ResultPage = z.infer<typeof admin.resultPage>
export type ResultReportMail = z.infer<typeof admin.resultReportMail>
export type ResultRow = z.infer<typeof admin.resultRow>
export type ProblemReport = z.infer<typeof admin.problemReport>
export type McqReport = z.infer<typeof admin.mcqReport>
export type SnapshotView = z.infer<typeof admin.snapshotView>
export type Connection = admin.ReportView['connection']
export type Signal = admin.ReportView['signals'][number]
export type DriveStatus = z.infer<typeof drive.driveStatus>
export interface OrganizationPage {
  organizations: OrganizationCard[]
  total_organizations: number
}
