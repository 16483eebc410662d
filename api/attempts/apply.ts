import { deflateRawSync } from 'node:zlib'
import { LOG_MAX_BYTES, LOG_MAX_OPS, LOG_MOST_OPS } from '#contract/constants.ts'
import { parseOp } from '#contract/opSchemas.ts'
import { choiceKey, codeKey, isWork, type Op, type TypedOp } from '#contract/ops.ts'
import type { OpResult, RejectReason } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import { findSubmissionByOp } from '#db/queries/judging.ts'
import { findUnbrokenSince, type HeldLease } from '#db/queries/leases.ts'
import * as log from '#db/queries/log.ts'
import { listPauses } from '#db/queries/notices.ts'
import { refusalOf, setsItsKey } from '#machines/attempt/rules.ts'
import { type Downtime, madeAt, type Pause, type Verdict, verdictOf } from '#machines/attempt/verdict.ts'
import { DomainError } from '../kit/errors.ts'
import type { Keys } from '../kit/keys.ts'
import { bodyHolds, genesisOf, hashHolds, sealOf } from './chain.ts'
import { contactBefore } from './contact.ts'
import type { ContentCache } from './content.ts'
import { type AppliedOp, runEffects } from './effects.ts'
import { advance, loadFacts } from './facts.ts'
import { commitmentFor, matchesCommitment, type TailCommitment } from './tailCommitments.ts'

/** The parts of the server that applying needs; the simulator gives its own clock. */
export interface ApplyContext {
  keys: Keys
  now: () => number
  random: (bytes: number) => string
  content: ContentCache
  serverEpoch: number
  downtime: readonly Downtime[]
}

export interface Batch {
  ops: readonly Op[]
  /** Last byte in, before any queue. */
  receivedAt: number
  announced: readonly TailCommitment[]
  /** A plain call without op data: it counts as made when it was received. */
  plain?: boolean
}

export interface Applied {
  results: OpResult[]
  head_seq: number
  head_hash: string
  head_seal: string
  /** Stored bodies of the batch. */
  bytes: number
  /** The attempt's row changed beside its head; read it again before answering from it. */
  changed: boolean
}

/** Bodies shorter than this do not gain by deflating. */
const DEFLATE_FROM = 400

/**
 * Appends a batch to the attempt log: in order, each op exactly once, none skipped. Everything runs inside the
 * caller's transaction, so a refusal leaves the head where it was.
 * @throws DomainError gap {expected_seq}, fork, invalid (a header that does not hold)
 */
export async function applyOps(
  ctx: ApplyContext,
  tx: Queries,
  head: log.HeadRow,
  lease: HeldLease,
  batch: Batch,
): Promise<Applied> {
  const { ops } = batch
  for (const op of ops) requireHeader(op, head, lease)
  if ((ops.at(-1)?.seq ?? 0) > LOG_MOST_OPS) throw logFull()
  const content = await ctx.content.get(tx, head)
  const facts = await loadFacts(tx, head, content, new Set(ops.map((op) => op.type)))
  const pauses = await pausesOf(tx, head)
  const unbrokenSince = await findUnbrokenSince(tx, head.id, lease)
  const stored = await storedBefore(tx, head, ops)
  const results: OpResult[] = []
  const applied: AppliedOp[] = []
  let bytes = 0
  let seq = head.head_seq
  let hash = head.head_hash
  let seal = head.head_seal
  for (const op of ops) {
    if (op.seq <= seq && op.seq <= head.head_seq) {
      results.push(repeated(stored.get(op.seq), op))
      continue
    }
    if (op.seq !== seq + 1)
      throw new DomainError('gap', 'An earlier change is missing.', { details: { expected_seq: seq + 1 } })
    const expected = seq === lease.granted_head_seq ? genesisOf(lease, head.ref) : hash
    if (op.prev_hash !== expected || !matchesCommitment(batch.announced, op)) throw fork(seq)
    let decided = decide(ctx, head, unbrokenSince, batch, op, { facts, pauses })
    let row = storedForm(head.id, op, decided)
    if (isFull(op, decided, head.log_bytes + bytes + (row.body?.length ?? 0))) {
      decided = { ...decided, reason: 'log_full' }
      row = storedForm(head.id, op, decided)
    }
    bytes += row.body?.length ?? 0
    const inserted = await log.insertOp(tx, row)
    if (inserted === 0) throw fork(seq)
    const { said } = decided
    if (decided.reason === null && said) advance(facts, said, decided.verdict)
    if (said && setsItsKey(op.type, decided.reason)) {
      const { made, receivedAt, verdict } = decided
      applied.push({ op, said, made, receivedAt, verdict, isRefused: decided.reason !== null })
      if (lease.epoch > 1 && isWork(op.type)) {
        const { key, seq } = op
        await log.insertFirstWriting(tx, { attempt_id: head.id, key, epoch: lease.epoch, seq })
      }
    }
    results.push(
      decided.reason === null
        ? { seq: op.seq, op_id: op.op_id, result: decided.result }
        : { seq: op.seq, op_id: op.op_id, result: 'rejected', reason: decided.reason },
    )
    seq = op.seq
    hash = op.hash
    seal = sealOf(ctx.keys, seal, row)
  }
  await saveAnswers(tx, head.id, applied)
  const effects = await runEffects(ctx, tx, head, content, applied)
  await nameSubmissions(tx, head.id, ops, results)
  return { results, head_seq: seq, head_hash: hash, head_seal: seal, bytes, ...effects }
}

