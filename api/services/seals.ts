import type { Queries } from '#db/connect.ts'
import type { Database } from '#db/open.ts'
import { listAuditRows } from '#db/queries/evidence.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import { nextTurn } from '#db/turn.ts'
import type { Context } from '../context.ts'
import type { Keys } from '../kit/keys.ts'

/**
 * The server's own seals. A chain of hashes can be written anew by whoever can write the database; a seal cannot without
 * the keys, which lie beside it in a file of their own. That file says, too, since when everything is sealed: from then on
 * a seal that is missing is a break, and nothing is sealed over one. Logs carry theirs with each change (see
 * attempts/chain.ts), rows beside them with each write (see rowSeals.ts), the audit log every second.
 */

/** `{id}|{seal}`: up to which entry the audit log is sealed. */
export const AUDIT_SEAL = 'audit_seal'
/** `{ms}|{mac}`: what versions noted that had no mark beside the keys. */
const LOGS_SEALED_SINCE = 'logs_sealed_since'

const PART = 500

type SealContext = Pick<Context, 'db' | 'keys'>

/** The seal of an audit log without entries: one that is missing or empty is no beginning. */
export const auditStart = (keys: Keys): string => keys.seal('audit', '', [])

/** Since when an older version noted that logs are sealed from their first change; null where it did not. */
export async function readSealedSince({ db, keys }: SealContext): Promise<number | null> {
  const mark = await readMeta(db.read, LOGS_SEALED_SINCE)
  const ms = Number(mark?.split('|')[0])
  const isOurs = mark === `${ms}|${keys.signature('sealed since', ms)}`
  return Number.isSafeInteger(ms) && isOurs ? ms : null
}

interface AuditSeal {
  id: number
  seal: string
}

export function readAuditSeal(stored: string | null): AuditSeal | null {
  const [id = '', seal = ''] = stored?.split('|') ?? []
  return /^\d+$/.test(id) ? { id: Number(id), seal } : null
}

/**
 * Walks the sealed part of the audit log.
 * @param start what the seal begins with
 * @returns whether the stored seal is the one that its entries come to, or its entry is missing
 */
async function checkFrom(
  { keys }: Pick<Context, 'keys'>,
  q: Queries,
  stored: AuditSeal,
  start: string,
): Promise<'holds' | 'missing' | 'other'> {
  let at = { id: 0, seal: start }
  while (at.id < stored.id) {
    const rows = await listAuditRows(q, at.id, PART)
    for (const row of rows.filter(({ id }) => id <= stored.id))
      at = { id: row.id, seal: keys.seal('audit', at.seal, [row.id, row.hash]) }
    if (rows.length < PART) break
    await nextTurn()
  }
  if (at.id !== stored.id) return 'missing'
  return at.seal === stored.seal ? 'holds' : 'other'
}

/** Whether the audit log's seal holds; before everything is sealed also the one of an older version, which began with nothing. */
export async function checkAuditSeal(ctx: Pick<Context, 'keys'>, q: Queries, stored: AuditSeal) {
  const standing = await checkFrom(ctx, q, stored, auditStart(ctx.keys))
  return standing === 'other' && ctx.keys.sealedSince === null ? checkFrom(ctx, q, stored, '') : standing
}

/** The audit log's seal as this process knows it; null: it did not hold, and is not gone on with. */
const known = new WeakMap<Database, string | null>()

/**
 * Seals the audit entries that were written since the last time. If the seal is not the one this server wrote, or does
 * not hold as it starts, nothing is sealed any more: the break stays for `verify` to find.
 * @returns how many
 */
export async function sealAudit(ctx: SealContext): Promise<number> {
  const { db, keys } = ctx
  const stored = await readMeta(db.read, AUDIT_SEAL)
  let at = readAuditSeal(stored)
  if (!known.has(db)) {
    const holds = at !== null && (await checkFrom(ctx, db.read, at, auditStart(keys))) === 'holds'
    known.set(db, holds ? stored : null)
  }
  if (at === null || known.get(db) !== stored) return 0
  const rows = await listAuditRows(db.read, at.id, PART)
  for (const row of rows) at = { id: row.id, seal: keys.seal('audit', at.seal, [row.id, row.hash]) }
  if (rows.length > 0) await writeAuditSeal(db, at)
  return rows.length
}

/** Begins with the audit log's seal, or goes on with another one. */
export async function writeAuditSeal(db: Database, { id, seal }: AuditSeal): Promise<void> {
  const stored = `${id}|${seal}`
  await db.write((tx) => writeMeta(tx, AUDIT_SEAL, stored))
  known.set(db, stored)
}
