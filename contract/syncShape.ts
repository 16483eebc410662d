import { BATCH_MAX_OPS } from './constants.ts'
import { type Op, opTypes } from './ops.ts'
import { isStorable } from './storable.ts'
import type { SyncRequest } from './sync.ts'

/**
 * Whether a parsed JSON value has the form of POST sync's body, without the schema's work of building a copy and of
 * finding words for what is wrong: of the one hot call this is a tenth. Says exactly what `syncRequest` in
 * syncSchemas.ts says, which a property test holds it to; that one explains where this one says no.
 */
export function isSyncRequest(value: unknown): value is SyncRequest {
  const isProver = (value as Partial<SyncRequest> | null)?.can_prove === true
  if (!hasKeys(value, isProver ? 11 : 10)) return false
  const request = value as Partial<Record<keyof SyncRequest, unknown>>
  return (
    request.proto === 1 &&
    isText(request.build, 100) &&
    isKey(request.lease_id) &&
    isInteger(request.lease_epoch, 1, Number.MAX_SAFE_INTEGER) &&
    isInteger(request.server_epoch_seen, 0, Number.MAX_SAFE_INTEGER) &&
    isKey(request.nonce) &&
    isInteger(request.from_seq, 1, SEQ_MAX) &&
    isInteger(request.tail_seq, 0, SEQ_MAX) &&
    (request.tail_hash === '' || isHash(request.tail_hash)) &&
    Array.isArray(request.ops) &&
    request.ops.length <= BATCH_MAX_OPS &&
    request.ops.every(isOp)
  )
}

function isOp(value: unknown): value is Op {
  if (!hasKeys(value, 15)) return false
  const op = value as Partial<Record<keyof Op, unknown>>
  return (
    isKey(op.op_id) &&
    isKey(op.attempt_id) &&
    isKey(op.lease_id) &&
    isInteger(op.seq, 1, SEQ_MAX) &&
    types.has(op.type) &&
    isStorableText(op.key, 100) &&
    (op.body === null || isText(op.body, OP_BODY_MAX)) &&
    isHash(op.body_hash) &&
    isHash(op.prev_hash) &&
    isHash(op.hash) &&
    isStorableText(op.boot_id, 64) &&
    isInteger(op.mono_ms, -TIME_MAX, TIME_MAX) &&
    isInteger(op.wall_ms, -TIME_MAX, TIME_MAX) &&
    isStorableText(op.anchor_id, 200) &&
    isInteger(op.est_server_ms, -TIME_MAX, TIME_MAX)
  )
}

/** In units; more than any batch holds. */
export const OP_BODY_MAX = 1_000_000
const SEQ_MAX = 10_000_000
/** The largest time a Date can hold. */
const TIME_MAX = 8_640_000_000_000_000
const types = new Set<unknown>(opTypes)

/** As many keys as wanted: that each of them is there, the checks of each say. */
function hasKeys(value: unknown, count: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === count
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && (value.length <= max || (value.length <= 2 * max && [...value].length <= max))
const isStorableText = (value: unknown, max: number): boolean => isText(value, max) && isStorable(value)

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

const isKey = (value: unknown): boolean => isText(value, 64) && /^[\w-]{16,64}$/.test(value)
const isHash = (value: unknown): boolean => isText(value, 64) && /^[0-9a-f]{64}$/.test(value)