/** A submit's result names its submission, the first time and every time it is repeated. */
async function nameSubmissions(
  tx: Queries,
  attemptId: number,
  ops: readonly Op[],
  results: OpResult[],
): Promise<void> {
  for (const op of ops) {
    if (op.type !== 'submit') continue
    const result = results.find((r) => r.op_id === op.op_id)
    const row = await findSubmissionByOp(tx, attemptId, op.op_id)
    if (row && result && result.result !== 'rejected') result.submission_id = row.id
  }
}

function requireHeader(op: Op, head: log.HeadRow, lease: HeldLease): void {
  if (op.attempt_id !== head.ref || op.lease_id !== lease.lease_id || !hashHolds(op))
    throw new DomainError('invalid', `The header of change ${op.seq} does not hold.`)
}

const fork = (headSeq: number) =>
  new DomainError('fork', 'The changes of this device do not continue what the server holds.', {
    details: { head_seq: headSeq },
  })

/** A full log takes the ops that end a test too, because nobody should wait for an end that cannot come. */
const endsTheTest: ReadonlySet<string> = new Set(['mcq_submit_all', 'finish', 'feedback', 'fraud_report'])

/**
 * Whether an op is kept by its hash alone, so that what comes behind it can still be taken. A refused op ends nothing.
 */
const isFull = ({ seq, type }: Op, { reason }: Decided, bytes: number): boolean =>
  !(endsTheTest.has(type) && reason === null) && (seq > LOG_MAX_OPS || bytes > LOG_MAX_BYTES)

const logFull = () =>
  new DomainError(
    'too_many_requests',
    'The log of this test is full. What was not taken stays on the device.',
    {
      retryAfterSeconds: 600,
    },
  )

/** A test of which staff never said anything was never paused. */
export const pausesOf = async (tx: Queries, head: log.HeadRow): Promise<readonly Pause[]> =>
  head.newest_notice === 0 ? [] : listPauses(tx, head.id)

async function storedBefore(tx: Queries, head: log.HeadRow, ops: readonly Op[]) {
  const again = ops.filter(({ seq }) => seq <= head.head_seq).map(({ seq }) => seq)
  if (again.length === 0) return new Map<number, log.StoredOp>()
  const rows = await log.listStoredOpsAt(tx, head.id, again)
  return new Map(rows.map((row) => [row.seq, row]))
}

function repeated(known: log.StoredOp | undefined, op: Op): OpResult {
  if (!known || known.op_id !== op.op_id || known.body_hash !== op.body_hash || known.hash !== op.hash)
    throw fork(known?.seq ?? op.seq)
  return resultOf(known)
}

/** A stored op's answer, the same each time it is asked for. */
export function resultOf(known: log.StoredOp): OpResult {
  return known.result === 'rejected'
    ? { seq: known.seq, op_id: known.op_id, result: 'rejected', reason: known.reason as RejectReason }
    : { seq: known.seq, op_id: known.op_id, result: known.result }
}

interface Decided {
  /** Nothing where its body does not fit. */
  said: TypedOp | undefined
  made: number
  receivedAt: number
  announcedAt: number
  verdict: Verdict
  result: 'applied' | 'applied_late' | 'rejected'
  reason: RejectReason | null
}

