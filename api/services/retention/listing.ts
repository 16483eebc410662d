import type { z } from 'zod'
import type { erasingView } from '#contract/views/erasing.ts'
import { countEnding, type KeepingDrive, listDueIds, listKeepingDrives } from '#db/queries/retention.ts'
import { keptUntil } from '#machines/drive/retention.ts'
import type { Context } from '../../context.ts'
import { allHoldsOf, formatHolds } from './holds.ts'
import { readErasingHold, waitingInWords } from './onHold.ts'

const DAY = 86_400_000

/** The rule of a drive or an assessment, and how far it has come. */
export interface KeptDrive extends KeepingDrive {
  /** When the first of its results goes, in milliseconds; null: nothing that is left has an end. */
  until: number | null
  /** Invitations and tests whose time is over. */
  due: number
  /** Why what is due is still there, in words; null: nothing is due, or nothing keeps it. */
  heldUp: string | null
}

/** Every rule there is, on the reading connection. */
export async function listKept({ db, now }: Pick<Context, 'db' | 'now'>): Promise<KeptDrive[]> {
  const kept: KeptDrive[] = []
  for (const drive of await listKeepingDrives(db.read)) {
    const { results_retention_days: days } = drive
    const due = await listDueIds(db.read, drive.id, { days, now: now() })
    const { firstEnd } = await countEnding(db.read, drive.id)
    kept.push({
      ...drive,
      until: keptUntil(drive) ?? (firstEnd === null ? null : firstEnd + days * DAY),
      due: due.length,
      heldUp: await formatHolds(db.read, await allHoldsOf(db.read, drive, due)),
    })
  }
  return kept
}

/** The most that one look is given. */
const LISTED_AT_MOST = 100

/** Sorts rules: those of which something is due, then by when something goes; those that have nothing with an end come last. */
export const byUrgency = (a: KeptDrive, b: KeptDrive): number =>
  Number(b.due > 0) - Number(a.due > 0) || (endOf(a) ?? Infinity) - (endOf(b) ?? Infinity) || a.id - b.id

const endOf = ({ attempts, until }: KeptDrive): number | null => (attempts === 0 ? null : until)

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The rules of all organizations, and whether anything is erased by them for now. */
export async function erasingViewOf(ctx: Pick<Context, 'db' | 'now'>): Promise<z.input<typeof erasingView>> {
  const { db, now } = ctx
  const hold = await readErasingHold(db.read, now())
  const kept = (await listKept(ctx)).toSorted(byUrgency)
  return {
    on_hold: hold && {
      why: hold.why,
      since: new Date(hold.since).toISOString(),
      before: iso(hold.before),
      waiting: await waitingInWords(db.read, now()),
    },
    rules: kept.slice(0, LISTED_AT_MOST).map((drive) => ({
      id: drive.id,
      is_assessment: drive.is_assessment,
      name: drive.name,
      organization: drive.organization,
      days: drive.results_retention_days,
      until: iso(endOf(drive)),
      attempts: drive.attempts,
      due: drive.due,
      held_up: drive.heldUp,
    })),
    more_rules: Math.max(0, kept.length - LISTED_AT_MOST),
  }
}
