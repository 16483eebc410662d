import { plural } from '#contract/plural.ts'
import type { KeptFields } from '#contract/views/drive.ts'
import { formatDay } from '../../kit/format/dates.ts'

const dayOf = (iso: string): string => formatDay(new Date(iso))

/** Whether all results went by their rule: nothing is left to be counted, judged, proven or sent. */
export const areErased = (of: { invitation_sent: number } & KeptFields): boolean =>
  of.invitation_sent === 0 && of.results_erased_at != null

/**
 * How long results are kept, in a sentence or two.
 * @param isEmpty none are left
 * @returns null where they are kept for ever, or a server of before there was such a rule says nothing
 */
export function formatKept(kept: KeptFields, isEmpty: boolean, now = Date.now()): string | null {
  const { results_erased_at: erased, results_held_up: heldUp, results_kept_until: until } = kept
  const { results_retention_days: days } = kept
  if (isEmpty) return erased ? `Results were erased on ${dayOf(erased)}.` : null
  if (heldUp)
    return until
      ? `The time to keep results is over. They stay for now: ${heldUp}`
      : `The time to keep some results is over. They stay for now: ${heldUp}`
  if (until)
    return Date.parse(until) > now
      ? `Results are kept until ${dayOf(until)}.`
      : 'The time to keep results is over. They are erased within minutes.'
  const last = erased ? `Older ones were erased, last on ${dayOf(erased)}.` : null
  if (days == null) return last
  return [`Results are kept for ${plural(days, 'day')} after each test.`, last].filter(Boolean).join(' ')
}
