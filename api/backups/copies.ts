import { type BackupPlan, listBackups, readKeepRule, surplusOf } from './keep.ts'

/** Copies that still hold what was deleted, and how long each of them stays. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Somebody keeps yearly copies: beyond so many years nobody counts. */
const MOST_DAYS = 20 * 366

export interface StandingCopy {
  folder: string
  made_at: string
  /** The day on which the rule lets it go, if a backup is made on each day; null: it stays. */
  goes_on: string | null
}

/**
 * The backups of a plan that there are now, each with the day on which its rule removes it.
 * @param now in milliseconds
 */
export async function listCopies(plan: BackupPlan, now: number): Promise<StandingCopy[]> {
  const there = await listBackups(plan.folder, now).catch(() => [])
  const goes = daysOfLeaving(
    there.map(({ at }) => at),
    plan,
    now,
  )
  return there.map(({ folder, at }) => ({
    folder,
    made_at: new Date(at).toISOString(),
    goes_on: goes.get(at) ?? null,
  }))
}

/** Plays the days to come: each has a backup, and the rule removes what it lets go. */
function daysOfLeaving(
  times: readonly number[],
  { keep, everyHours }: BackupPlan,
  now: number,
): Map<number, string> {
  const rule = readKeepRule(keep) ?? []
  const step = Math.max(DAY, everyHours * HOUR)
  const waiting = new Set(times)
  const goes = new Map<number, string>()
  let standing = [...times]
  for (let at = now + step; waiting.size > 0 && at < now + MOST_DAYS * DAY; at += step) {
    standing.push(at)
    const surplus = new Set(surplusOf(standing, rule))
    standing = standing.filter((one) => !surplus.has(one))
    for (const one of surplus) if (waiting.delete(one)) goes.set(one, new Date(at).toISOString().slice(0, 10))
  }
  return goes
}
