import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { plural } from '#contract/plural.ts'
import { storeOf } from './stores/folderStore.ts'
import { linesOfFile, statOf } from './stores/lines.ts'
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

export interface ErasedList {
  erased: Erasure[]
  /** The faults of it, a sentence each. A line whose writing was cut off was written again behind it. */
  damage: string[]
}

/**
 * The list of a place; empty where it has none.
 * @throws where it cannot be read
 */
export async function readErasedList(place: CopyPlace): Promise<ErasedList> {
  const erased: Erasure[] = []
  let bad = 0
  for await (const lines of storeOf(place).linesOf(ERASED))
    for (const line of lines) {
      const one = parsed(line)
      if (one) erased.push(one)
      else bad++
    }
  const damage = `${plural(bad, 'line')} of ${ERASED} cannot be read: a restore would not erase whom it names`
  return { erased, damage: bad === 0 ? [] : [damage] }
}

/** Those in the list of a place. */
export const readErased = async (place: CopyPlace): Promise<Erasure[]> => (await readErasedList(place)).erased

/** The faults of the list in a place. */
export const erasedDamage = async (place: CopyPlace): Promise<string[]> =>
  (await readErasedList(place)).damage

/** Whether an attempt is on the list of a place, by its mark. Somebody asks about one, and the list may be long. */
export async function isErased(place: CopyPlace, mark: string): Promise<boolean> {
  for await (const lines of storeOf(place).linesOf(ERASED))
    for (const line of lines) {
      const one = line.includes(mark) ? parsed(line) : null
      if (one && 'attempt' in one && one.attempt === mark) return true
    }
  return false
}

/** Adds to the list of a place those that it lacks. Durable when it resolves. */
export const addErased = (place: CopyPlace, more: readonly Erasure[]): Promise<void> =>
  storeOf(place).addLines(ERASED, more.map(lineOf))

/**
 * Copies the list of a data directory to the one of a place.
 * @param from the byte up to which it is there already
 * @returns the byte up to which it is there now
 */
export async function copyErased(dataDirectory: string, place: CopyPlace, from = 0): Promise<number> {
  const list = join(dataDirectory, ERASED)
  const size = (await statOf(list))?.size ?? 0
  // A shorter one is another one: a restore has put it there.
  const start = from > size ? 0 : from
  if (start === size) return size
  const lines: string[] = []
  let isWhole = true
  for await (const some of linesOfFile(list, { start, end: size - 1 }))
    for (const line of some)
      if (parsed(line)) lines.push(line)
      else isWhole = false
  await storeOf(place).addLines(ERASED, lines)
  // One that cannot be read may be one that was being written.
  return isWhole ? size : start
}
