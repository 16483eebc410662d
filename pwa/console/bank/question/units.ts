import { consoleTexts as t } from '#contract/consoleTexts.ts'

/** The time of a question: typed in a unit, kept in seconds. */

export type Unit = 'second' | 'minute' | 'hour'

export const units: readonly { value: Unit; label: string }[] = [
  { value: 'second', label: 'Seconds' },
  { value: 'minute', label: 'Minutes' },
  { value: 'hour', label: 'Hours' },
]

const minutes: Record<Unit, number> = { second: 1 / 60, minute: 1, hour: 60 }
const seconds: Record<Unit, number> = { second: 1, minute: 60, hour: 3600 }
const round = (n: number): number => Math.round(n * 100) / 100

export const toMinutes = (time: number, unit: Unit): number => round(time * minutes[unit])
export const toSeconds = (time: number, unit: Unit): number => round(time * seconds[unit])

/** A time in the unit it was typed in, where that tells it exactly; else in seconds. */
export function inUnit(time: number, unit: Unit): { time: string; unit: Unit } {
  const typed = round(time / seconds[unit])
  return toSeconds(typed, unit) === time
    ? { time: String(typed), unit }
    : { time: String(time), unit: 'second' }
}

const LONGEST_SECONDS = 59_940

/** The error of a time as it was typed; undefined if there is none. */
export function timeError(typed: string, unit: Unit): string | undefined {
  const time = Number(typed.trim())
  if (typed.trim() === '' || Number.isNaN(time)) return t.timeRequired
  if (time < 1) return t.timeTooShort
  if (toSeconds(time, unit) > LONGEST_SECONDS) return t.questionTimeTooLong
  return Number.isInteger(toSeconds(time, unit)) ? undefined : 'Time must be whole seconds'
}
