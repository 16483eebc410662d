/** How times and amounts are written. The specification sets dates, 'DD-MM-YYYY, h:mm A', and times, 'hh:mm:ss A'. */

const two = (n: number): string => String(n).padStart(2, '0')
const hour12 = (at: Date): number => at.getHours() % 12 || 12
const half = (at: Date): string => (at.getHours() < 12 ? 'AM' : 'PM')

export function formatTimeOfDay(at: Date): string {
  return `${hour12(at)}:${two(at.getMinutes())} ${half(at)}`
}

export function formatDateTime(at: Date): string {
  return `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}, ${formatTimeOfDay(at)}`
}

/** The time of a save, to the second. */
export function formatClock(ms: number): string {
  const at = new Date(ms)
  return `${two(hour12(at))}:${two(at.getMinutes())}:${two(at.getSeconds())} ${half(at)}`
}

/** '1 to 18', '19 and 20', '1 to 10 and 12' */
export function formatRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  const words = runs.flatMap(([first, last]) => {
    if (first === last) return [String(first)]
    return last === first + 1 ? [String(first), String(last)] : [`${first} to ${last}`]
  })
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${Math.round(bytes / 1e9)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
  return `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

/** The receipt code in groups of four, as it is read aloud. */
export const groupCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
