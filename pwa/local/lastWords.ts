import { ownKeys } from './storageKeys.ts'

/**
 * What was typed in the last moment before the page went. The database answers later than a page that is reloaded or
 * closed can wait for; this storage answers at once. It is a net below the log, not a place of its own: the next page
 * writes what it finds into the log and empties it.
 */
export interface LastWords {
  problemId: number
  languageId: number
  text: string
  /** Place in the log of what they go on from, 0 for none: where something newer stands they are out of date. */
  after: number
  /** When they were typed, in whole server milliseconds as the page knew them. */
  at: number
  /** What the page was writing as it went: it may stand in the log by now, and is older than these. */
  over: string[]
}

interface Kept {
  attempt_id: string
  words: LastWords[]
}

/** Replaces what stood there; nothing is kept where the browser's storage is blocked or full. */
export function keepLastWords(attemptId: string, words: readonly LastWords[]): void {
  try {
    if (words.length === 0) localStorage.removeItem(ownKeys.typed)
    else localStorage.setItem(ownKeys.typed, JSON.stringify({ attempt_id: attemptId, words }))
  } catch {
    // The log is all there is then, as it always was.
  }
}

/** What the last page of this test had to leave; empty where there is none, or what stands there cannot be read. */
export function readLastWords(attemptId: string): LastWords[] {
  try {
    const kept = JSON.parse(localStorage.getItem(ownKeys.typed) ?? 'null') as Kept | null
    return kept?.attempt_id === attemptId ? kept.words.filter(isWhole) : []
  } catch {
    return []
  }
}

const isWhole = ({ problemId, languageId, text, after, at, over }: LastWords): boolean =>
  Number.isSafeInteger(problemId) &&
  Number.isSafeInteger(languageId) &&
  Number.isSafeInteger(after) &&
  Number.isSafeInteger(at) &&
  Array.isArray(over) &&
  typeof text === 'string'
