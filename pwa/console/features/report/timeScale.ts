import { formatDay, formatMinute } from '../../format/dates.ts'

const MINUTE = 60_000
/** Steps between ticks, in minutes: what a person reads without calculating. */
const steps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440]
const MOST_TICKS = 9

/** One time scale that several tracks share. Places are percentages from the start. */
export interface TimeScale {
  from: number
  to: number
  ticks: number[]
  /** Where a moment stands, kept within the scale. */
  place: (ms: number) => number
  isBeyond: (ms: number) => boolean
}

/** Which of some labels can be read: one too near the one before it stays out; the tables tell them all. */
export function readable(places: readonly number[], apart: number): boolean[] {
  let last = Number.NEGATIVE_INFINITY
  return places.map((place) => {
    if (place - last < apart) return false
    last = place
    return true
  })
}

/** Of marks whose labels would stand on each other: which share the label of the first of them. */
export function sharing(places: readonly number[], apart: number): number[][] {
  const shared: number[][] = []
  for (const [index, isFirst] of readable(places, apart).entries())
    if (isFirst) shared.push([index])
    else shared.at(-1)?.push(index)
  return shared
}

export function timeScale(from: number, end: number): TimeScale {
  const to = Math.max(end, from + MINUTE)
  const minutes = (to - from) / MINUTE
  const step = (steps.find((s) => minutes / s <= MOST_TICKS) ?? Math.ceil(minutes / MOST_TICKS)) * MINUTE
  const ticks: number[] = []
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick)
  return {
    from,
    to,
    ticks,
    place: (ms) => (Math.min(Math.max(ms, from), to) - from) / ((to - from) / 100),
    isBeyond: (ms) => ms > to,
  }
}

/** From this distance on, hours alone do not tell which day is meant, as where a test was opened again days later. */
const HALF_A_DAY = 720 * MINUTE

/** What stands at each tick: the time, and far apart the day where another one begins. */
export function tickWords(ticks: readonly number[]): string[] {
  const [first = 0, second = first] = ticks
  const days = ticks.map((tick) => formatDay(new Date(tick)))
  return ticks.map((tick, index) =>
    second - first >= HALF_A_DAY && days[index] !== days[index - 1]
      ? (days[index] ?? '').slice(0, 'DD-MM'.length)
      : formatMinute(new Date(tick)),
  )
}
