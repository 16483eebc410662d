import type { Queries } from '#db/connect.ts'
import {
  findLastAuditHash,
  insertAuditEntry,
  listAuditEntries,
  listAuditOf,
  listAuditParts,
} from '#db/queries/audit.ts'
import { listMessages } from '#db/queries/notices.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../kit/keys.ts'
import { claimOnce } from '../kit/once.ts'
import { auditNamesOf } from './auditNames.ts'

/** The changes of staff, as they can be read later: append-only, each entry bound to the one before by its hash. */

export interface AuditChange {
  /** A verb and its noun: 'drive.update', 'candidate.delete'. */
  action: string
  /** The thing it was done to: 'drive 12', 'attempt k3f…'. */
  subject: string
  /** Only what changed; never a token, a password or a link. */
  before?: unknown
  after?: unknown
}

type Entry = Omit<Parameters<typeof insertAuditEntry>[1], 'id' | 'hash'>

/** The hash that an entry must have by its content and the one before it. */
export const auditHashOf = (entry: Omit<Entry, 'id'>): string =>
  sha256(
    JSON.stringify([
      entry.prev_hash,
      entry.organization_id ?? null,
      entry.user_id ?? null,
      entry.action,
      entry.subject,
      entry.before ?? null,
      entry.after ?? null,
      entry.created_at,
    ]),
  )

/**
 * Writes down a change in the transaction that makes it: both are kept, or neither. So is the key under which it was
 * asked for.
 * @throws DomainError conflict: another request with that key made the change
 */
export async function audit(
  tx: Queries,
  actor:
    | (Pick<StaffActor, 'userId' | 'once'> & { organizationId: number | null })
    // The operator, by a command.
    | { userId: null; organizationId: number | null },
  change: AuditChange,
  now: number,
): Promise<void> {
  if (actor.userId !== null && actor.once) await claimOnce(tx, actor.userId, actor.once, now)
  const entry = {
    organization_id: actor.organizationId || null,
    user_id: actor.userId,
    action: change.action,
    subject: change.subject,
    before: change.before ?? null,
    after: change.after ?? null,
    created_at: now,
    prev_hash: (await findLastAuditHash(tx)) ?? '',
  }
  await insertAuditEntry(tx, { ...entry, hash: auditHashOf(entry) })
}

type Stored = Awaited<ReturnType<typeof listAuditParts>>[number]

const batchOf = ({ after }: Stored): string | undefined => {
  const batch = (after as { batch?: unknown } | null)?.batch
  return typeof batch === 'string' ? batch : undefined
}

/** The parts of each entry, oldest first: itself alone where it was carried out at once. */
async function partsOf(q: Queries, entries: readonly Stored[]): Promise<Stored[][]> {
  const batches = entries.flatMap((entry) => batchOf(entry) ?? [])
  const parts = await listAuditParts(q, batches)
  return entries.map((entry) => {
    const batch = batchOf(entry)
    return batch === undefined ? [entry] : parts.filter((part) => batchOf(part) === batch)
  })
}

/** Numbers of which each part has its own. */
const SUMMED = ['invited', 'erased', 'people']

/** The parts of an invitation or an erasure, told as one. */
function afterOf(parts: readonly Stored[]): unknown {
  const last = parts.at(-1)
  if (parts.length < 2) return last?.after
  const sums = Object.entries(last?.after as object).filter(([name]) => SUMMED.includes(name))
  const sumOf = (name: string): number =>
    parts.reduce((sum, { after }) => sum + Number((after as Record<string, unknown>)[name] ?? 0), 0)
  return { ...(last?.after as object), ...Object.fromEntries(sums.map(([name]) => [name, sumOf(name)])) }
}

/** Nobody's act: a drive's rule has it done. */
const isByRule = (action: string): boolean => action.endsWith('.erase_results')

/** How an entry names who did something. */
function actorOf({ user_id, action }: Stored, user: Parameters<typeof auditName>[0]): string {
  if (user_id !== null) return auditName(user)
  if (action === 'audit.strike') return 'The server'
  return isByRule(action) ? 'Retention rule' : 'Operator of the server'
}

/**
 * The entries of the actor's organization, newest first; of all for a super admin. A large invitation or erasure, which is
 * carried out a few at a time, is one: who reads the log asked for one.
 */
export async function auditLogOf(ctx: Context, actor: StaffActor, query: { offset: number; limit: number }) {
  const { rows, total } = await listAuditEntries(ctx.db.read, {
    organizationId: actor.role === 'SuperAdmin' ? null : actor.organizationId,
    ...query,
  })
  const wholes = await partsOf(
    ctx.db.read,
    rows.map(({ entry }) => entry),
  )
  const names = await auditNamesOf(ctx.db.read, wholes)
  return {
    entries: rows.map(({ entry, organization, ...user }, n) => ({
      id: entry.id,
      at: new Date(entry.created_at).toISOString(),
      organization,
      user: actorOf(entry, user),
      action: entry.action,
      subject: entry.subject,
      before: (wholes[n]?.[0] ?? entry).before,
      after: afterOf(wholes[n] ?? [entry]),
      about: names[n]?.about ?? null,
      names: names[n]?.names ?? {},
    })),
    total,
  }
}

/** How entries name who did something. */
export const auditName = (user: {
  first_name: string | null
  last_name: string | null
  email: string | null
}): string => [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email || '-'

/** Looking at pictures and taking a copy change nothing, and links say nothing of the test. */
const NOT_SHOWN = new Set(['snapshots.view', 'candidate.link', 'evidence.download'])

/**
 * The acts of staff on one attempt, oldest first. The audit log outlives the candidate and keeps nothing that was said;
 * as long as the candidate is there so are their messages, and the words stand in place of their length.
 */
export async function interventionsOf(
  q: Queries,
  organizationId: number,
  attempt: { id: number; ref: string },
) {
  const rows = await listAuditOf(q, organizationId, `attempt ${attempt.ref}`)
  const messages = await listMessages(q, attempt.id)
  return rows
    .filter(({ entry }) => !NOT_SHOWN.has(entry.action))
    .map(({ entry, ...user }) => ({
      at: new Date(entry.created_at).toISOString(),
      user: auditName(user),
      action: entry.action,
      before: entry.before,
      after: saidIn(entry, messages) ?? entry.after,
    }))
}

/** The words of a message; entry and message are of one transaction, and of one moment. */
function saidIn(entry: { action: string; created_at: number }, messages: ReadonlyMap<number, string>) {
  const text = entry.action === 'candidate.message' ? messages.get(entry.created_at) : undefined
  return text === undefined ? undefined : { text }
}
