import type { KeptFields } from '#contract/views/drive.ts'
import { formatDay } from './dates.ts'

const dayOf = (iso: string): string => formatDay(new Date(iso))

/**
 * How long results are kept, in a sentence or two.
 * @param isEmpty none are left
 * @returns null where they are kept for ever, or a server of before there was such a rule says nothing
 */
export function formatKept(kept: KeptFields, isEmpty: boolean): string | null {
  const { results_erased_at: erased, results_held_up: heldUp, results_kept_until: until } = kept
  if (isEmpty) return erased ? `Results were erased on ${dayOf(erased)}.` : null
  if (heldUp) return `The time to keep results is over. They stay for now: ${heldUp}`
  if (until) return `Results are kept until ${dayOf(until)}.`
  return erased ? `Older results were erased, last on ${dayOf(erased)}.` : null
}
