import type { RetentionBody } from '#contract/forms/drive.ts'
import { plural } from '#contract/plural.ts'
import type { KeptFields, WouldErase } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { findAnyDrive, updateDrive } from '#db/queries/drives.ts'
import { countEnding } from '#db/queries/retention.ts'
import { formatLoss, isBeingErased, isShorter, type KeptDays, keptUntil } from '#machines/drive/retention.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalidAt, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { requireVersion } from '../requireVersion.ts'
import { heldUpOf } from './holds.ts'

/** How long the results of a drive or an assessment are kept: set, and told. */

const DAY = 86_400_000

/** Who sets it: staff of the organization, or the operator by a command. */
type Actor = Pick<StaffActor, 'userId' | 'organizationId' | 'once'> | { userId: null; organizationId: null }

interface Kept {
  id: number
  is_assessment: boolean
  end_time: number
  results_retention_days: KeptDays
  results_erased_at: number | null
}

const isoOr = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** How long results are kept, as the views of a drive tell it. */
export const keptFieldsOf = (drive: Kept): KeptFields => ({
  results_retention_days: drive.results_retention_days,
  results_kept_until: isoOr(keptUntil(drive)),
  results_erased_at: isoOr(drive.results_erased_at),
})

/**
 * Beside that why results are still there after their time; those of an assessment, which goes test by test, only while
 * all erasing is on hold. The reading connection's alone: other calls come in between.
 * @param drive.invitation_sent so many are left: without any nothing is held up
 */
export async function allKeptFieldsOf(
  q: Queries,
  drive: Kept & { invitation_sent: number },
  now: number,
): Promise<KeptFields> {
  const fields = keptFieldsOf(drive)
  const { results_retention_days } = drive
  if (results_retention_days === null || drive.invitation_sent === 0 || (keptUntil(drive) ?? now) > now)
    return fields
  return { ...fields, results_held_up: await heldUpOf(q, { ...drive, results_retention_days }, now) }
}

/** The invitations and tests of a drive that would go by such a rule, and when the first of them does. */
async function wouldErase(q: Queries, driveId: number, days: number): Promise<WouldErase> {
  const { attempts, candidates, firstEnd } = await countEnding(q, driveId)
  return { attempts, candidates, at: firstEnd === null ? null : isoOr(firstEnd + days * DAY) }
}

/** The results that a shorter time takes away, where somebody has to be told of them first; null: nobody has. */
async function lossBy(
  q: Queries,
  stored: Pick<Kept, 'id' | 'results_retention_days'> & { appeared: number },
  given: KeptDays,
  now: number,
): Promise<WouldErase | null> {
  if (given === null || !isShorter(stored.results_retention_days, given)) return null
  const erases = await wouldErase(q, stored.id, given)
  const isDue = erases.attempts > 0 && erases.at !== null && Date.parse(erases.at) <= now
  return stored.appeared > 0 || isDue ? erases : null
}

const days = (n: KeptDays): string => (n === null ? 'for ever' : `for ${plural(n, 'day')}`)

/**
 * Sets for how long results are kept, whatever the state of the drive.
 * @throws DomainError not_found; conflict: somebody else set other days meanwhile (`current`), or results go by it that would
 * have stayed longer and nobody has confirmed that (`erases`)
 */
export async function setRetention(
  ctx: Context,
  actor: Actor,
  driveId: number,
  body: RetentionBody,
): Promise<{ id: number } & KeptFields> {
  const now = ctx.now()
  const changed = await ctx.db.write(async (tx) => {
    const drive = await findAnyDrive(tx, driveId)
    if (!drive || (actor.userId !== null && drive.organization_id !== actor.organizationId))
      throw notFound('The drive')
    const stored = drive.results_retention_days
    requireVersion(body.was, stored, 'time', `Results are kept ${days(stored)}.`)
    const changed = { ...drive, results_retention_days: body.days }
    if (stored === body.days) return changed
    const erases = body.confirmed ? null : await lossBy(tx, drive, body.days, now)
    if (erases)
      throw new DomainError(
        'conflict',
        formatLoss(drive, erases, { now, dayOf: (iso) => iso.slice(0, 10) }),
        { details: { erases } },
      )
    await updateDrive(tx, drive.id, {
      results_retention_days: body.days,
      updated_by_id: actor.userId ?? drive.updated_by_id,
      updated_at: now,
      version: drive.version + 1,
    })
    const noun = drive.is_assessment ? 'assessment' : 'drive'
    await audit(
      tx,
      actor.userId === null ? { userId: null, organizationId: drive.organization_id } : actor,
      {
        action: `${noun}.update`,
        subject: `${noun} ${drive.id}`,
        before: { results_retention_days: stored },
        after: { results_retention_days: body.days },
      },
      now,
    )
    return changed
  })
  return { id: changed.id, ...(await allKeptFieldsOf(ctx.db.read, changed, now)) }
}

/**
 * The form of a drive or an assessment says nothing of what goes: it takes no time by which something does.
 * @throws DomainError invalid
 */
export async function refuseLoss(
  q: Queries,
  stored: Parameters<typeof lossBy>[1],
  given: KeptDays | undefined,
  now: number,
): Promise<void> {
  if (given === undefined || !(await lossBy(q, stored, given, now))) return
  throw invalidAt(
    'settings.results_retention_days',
    'A shorter time erases results. Set it on the tile, by Change beside how long results are kept: it says what goes, and when.',
  )
}

/**
 * The results of a drive go as a whole: while they do, nothing is begun that would keep the rest.
 * @throws DomainError conflict
 */
export function refuseWhileErased(drive: Parameters<typeof isBeingErased>[0]): void {
  if (isBeingErased(drive))
    throw new DomainError(
      'conflict',
      'The time to keep the results of this drive is over: they are being erased.',
    )
}
