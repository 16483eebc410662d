import { countEnding, type KeepingDrive, listDueIds, listKeepingDrives } from '#db/queries/retention.ts'
import { keptUntil } from '#machines/drive/retention.ts'
import type { Context } from '../../context.ts'
import { allHoldsOf, formatHolds } from './holds.ts'

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
