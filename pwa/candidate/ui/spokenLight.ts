import type { Connection, TotalLight } from '#pwa/actors/testApi.ts'

export const ALL_SAVED = 'All saved.'

/** Of what waits for the server that which is on the device: something that is being saved is not yet. */
export const keptOf = ({ state, waiting }: TotalLight): number => (state === 'saving' ? waiting - 1 : waiting)

/**
 * What the total light says aloud. It changes at every keystroke that is kept; spoken is only what changes for a person:
 * all saved, kept here because nothing can be sent, or not kept at all. Never a time or a count.
 * @param before what it said last, which stands while work is on its way as ever
 */
export function spokenLight(before: string, total: TotalLight, connection: Connection): string {
  if (total.state === 'unsaved') return 'Not saved.'
  if (keptOf(total) > 0) return connection.state === 'online' ? before : 'Saved on this device.'
  if (total.isAside) return 'All sent.'
  return total.state === 'server' ? ALL_SAVED : before
}
