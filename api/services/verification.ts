import { consoleTexts } from '#contract/consoleTexts.ts'
import type { Op } from '#contract/ops.ts'
import { plural } from '#contract/plural.ts'
import type { Verification } from '#contract/views/verification.ts'
import type { Queries } from '#db/connect.ts'
import * as evidence from '#db/queries/evidence.ts'
import { readMeta } from '#db/queries/meta.ts'
import { listMovedLogs } from '#db/queries/movedLogs.ts'
import {
  type AnyLogRow,
  countLogs,
  findAnyLog,
  type LogRow,
  listLogs,
  listOwed,
  listReceipts,
  listWholeOps,
} from '#db/queries/receipts.ts'
import { nextTurn } from '#db/turn.ts'
import { hashHolds } from '../attempts/chain.ts'
import { checkLog } from '../attempts/checkLog.ts'
import { asHashed, asideOriginOf, type LogOrigin, originsOf } from '../attempts/movedLog.ts'
import { listRestores } from '../attempts/restores.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { isSignedElsewhere, sha256 } from '../kit/keys.ts'
import { snapshotKey } from '../storage/links.ts'
import { walkPictures } from '../storage/pictures.ts'
import { storedBytes } from '../storage/storage.ts'
import { auditHashOf } from './audit.ts'
import { struckBy } from './auditStriking.ts'
import { MadeFromLog } from './madeFromLog.ts'
import { rowsSeal } from './rowSeals.ts'
import { AUDIT_SEAL, checkAuditSeal, readAuditSeal } from './seals.ts'

/**
 * Walks all evidence an installation holds and names what does not hold: the audit log and every attempt's log with their
 * chains and the server's seals, what was made from the logs, the signed receipts and the pictures. Once everything is sealed
 * a seal that is missing is a break like one that does not fit.
 */

/** More are counted and not named: what is wrong a hundred times is wrong for one reason. */
const NAMED = 200
const PART = 200

type VerifyContext = Pick<Context, 'db' | 'keys' | 'storage' | 'now'>

/** @param told called with what was walked so far, now and then */
export async function verifyAll(
  ctx: VerifyContext,
  told: (so_far: Verification) => void = () => {},
): Promise<Verification> {
  const q = ctx.db.read
  const result: Verification = {
    state: 'running',
    started_at: new Date(ctx.now()).toISOString(),
    ended_at: null,
    sealed_since: null,
    restores: [],
    attempts: 0,
    walked: { audit_entries: 0, attempts: 0, changes: 0, receipts: 0, pictures: 0 },
    findings: [],
    more_findings: 0,
  }
  told(result)
  result.restores = (await listRestores(q)).map(({ backup_of, restored_at }) => ({ backup_of, restored_at }))
  result.attempts = await countLogs(q)
  const find = (where: string, what: string): void => {
    if (result.findings.length < NAMED) result.findings.push({ where, what })
    else result.more_findings++
  }
  const since = ctx.keys.sealedSince
  result.sealed_since = since === null ? null : new Date(since).toISOString()
  await walkAudit(ctx, result, find)
  let after = 0
  for (;;) {
    const logs = await listLogs(q, after, PART)
    for (const log of logs) {
      for (const what of await walkSteady(ctx, log.id, result.walked)) find(`attempt ${log.ref}`, what)
      after = log.id
      if (log.started_at !== null) result.walked.attempts++
      told(result)
      await nextTurn()
    }
    if (logs.length < PART) break
  }
  for await (const { key, what } of walkPictures(ctx)) {
    if (what !== null) find(`picture ${key}`, what)
    result.walked.pictures++
    told(result)
  }
  for (const owed of await listOwed(q)) find(`attempt ${owed.attempt_ref}`, owedText(owed))
  result.state = 'done'
  result.ended_at = new Date(ctx.now()).toISOString()
  return result
}

/** The part of a test that a backup lacked and no device has brought back. */
function owedText({ head_seq, held, at }: Awaited<ReturnType<typeof listOwed>>[number]): string {
  const shown = `a receipt of ${new Date(at).toISOString()} was shown for ${plural(head_seq, 'change')}`
  if (held === null) return `${shown}, and this test is not there`
  return held < head_seq ? `${shown}, and ${held} are there` : `${shown}, and the log is another one by now`
}

