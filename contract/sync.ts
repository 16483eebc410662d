import type { Op } from './ops.ts'
import type { ReceiptFile } from './receipt.ts'
import type { DriveView, SubmissionView } from './views/candidate.ts'

/** The sync protocol as the page and the server speak it. */

export interface SyncRequest {
  proto: number
  /** The client's build stamp; told to nobody, kept for faults. */
  build: string
  lease_id: string
  lease_epoch: number
  server_epoch_seen: number
  /** The page asks for its lease with a proof where the server came back from a backup; older ones do not know how. */
  can_prove?: true | undefined
  /** Random per request; the answer repeats it, or it is no ack. */
  nonce: string
  from_seq: number
  ops: Op[]
  /** The device's whole tail: every sync commits to it. */
  tail_seq: number
  tail_hash: string
}

export type OpResult =
  /** submission_id: of a submit, where its verdict can be asked. */
  | { seq: number; op_id: string; result: 'applied' | 'applied_late'; submission_id?: number }
  | { seq: number; op_id: string; result: 'rejected'; reason: RejectReason }

export const rejectReasons = [
  'bad_body',
  'unknown_question',
  'unknown_option',
  'single_choice',
  'unknown_problem',
  'unknown_language',
  'no_submissions_left',
  'already_submitted',
  'after_finish',
  'already_finished',
  'not_over',
  'too_large',
  'log_full',
  'window_closed',
] as const
export type RejectReason = (typeof rejectReasons)[number]

export type AttemptState = 'invited' | 'running' | 'finished' | 'final'

/** The rules as they count for one candidate now: an accommodation lifts some of them, also while the test runs. */
export type AttemptRules = Pick<DriveView, 'leave_policy' | 'leave_warnings' | 'webcam' | 'lifted_rules'>

export interface SyncAnswer {
  nonce: string
  server_epoch: number
  head_seq: number
  head_hash: string
  results: OpResult[]
  server_time: string
  /** Opaque proof of server_time; ops quote it. */
  anchor: string
  deadline_at: string
  state: AttemptState
  end_reason: string | null
  /** The clock stands still since then; deadline_at lies ahead of its place by PAUSE_MARGIN_MS. */
  paused_at: string | null
  /** Id of the newest notice, 0 without one: GET notices tells those a device has not seen. */
  newest_notice: number
  /** Missing from a server that is older than the page: the device goes by those it has. */
  rules?: AttemptRules | undefined
  /** Whether the MCQs are submitted: a test that was opened again takes them back where only its time was over. */
  mcqs_submitted: boolean
  /** sha256 of snapshots logged but not stored yet. */
  missing_blobs: string[]
  receipt: string
  /** Since when the server held what the receipt speaks of; missing from a server that is older than the page. */
  receipt_at?: string
  /** After a takeover: the frozen lease's ops that now stand beside the log, up to this seq. */
  quarantined_seq?: number
}

export interface LeaseRequest {
  device_id: string
  device_name: string
  take_over?: boolean
  /** A lease of this same device that cannot go on (a fork); without it the same device gets the lease it has. */
  replaces?: string
  /** The lease that this device has, for a server that came back from a backup and may lack it, or part of its log. */
  proof?: LeaseProof | undefined
}

/** All by which a device shows a server what an earlier state of it had granted, and how much of the log it had taken. */
export interface LeaseProof {
  /** The newest epoch of the server that the device has heard of: what it heard in that one needs no proof. */
  server_epoch_seen: number
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
  started_at: string
  /** The server's signature of when the test was started; missing from tests of older versions. */
  start_proof?: string | undefined
  /** The first receipt under that lease: it proves the lease, and since when it was granted. */
  granted: ReceiptFile
  /** The newest one: all up to its head was held at its time. */
  newest: ReceiptFile
  /** The one that the candidate keeps of the end. */
  finish?: ReceiptFile | undefined
  /** The details form as it was filled in. */
  details?: { first_name: string; last_name: string; mobile_number: string } | undefined
}

/** Opens the sealed question package of this hash: the key is given with the start alone. */
export interface PackageKey {
  /** SHA-256 of the sealed bytes. */
  hash: string
  /** AES-256-GCM, base64. */
  key: string
}

/** The things a device needs to append to the log. */
export interface LeaseGrant {
  attempt_id: string
  auth_token: string
  lease_id: string
  lease_epoch: number
  /** The server's part of the lease's first prev_hash. */
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
  head_seq: number
  head_hash: string
  started_at: string
  order_seed: string
  server_epoch: number
  server_time: string
  anchor: string
  deadline_at: string
  state: AttemptState
  end_reason: string | null
  /** When the test ended; null while it runs. A device that comes to it afterwards has no other way to know. */
  finished_at: string | null
  /** How often the log up to head_seq counts that the test was left: the policy 'warn' goes on from there. */
  strikes: number
  /** How many of the full-screen attempts that log has spent. */
  screen_exits: number
  /** The clock stands still since then; deadline_at lies ahead of its place by PAUSE_MARGIN_MS. */
  paused_at: string | null
  /** Id of the newest notice, 0 without one: GET notices tells those a device has not seen. */
  newest_notice: number
  receipt: string
  receipt_at?: string
  /** The receipt of the change it was granted on, and when it was; with the start's signature, for a server that lost both. */
  granted_receipt?: string
  granted_at?: string
  start_proof?: string
  /** The key to what this attempt is asked; a package of another hash is no longer what it is asked. */
  package?: PackageKey
}

export interface SavedChoice {
  saved: number[] | null
  selected: number[] | null
  saved_at: string | null
  is_uncounted?: true | undefined
  /**
   * It is none of the log, which stood at this place or behind it: staff accepted it, or it became the answer by itself. It
   * stands over all that was written up to there.
   */
  over_seq?: number | undefined
}
export interface SavedDraft {
  problem_id: number
  language_id: number
  answer: string
  saved_at: string
  /** The op id of the submission that has the same program: nothing was changed since it. */
  submitted_as?: string | undefined
  /** It came in time and counts for nothing by itself: it was made while the clock stood. Saved again it counts. */
  is_uncounted?: true | undefined
}

export interface SavedSubmission {
  op_id: string
  submission_id: number
  problem_id: number
  language_id: number
  made_at: string
  /** How far its judging has come: an old verdict is no news to the device that goes on. */
  result: SubmissionView
}

/** Saved answers as the server holds them: what a second device starts from. */
export interface SavedAnswers {
  choices: Record<string, SavedChoice>
  drafts: SavedDraft[]
  submissions: SavedSubmission[]
  mcqs_submitted: boolean
}
