import { listAuditRows } from '#db/queries/evidence.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import type { Context } from '../context.ts'

/**
 * The server's own seals. A chain of hashes can be written anew by whoever can write the database; a seal cannot without
 * the keys, which lie beside it in a file of their own. Logs carry theirs with each change (see attempts/chain.ts).
 */

/** `{id}|{seal}`: up to which entry the audit log is sealed. */
export const AUDIT_SEAL = 'audit_seal'
/** `{ms}|{mac}`: tests that began since then are sealed from their first change. */
export const LOGS_SEALED_SINCE = 'logs_sealed_since'

const PART = 500

type SealContext = Pick<Context, 'db' | 'keys' | 'now'>

const markOf = ({ keys }: SealContext, ms: number): string => `${ms}|${keys.signature('sealed since', ms)}`

/** Notes once from when on every log is sealed. */
export async function noteSealing(ctx: SealContext): Promise<void> {
  if ((await readMeta(ctx.db.read, LOGS_SEALED_SINCE)) !== null) return
  await ctx.db.write((tx) => writeMeta(tx, LOGS_SEALED_SINCE, markOf(ctx, ctx.now())))
}

/** Server milliseconds; null where nothing was noted, or not by this server. */
export async function readSealedSince(ctx: SealContext): Promise<number | null> {
  const mark = await readMeta(ctx.db.read, LOGS_SEALED_SINCE)
  const ms = Number(mark?.split('|')[0])
  return mark !== null && Number.isSafeInteger(ms) && markOf(ctx, ms) === mark ? ms : null
}

/**
 * Seals the audit entries that were written since the last time.
 * @returns how many
 */
export async function sealAudit(ctx: SealContext): Promise<number> {
  const [id, before] = (await readMeta(ctx.db.read, AUDIT_SEAL))?.split('|') ?? []
  let last = Number(id ?? 0)
  let seal = before ?? ''
  const rows = await listAuditRows(ctx.db.read, last, PART)
  for (const row of rows) {
    seal = ctx.keys.seal('audit', seal, [row.id, row.hash])
    last = row.id
  }
  if (rows.length > 0) await ctx.db.write((tx) => writeMeta(tx, AUDIT_SEAL, `${last}|${seal}`))
  return rows.length
}