async function walkAudit(
  ctx: VerifyContext,
  result: Verification,
  find: (where: string, what: string) => void,
): Promise<void> {
  const q = ctx.db.read
  // Read before the entries: what comes meanwhile is sealed later.
  const stored = await readMeta(q, AUDIT_SEAL)
  const sealed = readAuditSeal(stored)
  if (sealed === null && (stored !== null || ctx.keys.sealedSince !== null))
    find('audit log', 'the server’s seal is missing')
  let previous = ''
  let after = 0
  // Entries that are not as they were written: one that a later entry struck has the hash that stands there.
  const changed = new Map<number, string>()
  for (;;) {
    const rows = await evidence.listAuditRows(q, after, PART)
    for (const row of rows) {
      const where = `audit entry ${row.id}`
      if (row.prev_hash !== previous) find(where, 'it does not follow the entry before it')
      const entry = parsed(row)
      const hash = auditHashOf(entry)
      if (row.prev_hash === previous && hash !== row.hash) changed.set(row.id, hash)
      for (const [id, left] of struckBy(entry)) if (changed.get(id) === left) changed.delete(id)
      previous = row.hash
      after = row.id
      result.walked.audit_entries++
    }
    if (rows.length < PART) break
    await nextTurn()
  }
  for (const id of changed.keys()) find(`audit entry ${id}`, 'it was changed')
  if (sealed === null) return
  const standing = await checkAuditSeal(ctx, q, sealed)
  if (standing === 'holds') return
  if (standing === 'missing')
    find('audit log', `entry ${sealed.id}, up to which the server sealed it, is missing`)
  else find(`audit entry ${sealed.id}`, 'entries up to it are not those that the server sealed')
}

function parsed({ before, after, ...row }: evidence.AuditEvidence) {
  const read = (json: string | null): unknown => {
    try {
      return json === null ? null : JSON.parse(json)
    } catch {
      return undefined
    }
  }
  return { ...row, before: read(before), after: read(after) }
}

type Walked = Verification['walked']
type Find = (what: string) => unknown

/** The findings of one attempt alone, begun or not, in words. */
export const findingsOf = (ctx: VerifyContext, attemptId: number): Promise<string[]> =>
  walkSteady(ctx, attemptId, { audit_entries: 0, attempts: 0, changes: 0, receipts: 0, pictures: 0 })

/** How often a test that changes while it is read is read again. */
export const READ_AGAIN = 5

/**
 * A log is read up to the head it had; what is beside it may be another one by the time it is read. A fault found there
 * counts if the test has not changed meanwhile; the walk after its end tells of one that never rests.
 */
async function walkSteady(ctx: VerifyContext, id: number, walked: Walked): Promise<string[]> {
  for (let read = 1; ; read++) {
    const before = await findAnyLog(ctx.db.read, id)
    // Deleted since it was listed.
    if (!before) return []
    const found: string[] = []
    const beside: string[] = []
    const counts = { changes: 0, receipts: 0, pictures: 0 }
    const { started_at } = before
    if (started_at !== null)
      beside.push(...(await walkBegun(ctx, { ...before, started_at }, counts, (what) => found.push(what))))
    await walkRows(ctx, before, (what) => beside.push(what))
    const isSteady = JSON.stringify(before) === JSON.stringify(await findAnyLog(ctx.db.read, id))
    if (beside.length > 0 && !isSteady && read < READ_AGAIN) continue
    walked.changes += counts.changes
    walked.receipts += counts.receipts
    walked.pictures += counts.pictures
    return isSteady ? [...found, ...beside] : found
  }
}

/** @returns what does not follow from the log, as far as it had not changed meanwhile */
async function walkBegun(
  ctx: VerifyContext,
  log: LogRow,
  walked: Pick<Walked, 'changes' | 'receipts' | 'pictures'>,
  find: Find,
): Promise<string[]> {
  const q = ctx.db.read
  const made = new MadeFromLog()
  const faults = await checkLog(ctx.keys, q, log, (op) => made.take(op))
  for (const { seq, what } of faults) find(seq === null ? `the log: ${what}` : `change ${seq}: ${what}`)
  if (ctx.keys.sealedSince !== null && log.head_seq > 0 && log.sealed_from !== 1)
    find('the log: its first changes are without the server’s seal')
  walked.changes += log.head_seq
  const origins = originsOf(await listMovedLogs(q, log.id))
  await walkReceipts(ctx, log, origins, walked, find)
  await walkAside(ctx, log, origins, made, find)
  for (const { sha256: name } of await evidence.listStoredPictures(q, log.id)) {
    const bytes = await storedBytes(ctx.storage, snapshotKey(log.ref, name))
    if (bytes === null) find(`picture ${name.slice(0, 12)}… is missing`)
    else if (sha256(bytes) !== name) find(`picture ${name.slice(0, 12)}… was changed`)
    walked.pictures++
  }
  // Nothing follows from a log that does not hold.
  return faults.length === 0 ? made.check(q, log.id) : []
}

/** Also of whoever has not begun: that a test had begun is in its row, and could be taken out of it. */
async function walkRows({ db, keys }: VerifyContext, log: AnyLogRow, find: Find): Promise<void> {
  if (keys.sealedSince === null && log.rows_seal === '') return
  const weights: bigint[] = []
  for await (const row of evidence.listSealedRows(db.read, log.id)) weights.push(keys.rowWeight(row))
  if (rowsSeal(keys, log, weights) !== log.rows_seal)
    find('the records beside the log (marks, times, decisions, kept work) are not what the server sealed')
}

