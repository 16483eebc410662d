import { z } from 'zod'
import { noticeKinds } from '../events.ts'
import { checker } from '../forms/bank.ts'
import { shownJudging } from '../judging.ts'
import { id, isoTime, kindOnTheWire } from '../primitives.ts'
import { problemLimits } from '../programLimits.ts'
import { lateDecision } from './lateWork.ts'

/**
 * The data a candidate may see. Nothing reaches a candidate except through one of these: no is_answer, no hidden test,
 * no other candidate.
 */

/** Late work by what staff decided about it. */
const decidedPieces = z.object({ accepted: z.number(), rejected: z.number() })

export const driveView = z.object({
  drive: z.object({
    id,
    name: z.string(),
    description: z.string(),
    allow_coding: z.boolean(),
    allow_mcq: z.boolean(),
  }),
  candidate_id: id,
  drive_start_time: isoTime,
  drive_end_time: isoTime,
  /** Until when the link opens an assessment that was not begun. A drive's own end counts where this is null. */
  link_expires_at: isoTime.nullable(),
  /** An assessment has no dates of its own: it begins when the candidate begins. */
  is_assessment: z.boolean(),
  is_finished: z.boolean(),
  /** Null while it is not finished: a browser that has nothing of the test can say when it was. */
  finished_at: isoTime.nullable(),
  /** Why, in words; null while it is not finished. */
  end_reason: z.string().nullable(),
  is_live: z.boolean(),
  has_begun: z.boolean(),
  /** When the test that has begun ends by its clock; null while that stands still, and before. */
  deadline_at: isoTime.nullable(),
  is_profile_complete: z.boolean(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mobile_number: z.string(),
  organization_name: z.string(),
  institute_name: z.string(),
  /** Whom to ask: the installation's support, else a contact of the drive, by name. */
  support_name: z.string().nullable(),
  support_email: z.string().nullable(),
  support_phone: z.string().nullable(),
  /** The page of a support chat, for a frame of the test screen. */
  support_chat: z.string().nullable(),
  /** The key a rescue file is encrypted to: a public key on P-256, uncompressed, base64. */
  rescue_key: z.string(),
  /** The candidate's own: with what an accommodation or staff gives beyond everybody's. */
  allotted_seconds: z.number(),
  /** How much of that is beyond everybody's. */
  extra_seconds: z.number(),
  problem_count: z.number(),
  question_count: z.number(),
  leave_policy: z.enum(['end', 'warn', 'log']),
  leave_warnings: z.number(),
  webcam: z.boolean(),
  /** How long the camera's pictures are kept after the drive's end, or that of the candidate's own assessment. */
  webcam_retention_days: z.number(),
  /** Rules that an accommodation lifts for this candidate and that its page would hold. */
  lifted_rules: z.array(z.string()),
  /** The candidate's own report: not released, released once the drive has ended, or to be read. */
  own_report: z.enum(['none', 'later', 'ready']),
  /**
   * The work in a test that is over that came late or from a device that lost it, and that staff has not decided about.
   */
  waiting_pieces: z.number().optional(),
  /** How much of such work staff accepted and rejected; absent while they have decided about none. */
  decided_pieces: decidedPieces.optional(),
  /** The sealed question package, to be fetched ahead; null once the test has begun. */
  package: z.object({ hash: z.string(), bytes: z.number() }).nullable(),
  server_time: isoTime,
})
export type DriveView = z.infer<typeof driveView>

export const candidateView = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mobile_number: z.string(),
  is_profile_complete: z.boolean(),
  created_at: isoTime,
  updated_at: isoTime,
  drife_id: id,
  auth_token: z.string(),
})

export const ruleView = z.object({ id, description: z.string() })
export const languageView = z.object({
  id,
  name: z.string(),
  code: z.string(),
  mode: z.string(),
  /** Run by the server's own WebAssembly engines, which differ from others. A device may hold a test from before that was sent. */
  is_embedded: z.boolean().optional(),
})
export type LanguageView = z.infer<typeof languageView>
export const templateView = z.object({ language_id: id, code: z.string() })

/** The picture in words. A device may hold a test from before they were sent. */
const imageAlt = z.string().nullable().optional()

export const problemView = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** Signed addresses of the pictures that the description names without a signature. */
  pictures: z.array(z.string()).optional(),
  image_url: z.string().nullable(),
  image_alt: imageAlt,
  submission_count: z.number(),
  submission_count_left: z.number(),
  difficulty: z.string(),
  tags: z.array(z.string()),
  time_in_minutes: z.number(),
  marks: z.number(),
  sample_tests: z.array(z.object({ input: z.string(), output: z.string() })),
  /** How outputs are compared and what a program may use: for a device that runs the samples by itself. */
  checker: checker.optional(),
  tolerance: z.string().nullable().optional(),
  judging: shownJudging.nullable().optional(),
  limits: problemLimits.nullable().optional(),
})
export type ProblemView = z.infer<typeof problemView>

export const questionView = z.object({
  id,
  description: z.string(),
  marks: z.number(),
  time_in_seconds: z.number(),
  difficulty: z.string(),
  tags: z.array(z.string()),
  ...kindOnTheWire,
  image_url: z.string().nullable(),
  image_alt: imageAlt,
  options: z.array(z.object({ id, description: z.string(), image_url: z.string().nullable() })),
})
export type QuestionView = z.infer<typeof questionView>

/**
 * The content of a sealed package, the same for every candidate of a drive: items in the drive's order, none worked on
 * yet.
 */