function decide(
  ctx: ApplyContext,
  head: log.HeadRow,
  unbrokenSince: number,
  batch: Batch,
  op: Op,
  { facts, pauses }: { facts: Parameters<typeof refusalOf>[0]; pauses: readonly Pause[] },
): Decided & { result: 'applied' | 'applied_late' } {
  const announced = commitmentFor(
    batch.announced,
    op.seq,
    batch.receivedAt,
    contactBefore(head, batch.receivedAt),
  )
  // Its place in the chain rests on the lease's nonce: nothing of it can be older than that, or than those given up for it.
  const anchor = batch.plain ? null : ctx.keys.readAnchor(head.ref, op.anchor_id)
  const { receivedAt } = announced
  const times = {
    receivedAt,
    estimatedAt: batch.plain ? null : op.est_server_ms,
    anchorAt: anchor === null ? null : Math.max(anchor, unbrokenSince),
    announcedAt: announced.at,
    contactBefore: announced.contactBefore,
  }
  // The end of a test, and what was seen of it, holds also while the clock stands.
  const standing = isWork(op.type) ? pauses : []
  const verdict = verdictOf(times, {
    deadlineAt: head.deadline_at ?? 0,
    pauses: standing,
    downtime: ctx.downtime,
    maxOfflineMs: head.max_offline_minutes * 60_000,
  })
  const said = readBody(op)
  const reason =
    op.body === null
      ? 'too_large'
      : said === undefined
        ? 'bad_body'
        : refusalOf(facts, said, ctx.now(), verdict === 'late')
  const result = head.sealed_at !== null || verdict !== 'on_time' ? 'applied_late' : 'applied'
  const made = madeAt(times, standing)
  return { said, made, receivedAt, announcedAt: announced.at, verdict, result, reason }
}

/** The parsed op, or undefined: a bad body rejects that op alone. */
function readBody(op: Op): TypedOp | undefined {
  const { body } = op
  return body !== null && bodyHolds(op) ? parseOp({ ...op, body }) : undefined
}

function storedForm(attemptId: number, op: Op, decided: Decided): log.NewOp {
  // An op that comes behind the end, or finds the log full, counts for nothing: its hash is enough.
  const body = decided.reason === 'after_finish' || decided.reason === 'log_full' ? null : op.body
  const deflate = body !== null && body.length > DEFLATE_FROM
  const plain = body === null ? null : Buffer.from(body)
  return {
    attempt_id: attemptId,
    seq: op.seq,
    op_id: op.op_id,
    lease_id: op.lease_id,
    type: op.type,
    key: op.key,
    body: plain && deflate ? deflateRawSync(plain) : plain,
    body_deflated: deflate ? 1 : 0,
    body_hash: op.body_hash,
    prev_hash: op.prev_hash,
    hash: op.hash,
    boot_id: op.boot_id,
    mono_ms: op.mono_ms,
    wall_ms: op.wall_ms,
    anchor_id: op.anchor_id,
    est_server_ms: op.est_server_ms,
    made_at: decided.made,
    received_at: decided.receivedAt,
    announced_at: decided.announcedAt,
    result: decided.reason === null ? decided.result : 'rejected',
    reason: decided.reason,
    verdict: decided.verdict,
  }
}

/**
 * Writes the newest value of each key and verdict of the batch; the older ones stand in the log. A choice that comes
 * past the end is as good as saved: it must not take the place of one made in time.
 */
async function saveAnswers(tx: Queries, attemptId: number, applied: readonly AppliedOp[]): Promise<void> {
  const only = applied.length === 1 ? applied[0] : undefined
  if (only) {
    const value = answerOf(attemptId, only)
    if (value) await writeValue(tx, value)
    return
  }
  const newest = new Map<string, Value>()
  for (const item of applied) {
    const value = answerOf(attemptId, item)
    if (!value) continue
    const { key, verdict } = value.row
    if (!value.selected && verdict === 'on_time') newest.delete(`selected ${key}`)
    const name = value.selected ? `selected ${key}` : `${verdict} ${key}`
    newest.delete(name)
    newest.set(name, value)
  }
  for (const value of newest.values()) await writeValue(tx, value)
}

interface Value {
  row: log.SavedValue
  /** A choice not yet saved. */
  selected: boolean
}

const writeValue = (tx: Queries, { row, selected }: Value) =>
  selected ? log.upsertSelected(tx, row) : log.upsertSaved(tx, row)

/** The value that an op sets, or null if it sets none. */
function answerOf(attemptId: number, { op, said, made, receivedAt, verdict }: AppliedOp): Value | null {
  const row = (key: string, saved: string): log.SavedValue => ({
    attempt_id: attemptId,
    key,
    saved,
    seq: op.seq,
    at: receivedAt,
    made_at: made,
    verdict,
    from: null,
  })
  if (said.type === 'mcq_select' || said.type === 'mcq_save') {
    const { question_id, selected_options } = said.body
    return {
      row: row(choiceKey(question_id), JSON.stringify(selected_options)),
      selected: said.type === 'mcq_select' && verdict === 'on_time',
    }
  }
  if (said.type === 'draft' || said.type === 'submit') {
    const { problem_id, language_id, ...code } = said.body
    const text = 'answer' in code ? code.answer : code.source_code
    return { row: row(codeKey(problem_id, language_id), text), selected: false }
  }
  return null
}
