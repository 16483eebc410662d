import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { COPY_KEPT_MS } from '#db/migrate.ts'
import { type BackupPlan, listNamed, ownAmong, readKeepRule, surplusOf } from './keep.ts'
import { LOG } from './logSegments.ts'
import { storeOf } from './stores/folderStore.ts'
import { listUnderWay } from './underWay.ts'

/** Copies that still hold what was deleted, and how long each of them stays. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Somebody keeps yearly copies: beyond so many years nobody counts. */
const MOST_DAYS = 20 * 366

export interface StandingCopy {
  /** A folder or a file. */
  folder: string
  made_at: string
  /** The day on which the rule lets it go, if a backup is made on each day; null: it stays. */
  goes_on: string | null
}

/**
 * Everything in the place of a plan that bears a backup's name, whole or not, and of a time to come, as a clock may have been
 * ahead; each with the day on which its rule removes it.
 * @param now in milliseconds
 * @param installation as `ownAmong` takes it: backups of others hold nobody of it
 * @throws Error in words where the place cannot be looked at
 */
export async function listCopies(
  plan: BackupPlan,
  now: number,
  installation: string | null = null,
): Promise<StandingCopy[]> {
  const { whole: all, cutOff, rest } = await listNamed(plan.place, now)
  const { own: whole } = await ownAmong(plan.place, all, installation)
  const goes = daysOfLeaving(
    whole.map(({ at }) => at),
    plan,
    now,
  )
  // The next backup removes it, once it is a day old.
  for (const { at } of cutOff) goes.set(at, dayOf(Math.max(now, at + DAY) + plan.everyHours * HOUR))
  return [...whole, ...cutOff, ...rest]
    .toSorted((a, b) => b.at - a.at)
    .map(({ folder, at }) => ({ folder, made_at: isoOf(at), goes_on: goes.get(at) ?? null }))
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
    for (const one of surplus) if (waiting.delete(one)) goes.set(one, dayOf(at))
  }
  return goes
}

/**
 * Copies beside the backups: of the database before a new version changed it, of what a restore took the place of, on their way to
 * a backup, and the shipped log.
 */
export async function listOtherCopies(
  dataDirectory: string,
  plan: BackupPlan | null,
): Promise<StandingCopy[]> {
  const copies: StandingCopy[] = []
  for (const name of await readdir(dataDirectory)) {
    const [, at] = /[.]before-migration[.](\d+)$/.exec(name) ?? []
    const folder = join(dataDirectory, name)
    if (at)
      copies.push({
        folder,
        made_at: isoOf(Number(at)),
        goes_on: dayOf(Number(at) + COPY_KEPT_MS),
      })
    else if (name.startsWith('replaced-'))
      copies.push({ folder, made_at: isoOf((await stat(folder)).mtimeMs), goes_on: null })
  }
  for (const folder of await listUnderWay(dataDirectory))
    copies.push({ folder, made_at: isoOf((await stat(folder)).mtimeMs), goes_on: dayOf(Date.now()) })
  const shippedTo = plan && storeOf(plan.place).folder
  const log = shippedTo && join(shippedTo, LOG)
  const found = log && (await stat(log).catch(() => null))
  // It reaches back to the backup before the newest one.
  if (plan && log && found)
    copies.push({
      folder: log,
      made_at: isoOf(found.mtimeMs),
      goes_on: dayOf(Date.now() + 2 * plan.everyHours * HOUR + DAY),
    })
  return copies
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
const dayOf = (ms: number): string => isoOf(ms).slice(0, 10)
