import { useEffect, useState } from 'react'
import { plural } from '#contract/plural.ts'

/** How the console writes moments and lengths; one place for all of them. Moments stand in the reader's time zone. */

const two = (n: number): string => String(n).padStart(2, '0')
const hour12 = (at: Date): number => at.getHours() % 12 || 12
const half = (at: Date): string => (at.getHours() < 12 ? 'AM' : 'PM')

/** 'DD-MM-YYYY' */
export const formatDay = (at: Date): string =>
  `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`

/** 'h:mm A' */
export const formatMinute = (at: Date): string => `${hour12(at)}:${two(at.getMinutes())} ${half(at)}`

/** 'DD-MM-YYYY, h:mm A' */
export const formatDate = (at: Date): string => `${formatDay(at)}, ${formatMinute(at)}`

/** 'hh:mm:ss A' */
export const formatTime = (at: Date): string =>
  `${two(hour12(at))}:${two(at.getMinutes())}:${two(at.getSeconds())} ${half(at)}`

/** An ISO time as 'DD-MM-YYYY, hh:mm:ss A': where a minute does not tell what came first. */
export const formatMoment = (iso: string): string => {
  const at = new Date(iso)
  return `${formatDay(at)}, ${formatTime(at)}`
}

/** The end of a span beside its start: on the same day the time alone, in the same year without the year. */
export function formatEnd(start: Date, end: Date): string {
  if (formatDay(start) === formatDay(end)) return formatMinute(end)
  if (start.getFullYear() !== end.getFullYear()) return formatDate(end)
  return `${two(end.getDate())}-${two(end.getMonth() + 1)}, ${formatMinute(end)}`
}

const units = [
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** '9 s', '5 min 51 s', '1 h 19 min', '1 day 23 h'. Beyond a day the hours are enough: nobody is told of more time than there is. */
export function formatSpan(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  const days = Math.floor(s / 86_400)
  let rest = s % 86_400
  if (days > 0) {
    const hours = Math.floor(rest / 3600)
    return hours === 0 ? plural(days, 'day') : `${plural(days, 'day')} ${hours} h`
  }
  const words = units.flatMap(([unit, length]) => {
    const n = Math.floor(rest / length)
    rest %= length
    return n === 0 ? [] : `${n} ${unit}`
  })
  return words.join(' ') || '0 s'
}

/**
 * Minutes as they are counted, with the seconds where there are some: '61', '61:30'.
 * @param unit what stands behind whole ones where their place does not say so; seconds then have theirs: '61 min 30 s'
 */
export function formatMinutes(minutes: number, unit = ''): string {
  const seconds = Math.round(minutes * 60)
  const whole = Math.floor(seconds / 60)
  if (seconds % 60 === 0) return `${whole}${unit}`
  return unit === '' ? `${whole}:${two(seconds % 60)}` : `${whole}${unit} ${seconds % 60} s`
}

/** A span until a moment, without seconds: '1 h 19 min', 'less than a minute'. */
export function formatWait(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 1 ? 'less than a minute' : formatSpan(minutes * 60)
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** 'Friday, 20-11-2026' */
export const formatToday = (at: Date): string => `${weekdays[at.getDay()]}, ${formatDay(at)}`

/** An ISO time as 'DD-MM-YYYY, h:mm A', or the words for none. */
export const dateOr = (iso: string | null, none: string): string => (iso ? formatDate(new Date(iso)) : none)

/** Whose clock the dates of a form go by. */
export const timeZoneLabel = (): string =>
  `Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}`

/** Now, told again every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
