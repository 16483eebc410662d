import { z } from 'zod'
import { SOURCE_MAX_BYTES } from './constants.ts'
import { hasItsKey, type Op, type OpBodies, type OpType, type TypedOp } from './ops.ts'
import { id, sha256Hex, text } from './primitives.ts'

const TOO_LARGE = `is longer than ${SOURCE_MAX_BYTES} bytes`
const source = text(SOURCE_MAX_BYTES, { tooLong: TOO_LARGE }).refine(
  (s) => new TextEncoder().encode(s).length <= SOURCE_MAX_BYTES,
  TOO_LARGE,
)
const choice = z.strictObject({ question_id: id, selected_options: z.array(id).max(50) })
const span = z.strictObject({
  ms: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  counted: z.boolean().optional(),
  why: text(200).optional(),
})

/** The body of each op type. A body that does not fit rejects that op alone. */
export const opBodies = {
  mcq_select: choice,
  mcq_save: choice,
  mcq_submit_all: z.strictObject({ at_zero: z.boolean().optional() }),
  draft: z.strictObject({ problem_id: id, language_id: id, answer: source }),
  submit: z.strictObject({ problem_id: id, language_id: id, source_code: source }),
  finish: z.strictObject({ reason: z.enum(['candidate', 'timeout', 'switched', 'feedback']) }),
  feedback: z.strictObject({ rating: z.number().int().min(1).max(5).nullable(), comment: text(5000) }),
  fraud_report: z.strictObject({ reason: text(500) }),
  snapshot_taken: z.strictObject({ sha256: sha256Hex, bytes: z.number().int().min(1).max(300_000) }),
  focus_lost: span,
  focus_returned: span,
  fullscreen_left: span,
  fullscreen_entered: span,
  copy_attempt: span,
  camera_lost: span,
  camera_returned: span,
  offline: span,
  online: span,
  clock_jump: span,
  sync_stall: span,
  restored: span,
} as const satisfies { [K in OpType]: z.ZodType<OpBodies[K]> }

/**
 * An op's content, in the form of its schema.
 * @returns undefined where that is no JSON, does not fit its type, or stands under another key than its own
 */
export function parseOp({
  type,
  key,
  body,
}: Pick<Op, 'type' | 'key'> & { body: string }): TypedOp | undefined {
  try {
    const parsed = opBodies[type].safeParse(JSON.parse(body))
    if (!parsed.success) return undefined
    const op = { type, body: parsed.data } as TypedOp
    return hasItsKey(key, op) ? op : undefined
  } catch {
    return undefined
  }
}
