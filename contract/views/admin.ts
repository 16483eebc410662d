import { z } from 'zod'
import { liftedRules, sortedRules } from '../liftedRules.ts'
import { id, isoTime, kindOnTheWire } from '../primitives.ts'
import { mailState } from './account.ts'
import { driveStatus, keptFields } from './drive.ts'

/** The data of its own that an organization's staff may see. */

/** A rule that an accommodation can lift for one candidate. */
const liftedRule = z.enum(liftedRules)
/** As they are given: one named twice counts once. */
export const givenLiftedRules = z.array(liftedRule).max(10).transform(sortedRules)

export const candidateRow = z.object({
  id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  mobile_number: z.string().nullable(),
  status: z.enum(['invited', 'opened', 'detailed', 'running', 'finished']),
  /** Outside name of the attempt; no credential. */
  token: z.string(),
  is_absent: z.boolean(),
  is_revoked: z.boolean(),
  is_paused: z.boolean(),
  /** 1 without accommodation; the allotted time is multiplied by it. */
  time_factor: z.number(),
  lifted_rules: z.array(liftedRule),
  minutes_granted: z.number(),
  /** Null where it has not begun, and while it is paused. */
  deadline_at: isoTime.nullable(),
  /** The time on the clock of a paused test, which stands still; null of any other. */
  seconds_left: z.number().nullable(),
  /** Until when the link of an assessment opens it; null for drives, and once the test was begun. */
  link_expires_at: isoTime.nullable(),
  device_name: z.string().nullable(),
  /** The invitation's newest mail; null where none was ever queued. */
  mail: mailState.nullable(),
})
export type CandidateRow = z.infer<typeof candidateRow>
export const candidatePage = z.object({
  candidates: z.array(candidateRow),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  drive_name: z.string(),
  drive_status: driveStatus,
  credits: z.number(),
  /** Without a mail server links are handed over otherwise. */
  are_mails_sent: z.boolean(),
  /** Whether there are links to download: once the drive is over, those of whoever has begun and not ended. */
  has_links: z.boolean(),
  ...keptFields,
})

export const resultRow = z.object({
  candidate_id: id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  score: z.number().nullable(),
  score_claimed: z.number().nullable(),
  /** The marks of what this candidate was asked. */
  total_marks: z.number(),
  time_taken: z.string(),
  is_selected: z.boolean(),
  token: z.string(),
  is_fraud: z.boolean(),
  test_end_reason: z.string().nullable(),
  judging: z.number(),
})
export type ResultRow = z.infer<typeof resultRow>
export const resultPage = z.object({
  drive_name: z.string(),
  total_selected_candidates: z.number(),
  absent_candidates_count: z.number(),
  drive_total_marks: z.number(),
  results: z.array(resultRow),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  ...keptFields,
})
export type ResultPage = z.infer<typeof resultPage>

/** The newest mail with a drive's results to one reader. */
export const resultReportMail = mailState.extend({
  id,
  /** To whom it can be sent again; null: no contact of the drive any more. */
  user_id: id.nullable(),
})

const testResult = z.object({
  id,
  is_sample: z.boolean(),
  input: z.string(),
  expected_output: z.string(),
  actual_output: z.string().nullable(),
  outcome: z.string().nullable(),
  /** Name of the group it earns its marks in. */
  group: z.string().nullable(),
  /** Words of the judge's program. */
  judge_message: z.string().nullable(),
  is_passed: z.boolean(),
  marks: z.number(),
  cpu_ms: z.number().nullable(),
})

/** The newest code of a problem that was never submitted; what it passed once it was judged at the end. */
const draft = z.object({
  answer: z.string(),
  language: z.string().nullable(),
  lang_code: z.string().nullable(),
  saved_at: isoTime,
  verdict: z.string(),
  passed_testcases: z.number().nullable(),
  total_testcases: z.number(),
})

/** The item's number in the candidate's own test, whose order is drawn for each; reports list all in the drive's order. */
const askedAs = z.number()

