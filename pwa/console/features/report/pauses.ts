import type { ReportView } from '../../views.ts'

export interface Span {
  from: number
  /** null: it goes on to the end of what is drawn. */
  to: number | null
}

/** What lets a paused clock run again. */
const ends = new Set(['candidate.resume', 'candidate.reopen'])

/** When staff had stopped the clock; `interventions` stand in their order. */
export function pausesOf(interventions: ReportView['interventions']): Span[] {
  const pauses: Span[] = []
  let open: Span | null = null
  for (const { action, at } of interventions) {
    if (action === 'candidate.pause' && open === null) {
      open = { from: Date.parse(at), to: null }
      pauses.push(open)
    } else if (open !== null && ends.has(action)) {
      open.to = Date.parse(at)
      open = null
    }
  }
  return pauses
}
