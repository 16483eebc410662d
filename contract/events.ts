import type { LateDecision } from './views/lateWork.ts'

/** Facts that come down the event stream. Each is also reachable by GET; the stream only hints. */
export interface RunEvent {
  type: 'TestChannel'
  /** The token POST executions/submission_token answered. */
  token: string
  /** base64, as the specification's live channel sends them. */
  stdout: string
  stderr: string
  compile_output: string
  outcome: string
  message: string
  cpu_ms: number | null
  samples: RunSample[]
}

export interface RunSample {
  input: string
  expected: string
  /** base64 */
  stdout: string
  outcome: string
  passed: boolean
  cpu_ms: number | null
  memory_bytes: number | null
}

export interface SubmissionEvent {
  type: 'submission'
  submission_id: number
  /** The op it came from. */
  op_id: string
  problem_id: number
  status: 'processing' | 'accepted'
  submission_count: number
  total_testcases: number
  passed_testcases: number
  judged_testcases: number
  marks: number
  /** With the verdict alone. */
  failures?: Record<string, number>
  /** In words, why it does not count: it came late, and staff has not accepted it. */
  not_counted?: string
  /** The last decision of staff about one that came late. */
  decision?: LateDecision
}

/** Deadline, end, lease or notices changed by the server: sync again and look. */
export interface AttemptEvent {
  type: 'attempt'
  what: 'deadline' | 'ended' | 'lease' | 'notice'
}

export type StreamEvent = RunEvent | SubmissionEvent | AttemptEvent

/**
 * Notices tell what staff says to a candidate or does for one whose test has begun, or that a lost device's work came
 * in.
 */
export const noticeKinds = ['message', 'minutes', 'pause', 'resume', 'reopen', 'rules', 'adopted'] as const
export type NoticeKind = (typeof noticeKinds)[number]
