import type { Op } from '#contract/ops.ts'
import { plural } from '#contract/plural.ts'
import type { Verification } from '#contract/views/verification.ts'
import type { Queries } from '#db/connect.ts'
import * as evidence from '#db/queries/evidence.ts'
import { readMeta } from '#db/queries/meta.ts'
import { countLogs, type LogRow, listLogs, listReceipts, listWholeOps } from '#db/queries/receipts.ts'
import { nextTurn } from '#db/turn.ts'
import { hashHolds } from '../attempts/chain.ts'
import { checkLog } from '../attempts/checkLog.ts'
import { storedText } from '../attempts/storedBody.ts'
import type { Context } from '../context.ts'
import { faultLine } from '../faultWords.ts'
import { sha256 } from '../keys.ts'
import { snapshotKey } from '../storage/links.ts'
import { storedBytes } from '../storage/storage.ts'
import { auditHashOf } from './audit.ts'
import { AUDIT_SEAL, LOGS_SEALED_SINCE, readSealedSince } from './seals.ts'

/**
 * Walks all evidence an installation holds and names what does not hold: the audit log and every attempt's log with their
 * chains and the server's seals, what was made from the logs, the signed receipts and the pictures.
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
    attempts: 0,
    walked: { audit_entries: 0, attempts: 0, changes: 0, receipts: 0, pictures: 0 },
    findings: [],
    more_findings: 0,
  }
  told(result)
  result.attempts = await countLogs(q)
  const find = (where: string, what: string): void => {
    if (result.findings.length < NAMED) result.findings.push({ where, what })
    else result.more_findings++
  }
  const since = await readSealedSince(ctx)
  if (since === null && (await readMeta(q, LOGS_SEALED_SINCE)) !== null)
    find('installation', 'the note of when seals began was changed')
  result.sealed_since = since === null ? null : new Date(since).toISOString()
  await walkAudit(ctx, result, find)
  let after = 0
  for (;;) {
    const logs = await listLogs(q, after, PART)
    for (const log of logs) {
      await walkAttempt(ctx, log, since, result, (what) => find(`attempt ${log.ref}`, what))
      after = log.id
      result.walked.attempts++
      told(result)
      await nextTurn()
    }
    if (logs.length < PART) break
  }
  result.state = 'done'
  result.ended_at = new Date(ctx.now()).toISOString()
  return result
}

type Find = (what: string) => void

async function walkAudit(
  ctx: VerifyContext,
  result: Verification,
  find: (where: string, what: string) => void,
): Promise<void> {
  const q = ctx.db.read
  // Read before the entries: what comes meanwhile is sealed later.
  const sealed = await readMeta(q, AUDIT_SEAL)
  const [sealedId, sealedTo] = sealed?.split('|') ?? []
  let isSealed = sealed === null
  let seal = ''
  let previous = ''
  let after = 0
  for (;;) {
    const rows = await evidence.listAuditRows(q, after, PART)
    for (const row of rows) {
      const where = `audit entry ${row.id}`
      if (row.prev_hash !== previous) find(where, 'it does not follow the entry before it')
      else if (auditHashOf(parsed(row)) !== row.hash) find(where, 'it was changed')
      previous = row.hash
      after = row.id
      seal = ctx.keys.seal('audit', seal, [row.id, row.hash])
      if (String(row.id) === sealedId) {
        isSealed = true
        if (seal !== sealedTo) find(where, 'entries up to it are not those that the server sealed')
      }
      result.walked.audit_entries++
    }
    if (rows.length < PART) break
    await nextTurn()
  }
  if (!isSealed) find('audit log', `entry ${sealedId}, up to which the server sealed it, is missing`)
}

function parsed({ before, after, ...row }: evidence.AuditRow) {
  const read = (json: string | null): unknown => {
    try {
      return json === null ? null : JSON.parse(json)
    } catch {
      return undefined
    }
  }
  return { ...row, before: read(before), after: read(after) }
}

async function walkAttempt(
  ctx: VerifyContext,
  log: LogRow,
  sealedSince: number | null,
  result: Verification,
  find: Find,
): Promise<void> {
  const q = ctx.db.read
  for (const { seq, what } of await checkLog(ctx.keys, q, log))
    find(seq === null ? `the log: ${what}` : `change ${seq}: ${what}`)
  if (sealedSince !== null && log.started_at >= sealedSince && log.head_seq > 0 && log.sealed_from !== 1)
    find('the log: its first changes are without the server’s seal')
  result.walked.changes += log.head_seq
  await walkReceipts(ctx, log, result, find)
  for (const { op, hash } of await evidence.listAsideOps(q, log.id))
    if (!asideHolds(op, hash)) find('work kept beside the log was changed')
  for (const made of await evidence.listMadeFromLog(q, log.id))
    if (loggedValueOf(made) !== made.value) find(`${made.key} is not what the log says`)
  for (const { sha256: name } of await evidence.listStoredPictures(q, log.id)) {
    const bytes = await storedBytes(ctx.storage, snapshotKey(log.ref, name))
    if (bytes === null) find(`picture ${name.slice(0, 12)}… is missing`)
    else if (sha256(bytes) !== name) find(`picture ${name.slice(0, 12)}… was changed`)
    result.walked.pictures++
  }
}

async function walkReceipts(
  ctx: VerifyContext,
  log: LogRow,
  result: Verification,
  find: Find,
): Promise<void> {
  for (const row of await listReceipts(ctx.db.read, log.id)) {
    const facts = { ...row, attempt_id: log.ref, time: new Date(row.at).toISOString() }
    if (ctx.keys.readReceipt(facts, row.receipt) !== 'anybody')
      find(`the receipt of change ${row.head_seq} was changed`)
    else if ((await hashAt(ctx.db.read, log.id, row.head_seq)) !== row.head_hash)
      find(`change ${row.head_seq} is not the one that was signed`)
    result.walked.receipts++
  }
}

async function hashAt(q: Queries, attemptId: number, seq: number): Promise<string | undefined> {
  if (seq === 0) return ''
  return (await listWholeOps(q, attemptId, seq - 1, 1))[0]?.hash
}

function asideHolds(text: string, hash: string): boolean {
  try {
    const op = JSON.parse(text) as Op
    return op.hash === hash && hashHolds(op)
  } catch {
    return false
  }
}

/** What an answer or a submission must say by the op it was made from; undefined where the log has no such op. */
function loggedValueOf({
  key,
  body,
  body_deflated,
}: {
  key: string
  body: Buffer | null
  body_deflated: number | null
}) {
  if (body === null) return undefined
  try {
    const said = JSON.parse(storedText(body, body_deflated === 1)) as Record<string, unknown>
    if (key.startsWith('mcq:')) return JSON.stringify(said.selected_options)
    return said.answer ?? said.source_code
  } catch {
    return undefined
  }
}

