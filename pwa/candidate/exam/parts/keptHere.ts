import { plural } from '#contract/plural.ts'
import type { TestSnapshot } from '#pwa/attempt/api.ts'
import { countUnsaved } from '../rail/states.ts'

/**
 * The promise of a banner about the connection: all work is here, unless this device could not keep it. Then another
 * banner says that, and this one promises nothing.
 */
export const keptHere = (isKept: boolean): string =>
  isKept ? 'Keep working: everything is kept on this device.' : ''

/** The same in numbers, once it takes long. */
export function waitsHere(isKept: boolean, waiting: number): string {
  const [waits, are] = waiting === 1 ? ['waits', 'is'] : ['wait', 'are']
  const changes = `${plural(waiting, 'change')} ${waits} on this device and ${are} sent when the network is back.`
  if (isKept) return `Keep working: ${changes}`
  return waiting === 0 ? '' : changes
}

/**
 * When the connection is back, beside the light of the top bar: that one tells of a choice that waits for its *Save*, and
 * *All sent* would be taken to mean it as well.
 */
export function isBack(facts: Pick<TestSnapshot, 'total' | 'storageFault' | 'content' | 'choices'>): string {
  const { waiting } = facts.total
  const isAll = facts.storageFault === null && countUnsaved(facts) === 0
  const how = waiting > 0 ? ` Sending ${plural(waiting, 'change')}.` : isAll ? ' All sent.' : ''
  return `You are back online.${how}`
}
