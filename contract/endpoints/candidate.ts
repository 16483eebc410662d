import { z } from 'zod'
import { SOURCE_MAX_BYTES, STDIN_MAX_BYTES } from '../constants.ts'
import type { Endpoint } from '../endpoint.ts'
import type { CallName } from '../paths.ts'
import {
  firstName,
  id,
  ignored,
  isoTime,
  lastName,
  mobile,
  pathId,
  sha256Hex,
  text,
  token,
  upTo,
} from '../primitives.ts'
import { reportView } from '../views/admin.ts'
import * as view from '../views/candidate.ts'

const bytesAtMost = (limit: number) =>
  text(limit, { tooLong: `must be at most ${limit} bytes` }).refine(
    (s) => new TextEncoder().encode(s).length <= limit,
    `must be at most ${limit} bytes`,
  )
const languageAndSource = { language_id: id, source_code: bytesAtMost(SOURCE_MAX_BYTES) }
const finishPayload = z.strictObject({
  token: token.optional(),
  is_finished: ignored,
  test_end_reason: text(100).optional(),
})

/** Why a change to a candidate's own test may be refused, whichever it is. */
const ofChange = ['lease_held', 'rejected', 'not_started', 'upload_window_closed'] as const

/** The candidate side's calls, as the specification lists them in section 7. */
export const candidateEndpoints = {
  getDrive: {
    who: 'public',
    summary: 'Opens a drive by its invitation token, without side effects',
    params: z.object({ token }),
    output: view.driveView,
    errors: ['not_found', 'test_over', 'too_many_requests'],
  },
  putCandidate: {
    who: 'invited',
    summary: 'Stores the details form and returns the attempt token as auth_token',
    params: z.object({ id: pathId }),
    body: z.strictObject({
      first_name: firstName,
      last_name: lastName,
      mobile_number: mobile,
      token: token.optional(),
      created_at: ignored,
      updated_at: ignored,
      drife_id: ignored,
    }),
    output: view.candidateView,
    errors: ['not_found', 'already_started', 'test_over'],
  },
  getTestTimeLeft: {
    who: 'candidate',
    summary: 'Seconds left in the test; before the start, what starting now would give',
    params: z.object({ driveId: pathId, candidateId: pathId, authToken: token }),
    output: z.object({ time_left: z.number(), deadline_at: isoTime.nullable(), server_time: isoTime }),
    errors: ['not_found'],
  },
  getDriveRules: {
    who: 'invited',
    summary: "The drive's rules",
    params: z.object({ id: pathId }),
    query: z.object({ token: token.optional() }),
    output: z.object({ rules: z.array(view.ruleView) }),
    errors: ['not_found', 'test_over'],
  },
  getLanguages: {
    who: 'public',
    summary: 'The languages that can be judged here, each with its starter code',
    output: z.array(view.languageView),
  },
  getDriveProblems: {
    who: 'candidate',
    summary: "The drive's problems in the attempt's order; starts the test for a plain client",
    params: z.object({ id: pathId }),
    query: z.object({ token: token.optional() }),
    output: z.array(view.problemView),
    errors: ['not_found', 'not_started', 'profile_incomplete', 'test_over'],
  },
  getDriveTimeLeft: {
    who: 'invited',
    summary: 'Seconds to the start of the drive (0 after it); is_live: the drive is not over',
    params: z.object({ id: pathId }),
    query: z.object({ token: token.optional() }),
    output: z.number(),
    beside: z.object({ is_live: z.boolean() }),
    errors: ['not_found'],
  },
  getDriveTemplates: {
    who: 'candidate',
    summary: 'Starter code of one problem, for each language',
    params: z.object({ driveId: pathId }),
    query: z.object({ problem_id: pathId, token: token.optional() }),
    output: z.object({ templates: z.array(view.templateView) }),
    errors: ['not_found', 'not_started', 'profile_incomplete', 'test_over'],
  },
  postSubmission: {
    who: 'candidate',
    summary: 'Submits a program; its op is in the log when this call returns, its verdict comes later',
    body: z.strictObject({
      ...languageAndSource,
      problem_id: id,
      token: token.optional(),
      submission_count: ignored,
      candidate_id: ignored,
      drive_id: ignored,
    }),
    output: view.submissionView,
    errors: [...ofChange, 'not_found', 'idempotency_mismatch', 'test_over'],
  },
  getSubmission: {
    who: 'candidate',
    summary: "One submission's state",
    params: z.object({ id: pathId }),
    query: z.object({ token: token.optional() }),
    output: view.submissionView,
    errors: ['not_found'],
  },
  postFeedback: {
    who: 'candidate',
    summary: 'Leaves feedback; ends a running test',
    body: z.strictObject({
      rating: z.number().int().min(1).max(5).nullish(),
      comment: text(5000).nullish(),
      answer: text(5000).nullish(),
      token: token.optional(),
    }),
    output: z.object({ saved: z.boolean() }),
    errors: [...ofChange],
  },
  getQuestions: {
    who: 'candidate',
    summary:
      "The drive's MCQs in the attempt's order, without the answers; starts the test for a plain client",
    query: z.object({ token: token.optional() }),
    output: z.array(view.questionView),
    errors: ['not_started', 'profile_incomplete', 'test_over'],
  },
  postQuestionSubmission: {
    who: 'candidate',
    summary: 'Saves the answer to one MCQ; a late one is kept, and the response says that it does not count',
    body: z.strictObject({
      question_id: id,
      selected_options: z.array(id).max(50),
      token: token.optional(),
    }),
    output: view.savedChoiceView,
    errors: [...ofChange, 'idempotency_mismatch', 'test_over'],
  },
  getQuestionSubmissions: {
    who: 'candidate',
    summary:
      'The saved MCQ answers. If the newest came late, the one that counts is returned; if none counts, the late one with that verdict',
    query: z.object({ token: token.optional() }),
    output: z.object({ questions_submissions: z.array(view.savedChoiceView) }),
  },
  postSubmitMcqs: {
    who: 'candidate',
    summary: 'Submits all MCQs for good',
    body: z.strictObject({ token: token.optional() }),
    output: view.submittedMcqsView,
    errors: [...ofChange, 'test_over'],
  },
  postCode: {
    who: 'candidate',
    summary: 'Saves a draft of a program',
    body: z.strictObject({
      answer: bytesAtMost(SOURCE_MAX_BYTES),
      language_id: id,
      problem_id: id,
      token: token.optional(),
    }),
    output: view.codeView,
    errors: [...ofChange, 'idempotency_mismatch', 'test_over'],
  },
  getCode: {
    who: 'candidate',
    summary: 'The saved draft; code is null if there is none',
    params: z.object({ token, problemId: pathId, languageId: pathId }),
    output: view.codeView,
    errors: ['not_found'],
  },
  postExecution: {
    who: 'candidate_or_admin',
    summary: 'Runs a program against stdin, or without stdin against the sample tests of problem_id',
    body: z.strictObject({
      language_id: id,
      language_name: text(100).optional(),
      source_code: bytesAtMost(SOURCE_MAX_BYTES),
      room: ignored,
      stdin: bytesAtMost(STDIN_MAX_BYTES).optional(),
      problem_id: id.optional(),
      token: token.optional(),
    }),
    output: z.object({ token: z.string() }),
    errors: ['not_found', 'not_started', 'too_many_requests', 'test_over', 'conflict'],
  },
  getExecution: {
    who: 'candidate_or_admin',
    summary: "A run's state and, once done, its output",
    params: z.object({ token }),
    output: view.runView,
    errors: ['not_found'],
  },
  stopRun: {
    who: 'candidate_or_admin',
    summary: 'Stops a waiting or running run; its outcome is "stopped". A run that is done stays as it is',
    params: z.object({ token }),
    output: view.runView,
    errors: ['not_found'],
  },
  getReport: {
    who: 'invited_or_admin',
    summary:
      'The full report of one attempt, by its reference, for staff of its organization; by its own token the candidate’s report, once released',
    params: z.object({ token }),
    // Staff gives it: the number of the drive or the uuid of the assessment that the attempt is looked for in.
    query: z.object({ of: text(200).optional() }),
    output: z.union([reportView, view.ownReport]),
    errors: ['not_found', 'forbidden'],
  },
  putFinish: {
    who: 'candidate',
    summary: 'Finishes the test',
    params: z.object({ authToken: token }),
    body: finishPayload,
    output: view.finishView,
    errors: [...ofChange, 'idempotency_mismatch'],
  },
  postSnapshotUrl: {
    who: 'candidate',
    summary: 'Returns an address that accepts one JPEG by PUT for ten minutes',
    body: z.strictObject({
      drive_id: ignored,
      candidate_id: ignored,
      token: token.optional(),
      sha256: sha256Hex.optional(),
    }),
    output: z.object({ url: z.string() }),
    errors: ['not_started', 'too_many_requests'],
  },
  postSnapshot: {
    who: 'candidate',
    summary: 'Records a snapshot that was uploaded to a presigned address',
    body: z.strictObject({
      drive_id: ignored,
      candidate_id: ignored,
      token: token.optional(),
      presigned_url: upTo(2000),
    }),
    output: z.object({ snapshot: z.object({ created_at: isoTime, sha256: z.string() }) }),
    errors: [...ofChange, 'not_found'],
  },
  postFraud: {
    who: 'candidate',
    summary: 'Reports why a test was forced to end; sets its end reason',
    params: z.object({ driveId: pathId }),
    body: z.strictObject({ reason: text(500), token: token.optional() }),
    output: z.object({ recorded: z.boolean() }),
    errors: [...ofChange, 'not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