export const problemReport = z.object({
  problem_id: id,
  title: z.string(),
  description: z.string(),
  /** Signed addresses of the pictures that the description names without a signature. */
  pictures: z.array(z.string()),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  asked_as: askedAs,
  is_attempted: z.boolean(),
  total_score: z.number(),
  obtained_score: z.number(),
  percentage: z.number(),
  submission_time: isoTime.nullable(),
  submissions_used: z.number(),
  total_submissions: z.number(),
  runs: z.number(),
  answer: z.string().nullable(),
  /** final: a draft that was judged at the end, without a submission. */
  answer_kind: z.enum(['submit', 'final']).nullable(),
  language: z.string().nullable(),
  lang_code: z.string().nullable(),
  /** For running the program again. */
  language_id: id.nullable(),
  status: z.string(),
  verdict: z.string().nullable(),
  /** The newest code of each language that is neither the answer nor was submitted, newest first. */
  drafts: z.array(draft),
  test_case_result: z.array(testResult),
})
export type ProblemReport = z.infer<typeof problemReport>

export const mcqReport = z.object({
  question_id: id,
  description: z.string(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  asked_as: askedAs,
  ...kindOnTheWire,
  marks: z.number(),
  obtained_marks: z.number(),
  options: z.array(
    z.object({ id, description: z.string(), image_url: z.string().nullable(), is_answer: z.boolean() }),
  ),
  selected_options: z.array(id),
  /** Chosen last and not saved, where that does not count: empty where it does, or where nothing was chosen besides. */
  unsaved_options: z.array(id),
  /** Chosen in work that came late or is claimed, and does not count as things stand. */
  held_options: z.array(id),
  is_accepted: z.boolean(),
  saved_at: isoTime.nullable(),
  verdict: z.string().nullable(),
})
export type McqReport = z.infer<typeof mcqReport>

export const snapshotView = z.object({
  image_url: z.string().nullable(),
  created_at: isoTime,
  candidate_name: z.string(),
  /** deleted: its time to be kept is over. */
  status: z.enum(['stored', 'missing', 'deleted']),
})
export type SnapshotView = z.infer<typeof snapshotView>

/** One stretch of the connection track: the server heard nothing of the device, and what arrived afterwards. */
export const connectionSpan = z.object({
  from: isoTime,
  to: isoTime.nullable(),
  seconds: z.number().nullable(),
  /** offline: by the device's own account; closed: the page was not open; unheard: the log does not say which. */
  how: z.enum(['offline', 'closed', 'unheard']),
  ops_kept: z.number(),
})
export const arrival = z.object({
  received_at: isoTime,
  count: z.number(),
  made_from: isoTime,
  made_to: isoTime,
  verdict: z.string(),
  types: z.record(z.string(), z.number()),
})

export const reportView = z.object({
  candidate: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  candidate_id: id,
  drive_id: id,
  drive_name: z.string(),
  time: z.object({
    test_started: isoTime.nullable(),
    test_finished: isoTime.nullable(),
    alloted_time: z.number(),
    deadline_at: isoTime.nullable(),
  }),
  end_reason: z.string().nullable(),
  score: z.object({
    percentage: z.number(),
    obtained_score: z.number(),
    claimed_score: z.number(),
    total_score: z.number(),
  }),
  judging: z.number(),
  /** How much of the work that came late waits for a decision; null where none came late. */
  late_work: z.object({ waiting: z.number() }).nullable(),
  problems_details: z.array(problemReport),
  mcqs_details: z.array(mcqReport),
  snapshots: z.array(snapshotView),
  connection: z.object({
    offline: z.array(connectionSpan),
    arrivals: z.array(arrival),
    /** Changes the device once said it holds and never sent; null where all came. */
    awaited: z.object({ count: z.number(), announced_at: isoTime }).nullable(),
  }),
  /** The acts of staff on this attempt: more time, pauses, a device freed, an accommodation. */
  interventions: z.array(
    z.object({ at: isoTime, user: z.string(), action: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  signals: z.array(
    z.object({
      type: z.string(),
      at: isoTime,
      ms: z.number().nullable(),
      counted: z.boolean(),
      /** The other device, if the test went on on one. */
      device: z.string().nullable(),
    }),
  ),
})
export type ReportView = z.infer<typeof reportView>
export type ReportConnection = ReportView['connection']
export type Signal = ReportView['signals'][number]

/** How far a drive's candidates came, and how their scores lie. */
export const statisticsView = z.object({
  /** Submissions of all its candidates that wait for their verdict: until there are none, the scores still move. */
  judging: z.number(),
  funnel: z.object({ invited: z.number(), opened: z.number(), started: z.number(), finished: z.number() }),
  /** Ten equal parts of the total marks; the last holds the full marks too. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
})
