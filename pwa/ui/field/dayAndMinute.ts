/** A moment as the day and the time of day that the reader's clock shows. */

const two = (n: number): string => String(n).padStart(2, '0')
const STEP_MINUTES = 15

/** 'yyyy-MM-dd' */
export function dayOf(ms: number): string {
  const at = new Date(ms)
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** 'HH:mm' */
export function minuteOf(ms: number): string {
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Whether a calendar has this day, 'yyyy-MM-dd': Date.parse takes 31 February for a day in March. */
export function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** The day that was typed as dd/MM/yyyy, or as the lists write it, dd-MM-yyyy; null where it is none. */
export function dayTyped(typed: string): string | null {
  const [, day, , month, year] = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\s*$/.exec(typed) ?? []
  if (!day || !month || !year) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

/** The moment of a day and a time of day, seconds 0. */
export const joined = (day: string, minute: string): number => new Date(`${day}T${minute}:00`).getTime()

/** The times of a day in steps of 15 minutes, and the one that is chosen where it lies between two. */
export function minutesOfDay(chosen: string | null): string[] {
  const steps = Array.from(
    { length: (24 * 60) / STEP_MINUTES },
    (_, i) => `${two(Math.floor((i * STEP_MINUTES) / 60))}:${two((i * STEP_MINUTES) % 60)}`,
  )
  return chosen === null || steps.includes(chosen) ? steps : [...steps, chosen].sort()
}
