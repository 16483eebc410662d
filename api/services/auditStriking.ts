import type { Queries } from '#db/connect.ts'
import {
  listAuditAbout,
  listOrphanedAudit,
  type StrikableEntry,
  strikeAuditEntry,
} from '#db/queries/audit.ts'
import { deleteMeta, readMeta, writeMeta } from '#db/queries/meta.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import type { Context } from '../context.ts'
import { audit, auditHashOf } from './audit.ts'

/**
 * Entries of the audit log outlive the test they tell of, and keep nothing of it: its reference, its scores and what staff wrote
 * are struck out when it is erased. Their hashes stay, so that the chain goes on; the entry that tells of the erasure names each
 * struck one with the hash of what is left, which `verify` holds against it.
 */

const ERASED_TEST = 'an erased test'

/** By the number of an entry the hash of what is left of it. */
export type Struck = Record<string, string>

/** As an audit entry keeps it; nothing where nothing was struck. */
export const struckIn = (struck: Struck): { struck: Struck } | undefined =>
  Object.keys(struck).length === 0 ? undefined : { struck }

/** The entries that this one struck, with the hash of what is left of each. */
export function struckBy({ after }: { after?: unknown }): [id: number, hash: string][] {
  const { struck } = (after ?? {}) as { struck?: Struck }
  return Object.entries(struck ?? {}).map(([id, hash]) => [Number(id), hash])
}

/** Strikes what the audit log says of these tests. */
export async function strikeAttempts(
  tx: Queries,
  attempts: readonly { ref: string; drive_id: number }[],
): Promise<Struck> {
  const struck: Struck = {}
  for (const { ref, drive_id } of attempts)
    for (const entry of await listAuditAbout(tx, { ref, driveId: drive_id }))
      struck[entry.id] = await strike(tx, entry, (one) => one === ref)
  return struck
}

/** @param isErased whether a test with this reference is erased */
async function strike(
  tx: Queries,
  entry: StrikableEntry,
  isErased: (ref: string) => boolean,
): Promise<string> {
  const left = entry.subject.startsWith('attempt ')
    ? { ...entry, subject: ERASED_TEST, before: null, after: null }
    : { ...entry, before: without(entry.before, isErased), after: without(entry.after, isErased) }
  await strikeAuditEntry(tx, left)
  return auditHashOf(left)
}

/** Marks judged anew stand under the reference of each test. */
const without = (state: unknown, isErased: (ref: string) => boolean): unknown =>
  state && Object.fromEntries(Object.entries(state).filter(([name]) => !isErased(name)))

const STRUCK = 'audit_struck'
/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 100

/** Entries have come that may tell of erased tests: the next sweep looks again. */
export const strikeAnew = (tx: Queries) => deleteMeta(tx, STRUCK)

/** Strikes once what entries say of tests that were erased before anything was struck. */
export async function strikeOrphaned(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  if ((await readMeta(ctx.db.read, STRUCK)) !== null) return
  for (let after = 0; ; ) {
    const orphaned = await listOrphanedAudit(ctx.db.read, after, CHUNK)
    const last = orphaned.at(-1)
    if (!last) break
    after = last.entry.id
    await ctx.db.write(async (tx) => {
      const struck: Struck = {}
      for (const { entry, refs } of orphaned)
        struck[entry.id] = await strike(tx, entry, (ref) => refs.includes(ref))
      const change = {
        action: 'audit.strike',
        subject: 'audit log',
        after: { entries: orphaned.length, struck },
      }
      await audit(tx, { userId: null, organizationId: null }, change, ctx.now())
      await noteRemovals(tx, [{ kind: 'pages', name: 'holdfast.db-wal' }])
    })
  }
  await ctx.db.write((tx) => writeMeta(tx, STRUCK, String(ctx.now())))
}
