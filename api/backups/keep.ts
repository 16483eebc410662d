import { mapAtOnce } from '../kit/atOnce.ts'
import { MANIFEST, readManifest } from './manifest.ts'
import { storeOf } from './stores/folderStore.ts'
import type { CopyPlace } from './stores/store.ts'

/** How long backups stay: a rule such as '7 daily, 4 weekly'. */

/** The backups that a server makes by itself. */
export interface BackupPlan {
  place: CopyPlace
  everyHours: number
  /** A rule. */
  keep: string
  /** Between two of them, what is committed is written there within a second. */
  shipsLog: boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The first of January 1970 was a Thursday, and weeks begin on Monday. */
const DAYS_BEFORE_1970 = 3

/** The stretch of a time in each unit, by UTC: two times are of the same one where the numbers are equal. */
const stretches = {
  hourly: (at: number) => Math.floor(at / HOUR),
  daily: (at: number) => Math.floor(at / DAY),
  weekly: (at: number) => Math.floor((Math.floor(at / DAY) + DAYS_BEFORE_1970) / 7),
  monthly: (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
  yearly: (at: number) => new Date(at).getUTCFullYear(),
}
type Unit = keyof typeof stretches

/** How many stretches of each unit keep one. */
export type KeepRule = readonly (readonly [count: number, unit: Unit])[]

export const KEEP_RULE =
  "must be such as '7 daily, 4 weekly, 12 monthly' (hourly, daily, weekly, monthly, yearly)"

/** @returns null where the text is no rule, or one that keeps nothing */
export function readKeepRule(text: string): KeepRule | null {
  const parts = text.split(',').map((part) => /^(\d{1,4}) (\w+)$/.exec(part.trim()))
  const rule = parts.map((part) => [Number(part?.[1]), part?.[2]] as const)
  const units = rule.map(([, unit]) => unit)
  const holds = rule.every(
    ([count, unit]) => count > 0 && unit !== undefined && Object.hasOwn(stretches, unit),
  )
  return holds && new Set(units).size === units.length ? (rule as KeepRule) : null
}

/**
 * The backups that a rule lets go: of each of the last stretches that have one, the newest stays. The newest of all always
 * does.
 * @param times of all there are, in milliseconds
 */
export function surplusOf(times: readonly number[], rule: KeepRule): number[] {
  const newestFirst = times.toSorted((a, b) => b - a)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [count, unit] of rule) {
    const seen = new Set<number>()
    for (const at of newestFirst) {
      const stretch = stretches[unit](at)
      if (seen.has(stretch)) continue
      if (seen.size === count) break
      seen.add(stretch)
      kept.add(at)
    }
  }
  return newestFirst.filter((at) => !kept.has(at))
}

export interface KeptBackup {
  name: string
  /** The same as people write it: a path, or s3://… */
  folder: string
  /** When it was made, in milliseconds. */
  at: number
}

const NAME = /^holdfast-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(\.partial)?$/

/** By the name of a folder; null where it is none that a backup of ours has. */
function timeIn(name: string): { at: number; isPartial: boolean } | null {
  const [, year, month, day, hour, minute, second, ms, partial] = NAME.exec(name) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at) ? null : { at, isPartial: partial !== undefined }
}

/**
 * The backups in a place, newest first. Those of a time to come were made by a clock that has been set back since: until
 * then they are not looked at.
 * @param now in milliseconds
 * @throws where it cannot be read
 */
export const listBackups = async (place: CopyPlace, now: number): Promise<KeptBackup[]> =>
  (await listNamed(place, now)).whole

/**
 * Tells an installation's backups from those of others that share the place.
 * @param installation the fingerprint of its key for receipts; null: all of them are its own
 */
export async function ownAmong(
  place: CopyPlace,
  backups: readonly KeptBackup[],
  installation: string | null,
): Promise<{ own: KeptBackup[]; foreign: KeptBackup[] }> {
  const store = storeOf(place)
  const owners = await mapAtOnce(backups, store.atOnce, async ({ name }) =>
    installation === null ? null : readManifest(store.within(name)).catch(() => null),
  )
  const isOwn = (n: number): boolean => (owners[n]?.installation ?? installation) === installation
  return {
    own: backups.filter((_, n) => isOwn(n)),
    foreign: backups.filter((_, n) => !isOwn(n)),
  }
}

/**
 * Removes what a rule lets go of an installation's backups, and what was cut off over a day ago. Everything else there is
 * somebody else's.
 * @param now in milliseconds
 * @param installation as `ownAmong` takes it
 * @returns what is gone, as people write it
 */
export async function removeSurplus(
  place: CopyPlace,
  rule: KeepRule,
  now: number,
  installation: string | null = null,
): Promise<string[]> {
  const store = storeOf(place)
  const { whole, cutOff } = await listNamed(place, now)
  const { own } = await ownAmong(place, whole, installation)
  const surplus = new Set(
    surplusOf(
      own.map(({ at }) => at),
      rule,
    ),
  )
  const gone = [...own.filter(({ at }) => surplus.has(at)), ...cutOff.filter(({ at }) => at < now - DAY)]
  for (const { name } of gone) await store.discard(name, MANIFEST)
  return gone.map(({ folder }) => folder)
}

/** Everything that bears a backup's name, newest first. */
export interface NamedFolders {
  whole: KeptBackup[]
  /** Begun and not finished. */
  cutOff: KeptBackup[]
  /** The others: of a time to come, or without a list of what lies in them. */
  rest: KeptBackup[]
}

/** @throws where the place cannot be read */
export async function listNamed(place: CopyPlace, now: number): Promise<NamedFolders> {
  const store = storeOf(place)
  const timed = (await store.list()).flatMap((name) => {
    const time = timeIn(name)
    return time ? [{ name, folder: store.within(name).where, ...time }] : []
  })
  const looked = await mapAtOnce(timed, store.atOnce, async ({ isPartial, ...backup }) => {
    const isWhole = !isPartial && backup.at <= now + HOUR && (await store.within(backup.name).has(MANIFEST))
    // Outside of a folder nothing is renamed: one that is being written has its name, and no manifest yet.
    const isCutOff = isPartial || (store.folder === null && !isWhole)
    return { backup, kind: isWhole ? 'whole' : isCutOff ? 'cutOff' : 'rest' }
  })
  const of = (kind: keyof NamedFolders): KeptBackup[] =>
    looked.flatMap((one) => (one.kind === kind ? one.backup : [])).toSorted((a, b) => b.at - a.at)
  return { whole: of('whole'), cutOff: of('cutOff'), rest: of('rest') }
}
