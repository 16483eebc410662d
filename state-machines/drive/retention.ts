import { plural } from '#contract/plural.ts'
import type { WouldErase } from '#contract/views/drive.ts'

/** How long results are kept. */

const DAY = 86_400_000

/** Days after the end of a drive, or of a test in an assessment; null: for ever. */
export type KeptDays = number | null

/**
 * Until when the results of a drive are kept, all of them alike. The tests of an assessment have no end in common.
 * @returns server milliseconds; null: for ever, or each test for itself
 */
export const keptUntil = (drive: {
  is_assessment: boolean
  end_time: number
  results_retention_days: KeptDays
}): number | null =>
  drive.is_assessment || drive.results_retention_days === null
    ? null
    : drive.end_time + drive.results_retention_days * DAY

/** Whether part of a drive's results is erased already, and the rest goes: half a ranking is none. */
export function isBeingErased(
  drive: Parameters<typeof keptUntil>[0] & { results_erased_at: number | null },
): boolean {
  const until = keptUntil(drive)
  return until !== null && drive.results_erased_at !== null && drive.results_erased_at >= until
}

/** Whether something goes earlier than it would have. */
export const isShorter = (before: KeptDays, after: KeptDays): boolean =>
  after !== null && (before === null || after < before)

/** The shorter of two times. */
export const shorterOf = (days: number, other: KeptDays): number =>
  isShorter(days, other) && other !== null ? other : days

/**
 * The results that go by a shorter time, in words.
 * @param now in milliseconds
 * @param dayOf a day as whoever reads it writes it, of an ISO time
 */
export function formatLoss(
  { name, is_assessment }: { name: string; is_assessment: boolean },
  { attempts, candidates, at }: WouldErase,
  { now, dayOf }: { now: number; dayOf: (iso: string) => string },
): string {
  if (at === null) return `No test of ‘${name}’ has ended yet. Each is erased that long after its end.`
  const what = `${plural(attempts, 'invitation or test', 'invitations and tests')} of ‘${name}’`
  const when = is_assessment ? `from ${dayOf(at)} on` : `on ${dayOf(at)}`
  const people =
    candidates === 0 ? '' : `, and with them ${plural(candidates, 'candidate')} invited to nothing else`
  return `${what} will be erased ${Date.parse(at) <= now ? 'within minutes' : when}${people}. Nothing brings them back.`
}

/** Why nothing is erased by time for now. */
export interface ErasingHold {
  /** restore: an older rule may have come back. clock: it is not known whether so much time has really passed. */
  why: 'restore' | 'clock'
  /** In server milliseconds. */
  since: number
  /** The clock as it was seen last before it went on or back by more than a day; null after a restore. */
  before: number | null
}

/** The server's clock as erasing by time saw it last. */
export interface ErasingNote {
  seen: number
  hold: ErasingHold | null
}

/**
 * Whether erasing by time is on hold. A clock that has gone by more than a day between two looks is believed once the server
 * has run with it for another day, because what a wrong one erases comes back from no copy. The time after a restore is ended
 * by a person alone.
 * @param note of the last look; null: there was none
 */
export function erasingAt(note: ErasingNote | null, now: number): ErasingNote {
  if (note === null) return { seen: now, hold: null }
  const { seen, hold } = note
  if (hold?.why === 'restore') return { seen: now, hold }
  if (Math.abs(now - seen) > DAY) return { seen: now, hold: { why: 'clock', since: now, before: seen } }
  return { seen: now, hold: hold !== null && now - hold.since >= DAY ? null : hold }
}

/** Why it is on hold, and how it goes on, in words. */
export function formatErasingHold({ why, since, before }: ErasingHold): string {
  const clock = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const goOn = 'a super admin lets it go on under Evidence, or the operator by “holdfast retention --go-on”'
  return why === 'restore' || before === null
    ? `Erasing is on hold, because the server was restored from a backup and older rules may have come back with it. It stays so until ${goOn}.`
    : `Erasing is on hold, because the server’s clock went from ${clock(before)} to ${clock(since)}: either the server stood still, or the clock is wrong. It goes on once the server has run for a day with this clock, or before that if ${goOn}.`
}
