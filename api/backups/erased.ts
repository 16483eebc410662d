import { createHash } from 'node:crypto'
import { z } from 'zod'
import { plural } from '#contract/plural.ts'
import { storeOf } from './stores/folderStore.ts'
import type { CopyPlace } from './stores/store.ts'

/**
 * The list of people who were erased, and of tests whose time to be kept was over, a line each, without anything of the
 * person: it lies in the data directory and beside the backups, and a restore erases whatever is on it again.
 */
const ERASED = 'erased.jsonl'

/** The time of it, in milliseconds: a person who is invited anew later is somebody else. */
const erased_at = z.int()
const erasure = z.union([
  /** A person by a mark that only this installation's keys can make, of organization and address. */
  z.strictObject({ person: z.string(), erased_at }),
  /** An attempt by such a mark of its reference. */
  z.strictObject({ attempt: z.string(), erased_at }),
])
export type Erasure = z.infer<typeof erasure>

/** Enough of a hash to tell a line that was changed. */
const checkOf = (one: Erasure): string =>
  createHash('sha256')
    .update(`${'person' in one ? one.person : `attempt|${one.attempt}`}|${one.erased_at}`)
    .digest('hex')
    .slice(0, 16)
const lineOf = (one: Erasure): string =>
  JSON.stringify({
    ...('person' in one ? { person: one.person } : { attempt: one.attempt }),
    erased_at: one.erased_at,
    check: checkOf(one),
  })

/** @returns null for a line that is none, or not as it was written */
function parsed(line: string): Erasure | null {
  try {
    const { check, ...rest } = z.looseObject({ check: z.string() }).parse(JSON.parse(line))
    const one = erasure.parse(rest)
    return check === checkOf(one) ? one : null
  } catch {
    return null
  }
}

/** @returns those in the list of a place; none where it has no list */
export async function readErased(place: CopyPlace): Promise<Erasure[]> {
  return (await storeOf(place).linesOf(ERASED)).flatMap((line) => parsed(line) ?? [])
}

/** Whether an attempt is on the list of a place, by its mark. Somebody asks about one, and the list may be long. */
export const isErased = async (place: CopyPlace, mark: string): Promise<boolean> => {
  const lines = (await storeOf(place).linesOf(ERASED)).filter((line) => line.includes(mark)).map(parsed)
  return lines.some((one) => one !== null && 'attempt' in one && one.attempt === mark)
}

/** The faults of the list in a place, a sentence each. One whose writing was cut off was written again behind it. */
export async function erasedDamage(place: CopyPlace): Promise<string[]> {
  const bad = (await storeOf(place).linesOf(ERASED)).filter((line) => parsed(line) === null).length
  return bad === 0
    ? []
    : [`${plural(bad, 'line')} of ${ERASED} cannot be read: a restore would not erase whom it names`]
}

/** Adds to the list of a place those that it lacks. Durable when it resolves. */
export const addErased = (place: CopyPlace, more: readonly Erasure[]): Promise<void> =>
  storeOf(place).addLines(ERASED, more.map(lineOf))
