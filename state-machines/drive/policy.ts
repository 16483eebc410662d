import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { QuestionType } from '#contract/forms/drive.ts'
import { statusAt } from '../attempt/time.ts'

/** The rules for a drive's dates and items, given the facts and the time. The wizard and the server ask here. */

export interface DriveTimes {
  start_time: number
  end_time: number
}
export type TimeErrors = Partial<Record<keyof DriveTimes, string>>

/** The specification has no words for these two. */
export const START_LOCKED = 'Start date cannot be changed once the drive has started'
export const END_PAST = 'End date cannot be the past date and time'

const MINUTE_MS = 60_000

const endError = ({ start_time, end_time }: DriveTimes): string | undefined => {
  if (end_time === start_time) return t.endEqualsStart
  return end_time < start_time ? t.endBeforeStart : undefined
}

/**
 * Errors of a drive's dates (console specification, sections 4 and 5). Milliseconds since 1970.
 * @param stored the dates the drive has now; null for a new one. A date that is not changed is never an error: an
 * upcoming drive's start and an ongoing one's end are judged against now, an ongoing one's start is locked.
 */
export function driveTimeErrors(given: DriveTimes, stored: DriveTimes | null, now: number): TimeErrors {
  const errors: TimeErrors = {}
  const isOngoing = stored !== null && statusAt(stored, now) === 'ongoing'
  if (isOngoing) {
    if (given.start_time !== stored.start_time) errors.start_time = START_LOCKED
  } else if (given.start_time < now && given.start_time !== stored?.start_time)
    errors.start_time = t.startPast
  const end = endError(given)
  if (end) errors.end_time = end
  else if (given.end_time < now && given.end_time !== stored?.end_time) errors.end_time = END_PAST
  return errors
}

/**
 * This minute, seconds 0: the proposed times count from it, to the minute. The wizard's picker goes in steps of 15 minutes
 * and offers a time between two steps beside them.
 */
const thisMinute = (now: number): number => now - (now % MINUTE_MS)

/** The next day at the same time of day, by the calendar of whoever asks: where clocks change it is no 24 hours away. */
function dayLater(ms: number): number {
  const at = new Date(ms)
  at.setDate(at.getDate() + 1)
  return at.getTime()
}

/** Start now + 15 minutes, end tomorrow + 15 minutes (section 5). */
export function defaultTimes(now: number): DriveTimes {
  const start_time = thisMinute(now) + 15 * MINUTE_MS
  return { start_time, end_time: dayLater(start_time) }
}

/** A copy starts tomorrow at this time of day and ends the day after (section 4). */
export function copyTimes(now: number): DriveTimes {
  const start_time = dayLater(thisMinute(now))
  return { start_time, end_time: dayLater(start_time) }
}

/** The specification's names of the two sections, as flags. */
export interface Sections {
  allow_coding: boolean
  allow_mcq: boolean
}

/** The sections a question type asks for, as far as the organization's flags allow them. */
export function sectionsOf(type: QuestionType, organization: Sections): Sections {
  return {
    allow_coding: type !== 'mcq' && organization.allow_coding,
    allow_mcq: type !== 'problems' && organization.allow_mcq,
  }
}

/** The error in the number of chosen items; those of a section that is not shown do not count. */
export function itemsError(chosen: { problems: number; mcqs: number }, shown: Sections): string | undefined {
  const counted = (shown.allow_coding ? chosen.problems : 0) + (shown.allow_mcq ? chosen.mcqs : 0)
  return counted < 1 ? t.selectItems : undefined
}

/**
 * Whether the institute had an item already: then it cannot be chosen, and one chosen before the institute was has to
 * go again.
 * @param own what the drive asks as it stands, or what its copy carries over: that is asked again knowingly
 */
export const isUsedAt = (
  instituteId: number | null,
  item: { id: number; instituteIds?: readonly number[] },
  own: readonly { id: number }[],
): boolean =>
  instituteId !== null &&
  item.instituteIds?.includes(instituteId) === true &&
  !own.some(({ id }) => id === item.id)
