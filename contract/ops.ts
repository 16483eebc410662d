/**
 * The attempt log's record and its hash chain.
 * Everything a candidate does is an op; ops of one attempt form one chain through all leases.
 */

export const opTypes = [
  'mcq_select',
  'mcq_save',
  'mcq_submit_all',
  'draft',
  'submit',
  'finish',
  'feedback',
  'fraud_report',
  'snapshot_taken',
  'focus_lost',
  'focus_returned',
  'fullscreen_left',
  'fullscreen_entered',
  'copy_attempt',
  'camera_lost',
  'camera_returned',
  'offline',
  'online',
  'clock_jump',
  'sync_stall',
  'restored',
] as const

export type OpType = (typeof opTypes)[number]

/** The types that change an answer. */
export const workTypes = ['draft', 'submit', 'mcq_save', 'mcq_select'] as const satisfies OpType[]
export const isWork = (type: string): boolean => (workTypes as readonly string[]).includes(type)

/** Hashes one text, as UTF-8, to lower-case hex. node:crypto on the server, a synchronous library on the device. */
export type Sha256 = (text: string) => string

export interface Op {
  /** 22 url-safe characters of 128 random bits; also the Idempotency-Key. */
  op_id: string
  /** The attempt's public reference. */
  attempt_id: string
  lease_id: string
  /** Gapless per attempt, from 1. */
  seq: number
  type: OpType
  /** The op's subject (`mcq:7`, `code:3:2`), or '' */
  key: string
  /** JSON text; null where it was too large to send: the hash stays. */
  body: string | null
  body_hash: string
  prev_hash: string
  hash: string
  /** One per page load. */
  boot_id: string
  /** performance.now() in whole milliseconds within the boot. */
  mono_ms: number
  /** Date.now() on the device. */
  wall_ms: number
  /** The newest server time stamp the device held. */
  anchor_id: string
  /** The device's estimate of the server's time when the op was made. */
  est_server_ms: number
}

export type OpHeader = Omit<Op, 'body' | 'hash'>

/** The text the hash covers beside the previous hash: every header field in one fixed order. */
export function canonicalHeader(op: OpHeader): string {
  return JSON.stringify([
    op.op_id,
    op.attempt_id,
    op.lease_id,
    op.seq,
    op.type,
    op.key,
    op.body_hash,
    op.boot_id,
    op.mono_ms,
    op.wall_ms,
    op.anchor_id,
    op.est_server_ms,
  ])
}

/** hash = SHA-256(prev_hash ‖ canonical header), hex. */
export function opHash(sha256: Sha256, op: OpHeader): string {
  return sha256(op.prev_hash + canonicalHeader(op))
}

/** prev_hash of a lease's first op: binds the chain to the attempt, the lease, the server's nonce and the head it was granted at. */
export function leaseGenesis(
  sha256: Sha256,
  lease: { attempt_id: string; lease_id: string; nonce: string; head_hash: string },
): string {
  return sha256(`${lease.attempt_id}|${lease.lease_id}|${lease.nonce}|${lease.head_hash}`)
}

export interface ChoiceBody {
  question_id: number
  selected_options: number[]
}
export interface DraftBody {
  problem_id: number
  language_id: number
  answer: string
}
export interface SubmitBody {
  problem_id: number
  language_id: number
  source_code: string
}
/** `made` of a timeout is the deadline itself; 'switched' carries the specification's words. */
export interface FinishBody {
  reason: 'candidate' | 'timeout' | 'switched' | 'feedback'
}
export interface FraudBody {
  reason: string
}
export interface SnapshotBody {
  sha256: string
  bytes: number
}
/** focus_returned, fullscreen_entered, camera_returned, online: how long it lasted; whether the rules count it. */
export interface SpanBody {
  ms?: number | undefined
  counted?: boolean | undefined
  why?: string | undefined
}

/** With nothing of it the candidate gives no rating; the comment may be empty. */
export interface FeedbackBody {
  rating: number | null
  comment: string
}
/** at_zero: the clock reached zero on the device, nobody pressed Submit. */
export interface SubmitAllBody {
  at_zero?: boolean | undefined
}

/** The body of an op of each type. */
export interface OpBodies extends Record<Exclude<OpType, SayingType>, SpanBody> {
  mcq_select: ChoiceBody
  mcq_save: ChoiceBody
  mcq_submit_all: SubmitAllBody
  draft: DraftBody
  submit: SubmitBody
  finish: FinishBody
  feedback: FeedbackBody
  fraud_report: FraudBody
  snapshot_taken: SnapshotBody
}
/** Those that say more than that something was noticed, and for how long. */
type SayingType =
  | 'mcq_select'
  | 'mcq_save'
  | 'mcq_submit_all'
  | 'draft'
  | 'submit'
  | 'finish'
  | 'feedback'
  | 'fraud_report'
  | 'snapshot_taken'

/** The type of an op with what it says: a switch over the type knows the body. */
export type TypedOp<T extends OpType = OpType> = { [K in T]: { type: K; body: OpBodies[K] } }[T]
/** One that sets an answer. */
export type WorkOp = TypedOp<(typeof workTypes)[number]>

/** Whether an op changes an answer. */
export const isWorkOp = (op: TypedOp): op is WorkOp => isWork(op.type)

export const choiceKey = (questionId: number): string => `mcq:${questionId}`
export const codeKey = (problemId: number, languageId: number): string => `code:${problemId}:${languageId}`

/** Whether an op of work stands under the key of what it says: by the key it sets an answer, and no other one than its own. */
export function hasItsKey(key: string, op: TypedOp): boolean {
  switch (op.type) {
    case 'mcq_select':
    case 'mcq_save':
      return key === choiceKey(op.body.question_id)
    case 'draft':
    case 'submit':
      return key === codeKey(op.body.problem_id, op.body.language_id)
    default:
      return true
  }
}