const newest = new WeakMap<Context, Verification>()

/** The newest walk since the server started; null where there was none. */
export const newestVerification = (ctx: Context): Verification | null => newest.get(ctx) ?? null

/** Begins a walk beside the server's work, and answers how it stands; one that runs goes on. */
export function beginVerification(ctx: Context): Verification {
  const running = newest.get(ctx)
  if (running?.state === 'running') return running
  const told = (so_far: Verification): void => void newest.set(ctx, so_far)
  void verifyAll(ctx, told).catch((fault: unknown) => {
    ctx.log.error({ fault: faultLine(fault) }, 'the check of all evidence broke off')
    const last = newest.get(ctx)
    if (last) newest.set(ctx, { ...last, state: 'failed', ended_at: new Date(ctx.now()).toISOString() })
  })
  const begun = newest.get(ctx)
  if (!begun) throw new Error('A walk tells of itself as it begins')
  return begun
}

/** A walk as the command prints it. */
export function verificationWords({ walked, findings, more_findings, sealed_since }: Verification): string {
  const lines = [
    `Walked ${plural(walked.attempts, 'test')} with ${plural(walked.changes, 'change')}, ${plural(walked.receipts, 'receipt')} and ${plural(walked.pictures, 'picture')}, and ${plural(walked.audit_entries, 'entry', 'entries')} of the audit log.`,
    sealed_since === null
      ? 'Nothing is noted of when this server began to seal its logs.'
      : `Tests that began since ${sealed_since} are sealed from their first change; older ones have their chains alone.`,
    ...findings.map(({ where, what }) => `${where}: ${what}`),
  ]
  if (more_findings > 0) lines.push(`… and ${more_findings} more.`)
  lines.push(findings.length === 0 ? 'All of it holds.' : 'This does not hold.')
  return lines.join('\n')
}
