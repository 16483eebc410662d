import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { OpType } from '#contract/ops.ts'
import { ownKeys, typedKey } from '../storageKeys.ts'
import type { AttemptRecord, LocalDatabase } from './schema.ts'

/**
 * Work that was typed, chosen or submitted in the last moment before the page went. The database answers later than a
 * page that is reloaded or closed can wait for; this storage answers at once. It is a net below the log, not a place of
 * its own: the next page writes what it finds into the log and empties it.
 */
export interface BufferedProgram {
  problemId: number
  languageId: number
  text: string
  /** Place in the log of what they go on from, 0 for none: where something newer stands they are out of date. */
  after: number
  /** When they were typed, in whole server milliseconds as the page knew them. */
  at: number
  /** Texts that the page was writing as it went: they may stand in the log by now, and are older than this one. */
  over: string[]
}

/** A choice, a submission or the finish on its way into the log; by its id it is known there. */
export interface BufferedOp {
  type: OpType
  key: string
  body: unknown
  op_id: string
  /** When it was done, in whole server milliseconds as the page knew them. */
  madeAt: number
  /** End of the log as the page knew it: what it came to stands behind that. */
  tail: number
}

export interface UnloadBuffer {
  words: BufferedProgram[]
  deeds: BufferedOp[]
}

const NOTHING: UnloadBuffer = { words: [], deeds: [] }

export const isEmptyBuffer = ({ words, deeds }: UnloadBuffer): boolean =>
  words.length === 0 && deeds.length === 0

/**
 * Whether it still counts where it comes into the log: after a test that the server ended, or that another device went on
 * with, as long as the server takes anything; after the end that was made here nothing does.
 */
export const isStillTaken = (
  { finished_at, deadline_at }: Pick<AttemptRecord, 'finished_at' | 'deadline_at'>,
  now: number,
): boolean => finished_at === null && now <= deadline_at + UPLOAD_WINDOW_MS

interface Small {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** @throws where it is blocked, and in the worker, which has none */
function storage(): Small {
  const { localStorage } = globalThis as { localStorage?: Small }
  if (!localStorage) throw new Error('There is no such storage here')
  return localStorage
}

/**
 * Replaces what stood there.
 * @returns whether it is kept: the browser's storage may be blocked or full
 */
export function writeUnloadBuffer(attemptId: string, left: UnloadBuffer): boolean {
  try {
    if (!isEmptyBuffer(left))
      storage().setItem(typedKey(attemptId), JSON.stringify({ attempt_id: attemptId, ...left }))
    else for (const key of keysOf(attemptId)) storage().removeItem(key)
    return true
  } catch {
    // The log is all there is then, as it always was.
    return false
  }
}

export const clearUnloadBuffer = (attemptId: string): boolean => writeUnloadBuffer(attemptId, NOTHING)

/** The work the last page of this test had to leave; nothing if there is none, or if it cannot be read. */
export function readUnloadBuffer(attemptId: string): UnloadBuffer {
  try {
    const [key] = keysOf(attemptId)
    const kept = key === undefined ? null : keptUnder(key)
    if (kept?.attempt_id !== attemptId) return NOTHING
    // An earlier version of the pages noted the end of the log once for all.
    const { words = [], deeds = [], tail = 0 } = kept
    const noted = deeds.map((deed) => ({ ...deed, tail: deed.tail ?? tail }))
    return { words: words.filter(isWhole), deeds: noted.filter(isDone) }
  } catch {
    return NOTHING
  }
}

interface Kept extends Partial<UnloadBuffer> {
  attempt_id: string
  tail?: number
}

/** Null also where it cannot be read. */
function keptUnder(key: string): Kept | null {
  const kept = storage().getItem(key)
  try {
    return kept === null ? null : (JSON.parse(kept) as Kept | null)
  } catch {
    return null
  }
}

/** The keys under which words of this test lie, the newest first. */
const keysOf = (attemptId: string): string[] =>
  [typedKey(attemptId), ownKeys.typed].filter((key) => keptUnder(key)?.attempt_id === attemptId)

export const isWhole = ({ problemId, languageId, text, after, at, over }: BufferedProgram): boolean =>
  Number.isSafeInteger(problemId) &&
  Number.isSafeInteger(languageId) &&
  Number.isSafeInteger(after) &&
  Number.isSafeInteger(at) &&
  Array.isArray(over) &&
  typeof text === 'string'

const deeds: ReadonlySet<unknown> = new Set<OpType>([
  'mcq_select',
  'mcq_save',
  'mcq_submit_all',
  'submit',
  'finish',
])

const isDone = ({ type, key, body, op_id, madeAt, tail }: BufferedOp): boolean =>
  deeds.has(type) &&
  typeof key === 'string' &&
  typeof op_id === 'string' &&
  typeof body === 'object' &&
  body !== null &&
  (type !== 'finish' || 'reason' in body) &&
  Number.isSafeInteger(madeAt) &&
  Number.isSafeInteger(tail)

/**
 * The text being typed, as it stood a second ago: one row a program, written over, beside the log. A page that is
 * killed in the midst of typing leaves it, and the next one takes it for its last words; it says nothing if the log has
 * something newer.
 */

const prefixOf = (attemptId: string): string => `typing:${attemptId}:`

export const writeTyped = (db: LocalDatabase, attemptId: string, words: BufferedProgram) =>
  db.settings.put({ name: `${prefixOf(attemptId)}${words.problemId}:${words.languageId}`, value: words })

export async function readTyped(db: LocalDatabase, attemptId: string): Promise<BufferedProgram[]> {
  const rows = await db.settings.where('name').startsWith(prefixOf(attemptId)).toArray()
  return rows.map(({ value }) => value as BufferedProgram).filter((words) => words !== null && isWhole(words))
}

export const dropTyped = (db: LocalDatabase, attemptId: string): Promise<number> =>
  db.settings.where('name').startsWith(prefixOf(attemptId)).delete()