export const packageContent = z.object({
  problems: z.array(problemView),
  questions: z.array(questionView),
  languages: z.array(languageView),
  /** By problem id. */
  templates: z.record(z.string(), z.array(templateView)),
  /** The pictures whose bytes follow, in this order; others are fetched by their address. */
  pictures: z.array(
    z.object({ url: z.string(), type: z.enum(['image/png', 'image/jpeg']), bytes: z.number() }),
  ),
})
export type PackageContent = z.infer<typeof packageContent>

/** Whether work was made in time: work that is late does not count unless staff accepts it, claimed work as the drive says. */
const verdict = z.enum(['on_time', 'on_time_claimed', 'late'])

export const submissionView = z.object({
  submission_id: id,
  problem_id: id,
  status: z.enum(['processing', 'accepted']),
  submission_count: z.number(),
  total_testcases: z.number(),
  passed_testcases: z.number(),
  judged_testcases: z.number(),
  marks: z.number(),
  /** How the tests that were not passed ended, counted by outcome; with the verdict alone. */
  failures: z.record(z.string(), z.number()).optional(),
  /** Not in events: a page that heard of its submission by one knows its own clock. */
  verdict: verdict.optional(),
  /** In words, why it came late: it is neither judged nor spent unless staff accepts it. */
  not_counted: z.string().optional(),
  /** The last decision of staff about one that came late; missing if nobody has decided. */
  decision: lateDecision.optional(),
})
export type SubmissionView = z.infer<typeof submissionView>

export const savedChoiceView = z.object({
  question_id: id,
  selected_options: z.array(id),
  /** Null for an earlier value that counts because the newest came late. */
  saved_at: isoTime.nullable(),
  verdict,
})

export const codeView = z.object({
  code: z.string().nullable(),
  submission_count_left: z.number(),
  /** Null where nothing is saved, and of an earlier value that counts because the newest came late. */
  saved_at: isoTime.nullable(),
  verdict: verdict.nullable(),
})

export const submittedMcqsView = z.object({ submitted: z.boolean(), verdict })

export const runView = z.object({
  token: z.string(),
  status: z.enum(['queued', 'running', 'done']),
  position: z.number().nullable(),
  outcome: z.string().nullable(),
  message: z.string().nullable(),
  stdout: z.string().nullable(),
  stderr: z.string().nullable(),
  compile_output: z.string().nullable(),
  cpu_ms: z.number().nullable(),
  samples: z.array(
    z.object({
      input: z.string(),
      expected: z.string(),
      stdout: z.string(),
      outcome: z.string(),
      passed: z.boolean(),
      cpu_ms: z.number().nullable(),
      memory_bytes: z.number().nullable(),
    }),
  ),
})
export type RunView = z.infer<typeof runView>

export const finishView = z.object({
  is_finished: z.boolean(),
  finished_at: isoTime,
  end_reason: z.string(),
  receipt: z.string(),
  /** Since when the server held what the receipt speaks of. */
  receipt_at: isoTime,
})

/** A notice of what staff said or did. text: of a message. minutes: given with minutes and with a reopening. */
export const noticeView = z.object({
  id,
  kind: z.enum(noticeKinds),
  text: z.string().nullable(),
  minutes: z.number().nullable(),
  sent_at: isoTime,
})
export type NoticeView = z.infer<typeof noticeView>

/** A candidate's own report, once the organization releases it: no keys, no hidden test. */
export const ownReport = z.strictObject({
  drive_name: z.string(),
  organization_name: z.string(),
  candidate: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  time: z.object({
    test_started: isoTime.nullable(),
    test_finished: isoTime.nullable(),
    /** Minutes. */
    alloted_time: z.number(),
  }),
  end_reason: z.string().nullable(),
  score: z.object({ percentage: z.number(), obtained_score: z.number(), total_score: z.number() }),
  /** Programs still in the queue: the score may rise. */
  judging: z.number(),
  /** Work that came late or from a device that lost the test, and that staff has not decided about: the score may change. */
  waiting_pieces: z.number(),
  decided_pieces: decidedPieces.optional(),
  problems_details: z.array(
    z.object({
      problem_id: id,
      title: z.string(),
      is_attempted: z.boolean(),
      /** The program came late and staff did not accept it, so nobody judged it. */
      is_held: z.boolean(),
      obtained_score: z.number(),
      total_score: z.number(),
      passed_testcases: z.number(),
      total_testcases: z.number(),
      submission_time: isoTime.nullable(),
      language: z.string().nullable(),
      answer: z.string().nullable(),
      /** The sample tests alone. */
      samples: z.array(
        z.object({
          input: z.string(),
          expected_output: z.string(),
          actual_output: z.string().nullable(),
          is_passed: z.boolean(),
        }),
      ),
    }),
  ),
  mcqs_details: z.array(
    z.object({
      question_id: id,
      description: z.string(),
      /** The options as they stood in the test, and whether they were chosen; not whether they are right. */
      options: z.array(z.object({ description: z.string(), is_chosen: z.boolean() })),
      /** Something newer was saved that does not count as things stand: it came late and staff has not accepted it. */
      is_held: z.boolean(),
      obtained_marks: z.number(),
      marks: z.number(),
    }),
  ),
  /** When pictures were taken, and whether they are kept still. */
  snapshots: z.array(z.object({ created_at: isoTime, status: z.enum(['stored', 'missing', 'deleted']) })),
})
export type OwnReport = z.infer<typeof ownReport>
