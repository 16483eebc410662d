import type { Queries } from '#db/connect.ts'
import { findNewestAuditOf } from '#db/queries/audit.ts'
import { DomainError } from '../kit/errors.ts'
import { auditName } from './audit.ts'

/**
 * Two people on one small record: the one who saves says what they began with. If something else stands there now, it
 * is told, and a save sent again with that is written over it.
 * @param was what the change began with; undefined: whatever stands there is written over
 * @param shown what stands there now
 * @param saved who saved that, where somebody wants to know
 * @throws DomainError conflict, with `current` in its details
 */
export function requireVersion<V>(
  was: V | undefined,
  current: V,
  what: string,
  shown: string,
  saved: SavedBy = {},
): void {
  if (was === undefined || JSON.stringify(was) === JSON.stringify(current)) return
  throw new DomainError(
    'conflict',
    `Someone else changed this ${what} in the meantime. ${shown} Save again to overwrite it.`,
    { details: { current, ...saved } },
  )
}

interface SavedBy {
  saved?: { user_id: number | null; name: string; at: string }
}

interface Kept {
  id: number
  organization_id: number
  updated_at?: number
}

/**
 * Who saved a record last, and when, for whoever may not write over it unseen: as the audit log has it. Nothing where
 * something else changed it since, as a new template does with its problem.
 * @param noun as its entries name it: 'drive'
 * @param subject as they name the one, where that is more than its noun and number
 */
export async function savedBy(
  q: Queries,
  noun: string,
  { id, organization_id: organizationId, updated_at }: Kept,
  subject = `${noun} ${id}`,
): Promise<SavedBy> {
  const found = await findNewestAuditOf(q, {
    organizationId,
    subject,
    actions: [`${noun}.create`, `${noun}.update`],
  })
  if (!found || found.entry.created_at !== (updated_at ?? found.entry.created_at)) return {}
  const { entry, ...user } = found
  return {
    saved: { user_id: entry.user_id, name: auditName(user), at: new Date(entry.created_at).toISOString() },
  }
}
