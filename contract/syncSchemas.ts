import { z } from 'zod'
import { BATCH_MAX_OPS } from './constants.ts'
import { receiptFile } from './forms/receipt.ts'
import { type Op, opTypes } from './ops.ts'
import { firstName, id, isoTime, lastName, mobile, sha256Hex, text, upTo } from './primitives.ts'
import {
  type LeaseGrant,
  type LeaseProof,
  type LeaseRequest,
  rejectReasons,
  type SavedAnswers,
  type SyncAnswer,
  type SyncRequest,
} from './sync.ts'
import { OP_BODY_MAX } from './syncShape.ts'
import { driveView, submissionView } from './views/candidate.ts'

const NO_KEY = 'must be 16 to 64 url-safe characters'
const key22 = upTo(64, { tooLong: NO_KEY }).regex(/^[\w-]{16,64}$/, NO_KEY)
const seq = z.number().int().min(1).max(10_000_000)
const millis = z.number().int().min(-8_640_000_000_000_000).max(8_640_000_000_000_000)

export const opSchema: z.ZodType<Op> = z.strictObject({
  op_id: key22,
  attempt_id: key22,
  lease_id: key22,
  seq,
  type: z.enum(opTypes),
  key: text(100),
  /** Measured as a whole here; what one op may hold is asked where it is applied. */
  body: upTo(OP_BODY_MAX).nullable(),
  body_hash: sha256Hex,
  prev_hash: sha256Hex,
  hash: sha256Hex,
  boot_id: text(64),
  mono_ms: millis,
  wall_ms: millis,
  anchor_id: text(200),
  est_server_ms: millis,
})

export const syncRequest: z.ZodType<SyncRequest> = z.strictObject({
  proto: z.number().int().min(1).max(1),
  build: upTo(100),
  lease_id: key22,
  lease_epoch: z.number().int().min(1),
  server_epoch_seen: z.number().int().min(0),
  can_prove: z.literal(true).optional(),
  nonce: key22,
  from_seq: seq,
  ops: z.array(opSchema).max(BATCH_MAX_OPS),
  tail_seq: z.number().int().min(0).max(10_000_000),
  tail_hash: z.union([sha256Hex, z.literal('')]),
})

const leaseProof: z.ZodType<LeaseProof> = z.strictObject({
  server_epoch_seen: z.number().int().min(0),
  nonce: key22,
  granted_head_seq: z.number().int().min(0).max(10_000_000),
  granted_head_hash: z.union([sha256Hex, z.literal('')]),
  started_at: upTo(40).pipe(z.iso.datetime()),
  start_proof: text(100).optional(),
  granted: receiptFile,
  newest: receiptFile,
  finish: receiptFile.optional(),
  details: z.strictObject({ first_name: firstName, last_name: lastName, mobile_number: mobile }).optional(),
})

export const leaseRequest: z.ZodType<LeaseRequest> = z.strictObject({
  device_id: key22,
  device_name: text(100),
  take_over: z.boolean().optional(),
  replaces: key22.optional(),
  proof: leaseProof.optional(),
})

const attemptState = z.enum(['invited', 'running', 'finished', 'final'])

export const syncAnswer: z.ZodType<SyncAnswer> = z.object({
  nonce: z.string(),
  server_epoch: z.number(),
  head_seq: z.number(),
  head_hash: z.string(),
  results: z.array(
    z.union([
      z.object({
        seq: z.number(),
        op_id: z.string(),
        result: z.enum(['applied', 'applied_late']),
        submission_id: id.optional(),
      }),
      z.object({
        seq: z.number(),
        op_id: z.string(),
        result: z.literal('rejected'),
        reason: z.enum(rejectReasons),
      }),
    ]),
  ),
  server_time: isoTime,
  anchor: z.string(),
  deadline_at: isoTime,
  state: attemptState,
  end_reason: z.string().nullable(),
  paused_at: isoTime.nullable(),
  newest_notice: z.number(),
  rules: driveView
    .pick({ leave_policy: true, leave_warnings: true, webcam: true, lifted_rules: true })
    .optional(),
  mcqs_submitted: z.boolean(),
  missing_blobs: z.array(z.string()),
  receipt: z.string(),
  receipt_at: isoTime,
  quarantined_seq: z.number().optional(),
})

export const savedAnswers: z.ZodType<SavedAnswers> = z.object({
  choices: z.record(
    z.string(),
    z.object({
      saved: z.array(id).nullable(),
      selected: z.array(id).nullable(),
      saved_at: isoTime.nullable(),
      is_uncounted: z.literal(true).optional(),
      over_seq: z.number().optional(),
    }),
  ),
  drafts: z.array(
    z.object({
      problem_id: id,
      language_id: id,
      answer: z.string(),
      saved_at: isoTime,
      submitted_as: z.string().optional(),
      is_uncounted: z.literal(true).optional(),
    }),
  ),
  submissions: z.array(
    z.object({
      op_id: z.string(),
      submission_id: id,
      problem_id: id,
      language_id: id,
      made_at: isoTime,
      result: submissionView,
    }),
  ),
  mcqs_submitted: z.boolean(),
})

export const leaseGrant: z.ZodType<LeaseGrant> = z.object({
  attempt_id: z.string(),
  auth_token: z.string(),
  lease_id: z.string(),
  lease_epoch: z.number(),
  nonce: z.string(),
  granted_head_seq: z.number(),
  granted_head_hash: z.string(),
  head_seq: z.number(),
  head_hash: z.string(),
  started_at: isoTime,
  order_seed: z.string(),
  server_epoch: z.number(),
  server_time: isoTime,
  anchor: z.string(),
  deadline_at: isoTime,
  state: attemptState,
  end_reason: z.string().nullable(),
  finished_at: isoTime.nullable(),
  strikes: z.number(),
  screen_exits: z.number(),
  paused_at: isoTime.nullable(),
  newest_notice: z.number(),
  receipt: z.string(),
  receipt_at: isoTime,
  granted_receipt: z.string(),
  granted_at: isoTime,
  start_proof: z.string(),
  package: z.object({ hash: z.string(), key: z.string() }).optional(),
})
