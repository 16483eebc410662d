import Dexie, { type EntityTable } from 'dexie'
import { isDraftOf } from './claims.ts'

/** Input that staff did not send yet, kept on this device by user, so that it returns after the next sign-in. */
interface DraftRow {
  /** 'user id:what' */
  key: string
  value: unknown
  kept_at: number
}

const database = new Dexie('holdfast-console') as Dexie & { drafts: EntityTable<DraftRow, 'key'> }
database.version(1).stores({ drafts: 'key' })

/** So long a draft waits for whoever wrote it: what it holds, addresses and messages, is others' and not for ever. */
const KEPT_MS = 30 * 86_400_000

/** Forgets drafts of anybody that nobody came back to. */
export async function forgetOldDrafts(now = Date.now()): Promise<void> {
  await database.drafts.filter(({ kept_at }) => kept_at < now - KEPT_MS).delete()
}

const keyOf = (userId: number, what: string): string => `${userId}:${what}`

/** @returns when it was kept, in milliseconds since 1970; null where this device keeps nothing */
export async function keepDraft(userId: number, what: string, value: unknown): Promise<number | null> {
  const kept_at = Date.now()
  try {
    await database.drafts.put({ key: keyOf(userId, what), value, kept_at })
    return kept_at
  } catch {
    return null
  }
}

/**
 * As `keepDraft`, or `dropDraft` where there is nothing to keep, for a page that is being left: it is handed to the
 * browser finished, because nothing that is waited for comes back any more.
 */
export function settleDraft(userId: number, what: string, value: unknown | null): void {
  const key = keyOf(userId, what)
  try {
    const writing = database.backendDB().transaction('drafts', 'readwrite')
    const drafts = writing.objectStore('drafts')
    if (value === null) drafts.delete(key)
    else drafts.put({ key, value, kept_at: Date.now() } satisfies DraftRow)
    writing.commit()
  } catch {
    // The database is not open: what was kept before stays.
  }
}

/** The draft of a user, or null where there is none or this device keeps nothing. */
export async function readDraft<T>(
  userId: number,
  what: string,
): Promise<{ value: T; keptAt: number } | null> {
  try {
    const row = await database.drafts.get(keyOf(userId, what))
    return row ? { value: row.value as T, keptAt: row.kept_at } : null
  } catch {
    return null
  }
}

export async function dropDraft(userId: number, what: string): Promise<void> {
  await database.drafts.delete(keyOf(userId, what)).catch(() => {})
}

/** Names of the drafts that are kept of the form `what`, the newest first. */
export async function keptDrafts(userId: number, what: string): Promise<string[]> {
  const own = `${userId}:`
  try {
    const rows = await database.drafts.where('key').startsWith(keyOf(userId, what)).toArray()
    return rows
      .toSorted((a, b) => b.kept_at - a.kept_at)
      .map(({ key }) => key.slice(own.length))
      .filter((name) => isDraftOf(what, name))
  } catch {
    return []
  }
}
