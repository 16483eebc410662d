import type { z } from 'zod'
import type { receiptCheckForm } from '#contract/forms/receipt.ts'
import { type ReceiptFacts, receiptCode, receiptTag, refPrefixOf } from '#contract/receipt.ts'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { listLeaseChain } from '#db/queries/leases.ts'
import { listMovedLogs } from '#db/queries/movedLogs.ts'
import { findLog, type LogRow, listLogsByPrefix, listReceiptsByCode } from '#db/queries/receipts.ts'
import { checkLog } from '../attempts/checkLog.ts'
import { noteShown } from '../attempts/receipts.ts'
import { Buckets } from '../auth/limits.ts'
import { isErased } from '../backups/erased.ts'
import type { Context } from '../context.ts'
import { NO_ADDRESS } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { isSignedElsewhere, sha256 } from '../kit/keys.ts'
import { Semaphore } from '../kit/semaphore.ts'
import { markOfAttempt } from './retention/erasing.ts'

/** The proof that a receipt gives. Anybody may ask for it, so asking often is dear, and it names nobody. */

const CHECKS_AT_ONCE = 20
const CHECKS_PER_MINUTE = 10
const limits = new WeakMap<Context['db'], { byAddress: Buckets; turns: Semaphore }>()

function limitsOf(ctx: Context) {
  let own = limits.get(ctx.db)
  if (!own) {
    // A log is walked for an answer: one at a time, whoever asks.
    own = { byAddress: new Buckets(CHECKS_AT_ONCE, CHECKS_PER_MINUTE, ctx.now), turns: new Semaphore(1) }
    limits.set(ctx.db, own)
  }
  return own
}

/** @throws DomainError too_many_requests */
export async function checkReceipt(
  ctx: Context,
  given: z.output<typeof receiptCheckForm>,
  address: string,
): Promise<ReceiptCheck> {
  const { byAddress, turns } = limitsOf(ctx)
  if (address !== NO_ADDRESS) {
    const wait = byAddress.wait(address)
    if (wait > 0)
      throw new DomainError(
        'too_many_requests',
        `Too many receipts were checked from here. Wait ${wait} seconds.`,
        {
          retryAfterSeconds: wait,
        },
      )
    byAddress.take(address)
  }
  const release = await turns.acquire()
  try {
    return 'code' in given ? await checkCode(ctx, given.code) : await checkFile(ctx, given)
  } finally {
    release()
  }
}

const nothing = {
  checkable_by: null,
  time: null,
  changes: null,
  held: null,
  later: null,
  is_ended: null,
} satisfies Partial<ReceiptCheck>

async function checkFile(
  ctx: Context,
  { receipt, holdfast_receipt: _, ...facts }: ReceiptFacts & { receipt: string; holdfast_receipt: 1 },
): Promise<ReceiptCheck> {
  const code = receiptCode(sha256, facts.attempt_id, receipt)
  const log = await findLog(ctx.db.read, facts.attempt_id)
  const signed = await signedBy(ctx, facts, receipt, log)
  if (signed === null) return { outcome: 'foreign', code, ...nothing }
  return against(ctx, facts, log, { code, ...signed })
}

/** The server that made a receipt: this one, or one that the test came from; null where it is none of both. */
async function signedBy(ctx: Context, facts: ReceiptFacts, receipt: string, log: LogRow | undefined) {
  const by = ctx.keys.readReceipt(facts, receipt)
  if (by !== null) return { by, isMoved: false }
  const moved = log ? await listMovedLogs(ctx.db.read, log.id) : []
  return moved.some(({ receipt_key }) => isSignedElsewhere(receipt_key, facts, receipt))
    ? { by: 'anybody' as const, isMoved: true }
    : null
}

async function checkCode(ctx: Context, code: string): Promise<ReceiptCheck> {
  const unknown: ReceiptCheck = { outcome: 'unknown', code, ...nothing }
  const prefix = refPrefixOf(code)
  if (prefix === null) return unknown
  for (const { ref, at, ...row } of await listReceiptsByCode(ctx.db.read, code)) {
    const facts = { ...row, attempt_id: ref, time: new Date(at).toISOString() }
    const log = await findLog(ctx.db.read, ref)
    const signed = await signedBy(ctx, facts, row.receipt, log)
    if (signed) return against(ctx, facts, log, { code, ...signed })
  }
  for (const log of await listLogsByPrefix(ctx.db.read, prefix)) {
    if (receiptTag(log.ref) !== code.slice(0, 4)) continue
    const facts = await findInLog(ctx, log, code)
    if (facts) return against(ctx, facts, log, { code, by: 'server', isMoved: false })
  }
  return unknown
}

/** The head of a running test whose receipt has this code: what was signed is made anew from the log. */
async function findInLog(ctx: Context, log: LogRow, code: string): Promise<ReceiptFacts | null> {
  let found: ReceiptFacts | null = null
  const look = (leaseId: string, seq: number, hash: string, at: number): void => {
    for (let epoch = ctx.serverEpoch; epoch > 0 && !found; epoch--) {
      const facts = {
        attempt_id: log.ref,
        lease_id: leaseId,
        head_seq: seq,
        head_hash: hash,
        time: new Date(at).toISOString(),
        server_epoch: epoch,
      }
      if (receiptCode(sha256, log.ref, ctx.keys.receipt(facts)) === code) found = facts
    }
  }
  for (const lease of await listLeaseChain(ctx.db.read, log.id))
    look(lease.lease_id, lease.granted_head_seq, lease.granted_head_hash, lease.granted_at)
  if (!found)
    await checkLog(ctx.keys, ctx.db.read, log, (op) => look(op.lease_id, op.seq, op.hash, op.received_at))
  return found
}

/** Holds a receipt of ours against the log it speaks of. */
async function against(
  ctx: Context,
  facts: ReceiptFacts,
  log: LogRow | undefined,
  { code, by, isMoved }: { code: string; by: 'anybody' | 'server'; isMoved: boolean },
): Promise<ReceiptCheck> {
  let held = 0
  let hash = facts.head_seq === 0 ? facts.head_hash : ''
  const faults = log
    ? await checkLog(ctx.keys, ctx.db.read, log, (op) => {
        if (op.seq > facts.head_seq) return
        held = op.seq
        if (op.seq === facts.head_seq) hash = op.hash
      })
    : []
  const isBroken = faults.some(({ seq }) => seq === null || seq <= facts.head_seq)
  const isThere = held === facts.head_seq
  const isHeld = isThere && hash === facts.head_hash && !isBroken && log !== undefined
  // Since a server came back from a backup its log may have gone on in another way.
  const isLost = !isBroken && (!isThere || (!isMoved && facts.server_epoch < ctx.serverEpoch))
  if (!isHeld && isLost) {
    // The one of a server that the test came from speaks of that one's backups.
    // A test that was erased is owed to nobody.
    const isOwed =
      !isMoved &&
      (log !== undefined || !(await isErased(ctx.config.dataDirectory, markOfAttempt(ctx, facts.attempt_id))))
    if (isOwed) await ctx.db.write((tx) => noteShown(tx, facts, ctx.now()))
    if (isThere) held = 0
  }
  return {
    outcome: isHeld ? 'held' : isLost ? 'missing' : 'altered',
    code,
    checkable_by: by,
    time: facts.time,
    changes: facts.head_seq,
    held: log ? held : 0,
    later: log ? Math.max(0, log.head_seq - facts.head_seq) : 0,
    is_ended: log ? log.finished_at !== null : null,
  }
}
