import { sha256 } from '../kit/keys.ts'

/** The given fields that differ, as they were and as they will be. */
export function changedFields<T extends object>(
  row: T,
  given: Partial<T>,
): { before: Partial<T>; after: Partial<T> } {
  const before: Partial<T> = {}
  const after: Partial<T> = {}
  for (const name of Object.keys(given) as (keyof T)[]) {
    if (given[name] === undefined || given[name] === row[name]) continue
    before[name] = row[name]
    after[name] = given[name]
  }
  return { before, after }
}

/**
 * The difference of two summaries of one thing, before and after; lists and settings count by what they hold. Without a
 * difference both are empty.
 */
export function summaryDifference<T extends object>(before: T, now: T) {
  const fresh = new Map<string, unknown>(Object.entries(now))
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(fresh.get(name)),
  )
  return {
    before: Object.fromEntries(changed),
    after: Object.fromEntries(changed.map(([name]) => [name, fresh.get(name)])),
  }
}

/** Characters of a text that an entry of the audit log holds. */
const NOTED = 1_000

/** A text as the audit log notes it: one that is long by its beginning, its length and its hash. */
export function textInAudit(text: string): string {
  const characters = [...text]
  if (characters.length <= NOTED) return text
  const rest = `(${characters.length.toLocaleString('en')} characters, SHA-256 ${sha256(text)})`
  return `${characters.slice(0, NOTED).join('')}… ${rest}`
}
