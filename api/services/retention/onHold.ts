import { z } from 'zod'
import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import { listAttemptsOfDeleted } from '#db/queries/candidates.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import { listDueIds, listKeepingDrives } from '#db/queries/retention.ts'
import { listSnapshotsOverdue } from '#db/queries/snapshots.ts'
import { type ErasingHold, type ErasingNote, erasingAt } from '#machines/drive/retention.ts'
import { ALIVE } from '../../attempts/downtime.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { DELETED_KEPT_MS } from '../candidates/uninvited.ts'

/** Whether anything is erased by time for now, as the installation notes it (decision 0056-erasing-on-hold). */

const ERASING = 'erasing'

const stored = z.object({
  seen: z.number(),
  hold: z
    .object({ why: z.enum(['restore', 'clock']), since: z.number(), before: z.number().nullable() })
    .nullable(),
})

/** A server of before this note knows when it was last alive. */
async function readNote(q: Queries): Promise<ErasingNote | null> {
  const note = await readMeta(q, ERASING)
  if (note !== null) return stored.parse(JSON.parse(note))
  const alive = await readMeta(q, ALIVE)
  return alive === null ? null : { seen: Number(alive), hold: null }
}

const writeNote = (tx: Queries, note: ErasingNote) => writeMeta(tx, ERASING, JSON.stringify(note))

/** @returns null: whatever is due may go */
export const readErasingHold = async (q: Queries, now: number): Promise<ErasingHold | null> =>
  erasingAt(await readNote(q), now).hold

/**
 * Looks at the clock and notes it: at the start and with each sweep.
 * @returns null: whatever is due may go
 */
export async function lookAtClock(tx: Queries, now: number): Promise<ErasingHold | null> {
  const note = erasingAt(await readNote(tx), now)
  await writeNote(tx, note)
  return note.hold
}

/** A restore has brought back older rules: nothing is erased by them until somebody has seen them. */
export const holdAfterRestore = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<unknown> =>
  db.write((tx) => writeNote(tx, { seen: now(), hold: { why: 'restore', since: now(), before: null } }))

/** A super admin, or the operator by a command. */
type Actor = Pick<StaffActor, 'userId' | 'once'> | { userId: null }

/**
 * Lets erasing by time go on, and believes the clock.
 * @param seen the hold that whoever lets it go on has read about; undefined: whichever there is
 * @returns the hold that is over; null: there was none
 * @throws DomainError conflict: erasing is on hold for another reason meanwhile
 */
export const goOnErasing = (
  ctx: Pick<Context, 'db' | 'now'>,
  actor: Actor,
  seen?: Pick<ErasingHold, 'why' | 'before'>,
): Promise<ErasingHold | null> =>
  ctx.db.write(async (tx) => {
    const now = ctx.now()
    const hold = await readErasingHold(tx, now)
    if (hold === null) return null
    if (seen && (seen.why !== hold.why || seen.before !== hold.before))
      throw new DomainError(
        'conflict',
        'Erasing is on hold for another reason by now. Read it before you let it go on.',
      )
    await writeNote(tx, { seen: now, hold: null })
    const change = { action: 'erasing.go_on', subject: 'erasing', before: { on_hold: hold.why } }
    await audit(tx, { ...actor, organizationId: null }, change, now)
    return hold
  })

/**
 * The things that would go if erasing were not on hold, in words.
 * @returns null: nothing is due
 */
export async function waitingInWords(q: Queries, now: number): Promise<string | null> {
  let results = 0
  for (const { id, results_retention_days: days } of await listKeepingDrives(q))
    results += (await listDueIds(q, id, { days, now })).length
  const pictures = await listSnapshotsOverdue(q, now, 1)
  const deleted = await listAttemptsOfDeleted(q, { before: now - DELETED_KEPT_MS, limit: 1 })
  const due = [
    ...(results > 0 ? [plural(results, 'invitation or test', 'invitations and tests')] : []),
    ...(pictures.length > 0 ? ['pictures of the camera'] : []),
    ...(deleted.length > 0 ? ['invitations to deleted drives'] : []),
  ]
  return due.length === 0 ? null : `The time of these is over: ${due.join(', ')}.`
}
