import type { ReportView } from '#contract/views/admin.ts'
import { formatDay, formatMinute } from '../../kit/format/dates.ts'

const MINUTE = 60_000
/** Steps between ticks, in minutes: what a person reads without calculating. */
const steps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440]
const MAX_TICKS = 9

/** One time scale that several tracks share. Places are percentages from the start. */
export interface TimeScale {
  from: number
  to: number
  ticks: number[]
  /** The place of a moment, kept within the scale. */
  place: (ms: number) => number
  isBeyond: (ms: number) => boolean
}

/** A label over the line, its own point at `place` percent standing over that place: so it never leaves the line. */
export interface Label {
  place: number
  words: string
}

/** The most that a letter takes of the line, in percent of the narrowest line that has labels. */
const LETTER = 1.2

const extentOf = ({ place, words }: Label): readonly [from: number, to: number] => {
  const width = (words.length + 1) * LETTER
  const from = place - (width * place) / 100
  return [from, from + width]
}

/**
 * Labels for things on the line, each over its own. Those that would stand on each other become one, over the middle of
 * its things, which tells of all of them.
 */
export function labelsOf<T>(
  things: readonly T[],
  positionOf: (thing: T) => number,
  wordsOf: (things: readonly T[]) => string,
): Label[] {
  const groups: T[][] = []
  const labelOf = (group: readonly T[]): Label => {
    const places = group.map(positionOf)
    return { place: (Math.min(...places) + Math.max(...places)) / 2, words: wordsOf(group) }
  }
  const standsOn = (before: readonly T[], group: readonly T[]): boolean =>
    extentOf(labelOf(before))[1] > extentOf(labelOf(group))[0]
  for (const thing of things.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    let group = [thing]
    for (let last = groups.at(-1); last && standsOn(last, group); last = groups.at(-1))
      group = [...(groups.pop() ?? []), ...group]
    groups.push(group)
  }
  return groups.map(labelOf)
}

export function timeScale(from: number, end: number): TimeScale {
  const to = Math.max(end, from + MINUTE)
  const minutes = (to - from) / MINUTE
  const step = (steps.find((s) => minutes / s <= MAX_TICKS) ?? Math.ceil(minutes / MAX_TICKS)) * MINUTE
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

/** The label of each tick: the time, or, if ticks lie far apart, the day where another one begins. */
export function tickLabels(ticks: readonly number[]): string[] {
  const [first = 0, second = first] = ticks
  const days = ticks.map((tick) => formatDay(new Date(tick)))
  return ticks.map((tick, index) =>
    second - first >= HALF_A_DAY && days[index] !== days[index - 1]
      ? (days[index] ?? '').slice(0, 'DD-MM'.length)
      : formatMinute(new Date(tick)),
  )
}

/** From the start of the test to its end, or to now; a stretch offline that outlasted the end belongs to it. */
export function testSpan(report: Pick<ReportView, 'time' | 'connection'>, now: number) {
  const { test_started, test_finished, deadline_at } = report.time
  if (test_started === null) return null
  const from = Date.parse(test_started)
  const running = deadline_at === null ? now : Math.min(now, Date.parse(deadline_at))
  const end = test_finished === null ? running : Date.parse(test_finished)
  const spans = report.connection.offline.map((span) => (span.to === null ? end : Date.parse(span.to)))
  return { from, to: Math.max(from, end, ...spans) }
}

export interface Span {
  from: number
  /** null: it goes on to the end of what is drawn. */
  to: number | null
}

/** The actions that let a paused clock run again. */
const resumes = new Set(['candidate.resume', 'candidate.reopen'])

/** When staff had stopped the clock; `interventions` stand in their order. */
export function pauseSpans(interventions: ReportView['interventions']): Span[] {
  const pauses: Span[] = []
  let open: Span | null = null
  for (const { action, at } of interventions) {
    if (action === 'candidate.pause' && open === null) {
      open = { from: Date.parse(at), to: null }
      pauses.push(open)
    } else if (open !== null && resumes.has(action)) {
      open.to = Date.parse(at)
      open = null
    }
  }
  return pauses
}
