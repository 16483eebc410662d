import { Refusal } from '../errors.ts'

/**
 * Two people on one small record: whoever saves says what they began with. Where something else stands there now, it is
 * told, and sent again with that it is written over.
 * @param was what the change began with; undefined: whatever stands there is written over
 * @param inWords what stands there now
 * @throws Refusal conflict, with `current` in its details
 */
export function requireUnchanged<V>(was: V | undefined, current: V, what: string, inWords: string): void {
  if (was === undefined || JSON.stringify(was) === JSON.stringify(current)) return
  throw new Refusal(
    'conflict',
    `Somebody else changed this ${what} meanwhile. ${inWords} Send yours again to write over it.`,
    { details: { current } },
  )
}
