/** The contract's views as the pages use them: types alone, so that zod stays out of what a candidate loads. */
export type {
  CandidateView,
  DriveView,
  LanguageView,
  NoticeView,
  OwnReport,
  PackageContent,
  ProblemView,
  QuestionView,
  RunView,
  SubmissionView,
} from '#contract/views/candidate.ts'
