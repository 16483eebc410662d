import { TIMER_RED_SECONDS, TIMER_WARNING_SECONDS } from '#contract/constants.ts'
import { millisLeft } from './time.ts'

/** The clock's rules, from two absolute times: nothing here counts by itself. */

export const ANNOUNCED_MINUTES = [10, 5, 2, 1] as const
export type AnnouncedMinute = (typeof ANNOUNCED_MINUTES)[number]

export type TimePhase = 'plenty' | 'red' | 'closing' | 'over'

export const secondsUntil = (at: number, now: number): number => Math.ceil((at - now) / 1000)

/** The clock's reading; a clock that stands still keeps the last one. */
export const secondsLeft = (clock: Parameters<typeof millisLeft>[0], now: number): number =>
  Math.ceil(millisLeft(clock, now) / 1000)

export function timePhase(deadlineAt: number, now: number): TimePhase {
  const left = secondsUntil(deadlineAt, now)
  if (left <= 0) return 'over'
  if (left <= TIMER_WARNING_SECONDS) return 'closing'
  return left < TIMER_RED_SECONDS ? 'red' : 'plenty'
}

/** The nearest mark that was passed; null before the first, and at the end. */
export function markPassed(deadlineAt: number, now: number): AnnouncedMinute | null {
  const left = secondsUntil(deadlineAt, now)
  if (left <= 0) return null
  return ANNOUNCED_MINUTES.filter((minutes) => left <= minutes * 60).at(-1) ?? null
}

/** Whether the clock shows plainly less than the mark, by a tenth: a page may have begun, or slept, behind it. */
export const isMarkPast = (deadlineAt: number, now: number, mark: AnnouncedMinute): boolean =>
  secondsUntil(deadlineAt, now) < mark * 54

/**
 * The mark that is to be announced: the nearest one that was passed, each once.
 * @param said the last one that was announced
 */
export function minuteDue(
  deadlineAt: number,
  now: number,
  said: AnnouncedMinute | null,
): AnnouncedMinute | null {
  const mark = markPassed(deadlineAt, now)
  return mark !== null && (said === null || mark < said) ? mark : null
}

export interface TimeParts {
  hours: string
  minutes: string
  seconds: string
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The timer's three numbers; null below zero, where the screen says 'Expired'. */
export function timeParts(seconds: number): TimeParts | null {
  if (seconds < 0) return null
  return {
    hours: two(Math.floor(seconds / 3600)),
    minutes: two(Math.floor((seconds % 3600) / 60)),
    seconds: two(Math.floor(seconds % 60)),
  }
}
