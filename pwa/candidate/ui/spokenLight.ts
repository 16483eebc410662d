import { plural } from '#contract/plural.ts'
import type { Connection, TotalLight } from '#pwa/attempt/api.ts'

/** The number of waiting changes that are on the device: something that is being saved is not yet. */
export const keptOf = ({ state, waiting }: TotalLight): number => (state === 'saving' ? waiting - 1 : waiting)

/** Whatever is kept of them: choices that were not saved do not count, and *All saved* would say that they do. */
export const butFor = (choices: number): string => `${plural(choices, 'choice')} not saved`

/**
 * The words of the total light, said aloud. It changes at every keystroke that is kept; spoken is only what changes for
 * a person: all saved, kept here because nothing can be sent, or not kept at all. Never a time or a count of what is
 * kept.
 * @param before what it said last, which stands while work is on its way as ever
 * @param choices how many questions have a choice that was not saved
 */
export function spokenLight(
  before: string,
  total: TotalLight,
  { state }: Connection,
  choices: number,
): string {
  if (total.state === 'unsaved') return 'Not saved.'
  const but = choices > 0 ? `${butFor(choices)}.` : ''
  if (keptOf(total) > 0) return state === 'online' ? before : `Saved on this device. ${but}`.trim()
  if (total.isAside) return state === 'captive' ? before : 'All sent.'
  return total.state === 'server' ? but || 'All saved.' : before
}
