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

/** The end of a span beside its start: on the same day the time alone. */
export const formatEnd = (start: Date, end: Date): string =>
  formatDay(start) === formatDay(end) ? formatMinute(end) : formatDate(end)

/** '9 s', '5 min 51 s', '1 h 19 min', '2 days' */
export function formatSpan(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s} s`
  if (s < 3600) return s % 60 === 0 ? `${s / 60} min` : `${Math.floor(s / 60)} min ${s % 60} s`
  const minutes = Math.floor(s / 60)
  if (minutes < 24 * 60) {
    const rest = minutes % 60
    return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
  }
  const days = Math.floor(minutes / (24 * 60))
  return plural(days, 'day')
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
