import { formatMinutes } from '../../format/dates.ts'
import type { ReportView } from '../../views.ts'

const numberIn = (state: unknown, field: string): number | null => {
  const value = typeof state === 'object' && state !== null && (state as Record<string, unknown>)[field]
  return typeof value === 'number' ? value : null
}

/**
 * '61 min, 25 % more, 15 min granted': the time of the test, and what staff gave beside it. What a reopened test was given
 * counts from then on and not from its start: that stands among what staff did.
 */
export function allottedInWords({ time, interventions }: Pick<ReportView, 'time' | 'interventions'>): string {
  let more = 0
  let granted = 0
  let isReopened = false
  for (const { action, before, after } of interventions) {
    if (action === 'candidate.accommodation')
      more = Math.round(((numberIn(after, 'time_factor') ?? 1) - 1) * 100)
    if (action === 'candidate.minutes')
      granted += (numberIn(after, 'minutes_granted') ?? 0) - (numberIn(before, 'minutes_granted') ?? 0)
    if (action === 'candidate.reopen') isReopened = true
  }
  return [
    formatMinutes(time.alloted_time, ' min'),
    more > 0 && `${more} % more`,
    granted > 0 && `${granted} min granted`,
    isReopened && 'reopened',
  ]
    .filter(Boolean)
    .join(', ')
}