async function walkAside(
  ctx: VerifyContext,
  log: LogRow,
  origins: readonly LogOrigin[],
  made: MadeFromLog,
  find: Find,
): Promise<void> {
  let after: evidence.AsideRow | undefined
  for (;;) {
    const rows = await evidence.listAsideOps(ctx.db.read, log.id, after)
    for (const row of rows) {
      const op = asideOp(row, asideOriginOf(origins, row.received_at))
      if (op) made.takeAside(row, op)
      else find('work kept beside the log was changed')
    }
    after = rows.at(-1)
    if (!after) return
    await nextTurn()
  }
}

async function walkReceipts(
  ctx: VerifyContext,
  log: LogRow,
  origins: readonly LogOrigin[],
  walked: Pick<Walked, 'receipts'>,
  find: Find,
): Promise<void> {
  for (const row of await listReceipts(ctx.db.read, log.id)) {
    const facts = { ...row, attempt_id: log.ref, time: new Date(row.at).toISOString() }
    const isSigned =
      ctx.keys.readReceipt(facts, row.receipt) === 'anybody' ||
      origins.some(({ receiptKey }) => isSignedElsewhere(receiptKey, facts, row.receipt))
    if (!isSigned) find(`the receipt of change ${row.head_seq} was changed`)
    else if ((await hashAt(ctx.db.read, log.id, row.head_seq)) !== row.head_hash)
      find(`change ${row.head_seq} is not the one that was signed`)
    walked.receipts++
  }
}

async function hashAt(q: Queries, attemptId: number, seq: number): Promise<string | undefined> {
  if (seq === 0) return ''
  return (await listWholeOps(q, attemptId, seq - 1, 1))[0]?.hash
}

/** An op beside the log as its device wrote it; null where its columns or its header are others. */
function asideOp({ op: text, ...row }: evidence.AsideRow, origin: LogOrigin | undefined): Op | null {
  try {
    const op = JSON.parse(text) as Op
    const isIt =
      op.hash === row.hash &&
      op.seq === row.seq &&
      op.lease_id === row.lease_id &&
      op.op_id === row.op_id &&
      op.type === row.type &&
      op.key === row.key
    const holds = (key: string): boolean => hashHolds({ ...op, key })
    const told = isIt ? asHashed(origin, op, holds) : null
    return told && holds(told.key) ? op : null
  } catch {
    return null
  }
}

const newest = new WeakMap<Context['db'], Verification>()

/** The newest walk since the server started; null where there was none. */
export const newestVerification = (ctx: Context): Verification | null => newest.get(ctx.db) ?? null

/** Begins a walk beside the server's work, and answers how it stands; one that runs goes on. */
export function beginVerification(ctx: Context): Verification {
  const running = newest.get(ctx.db)
  if (running?.state === 'running') return running
  const told = (so_far: Verification): void => void newest.set(ctx.db, so_far)
  void verifyAll(ctx, told).catch((error: unknown) => {
    ctx.log.error({ error: formatErrorLine(error) }, 'the check of all evidence was interrupted')
    const last = newest.get(ctx.db)
    if (last) newest.set(ctx.db, { ...last, state: 'failed', ended_at: new Date(ctx.now()).toISOString() })
  })
  const begun = newest.get(ctx.db)
  if (!begun) throw new Error('A walk tells of itself as it begins')
  return begun
}

/** A walk as the command prints it. */
export function formatVerification(found: Verification): string {
  const { walked, findings, more_findings, sealed_since, restores } = found
  const lines = [
    `Checked ${plural(walked.attempts, 'test')} with ${plural(walked.changes, 'change')}, ${plural(walked.receipts, 'receipt')} and ${plural(walked.pictures, 'picture')}, and ${plural(walked.audit_entries, 'entry', 'entries')} of the audit log.`,
    sealed_since === null
      ? 'Not everything is sealed yet: the server seals it at its next start.'
      : `Everything is sealed since ${sealed_since}; older records were sealed then, as they were.`,
    ...restores.map(
      ({ backup_of, restored_at }) =>
        `Set up again on ${restored_at} from a backup of ${backup_of}: what was saved in between is there where a device sent it again.`,
    ),
    ...findings.map(({ where, what }) => `${where}: ${what}`),
  ]
  if (more_findings > 0) lines.push(`… and ${more_findings} more.`)
  lines.push(
    findings.length === 0 ? 'Everything is intact.' : `Problems were found. ${consoleTexts.afterFindings}`,
  )
  return lines.join('\n')
}
