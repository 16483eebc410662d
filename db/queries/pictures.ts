import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { isAmong } from './among.ts'

export type StoredPicture = typeof s.pictures.$inferSelect

/** Notes what lies under these keys; of one that is there already the newer hash counts. */
export async function notePictures({ orm }: Queries, rows: readonly StoredPicture[]): Promise<void> {
  if (rows.length === 0) return
  await orm
    .insert(s.pictures)
    .values([...rows])
    .onConflictDoUpdate({ target: s.pictures.key, set: { sha256: sql`excluded.sha256` } })
}

/** The same of pictures that nobody noted yet: what was noted meanwhile stands. */
export async function noteFoundPictures({ orm }: Queries, rows: readonly StoredPicture[]): Promise<void> {
  if (rows.length > 0)
    await orm
      .insert(s.pictures)
      .values([...rows])
      .onConflictDoNothing()
}

export const unnotePictures = ({ orm }: Queries, keys: readonly string[]) =>
  orm.delete(s.pictures).where(isAmong(s.pictures.key, keys))

export const findPicture = async ({ orm }: Queries, key: string): Promise<StoredPicture | null> =>
  (await orm.select().from(s.pictures).where(eq(s.pictures.key, key)))[0] ?? null

/** All of them by their keys, a part at a time. */
export const listPictures = ({ orm }: Queries, after: string, limit: number): Promise<StoredPicture[]> =>
  orm.select().from(s.pictures).where(gt(s.pictures.key, after)).orderBy(asc(s.pictures.key)).limit(limit)

/** Those of these keys of which nobody noted what lies there. */
export const listUnnoted = async (q: Queries, keys: readonly string[]): Promise<string[]> =>
  (
    await q.raw.all<{ key: string }>(
      'SELECT value AS key FROM json_each(?) WHERE value NOT IN (SELECT key FROM pictures)',
      JSON.stringify(keys),
    )
  ).map(({ key }) => key)

/** Which of these keys anything names: items of the bank, deleted or not, and the versions that attempts were begun with. */
export async function listNamedPictures(q: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = 'WITH asked AS (SELECT value AS key FROM json_each(@keys))'
  const given = { keys: JSON.stringify(keys) }
  const rows = await q.raw.all<{ key: string }>(
    `${asked} SELECT image_key AS key FROM questions WHERE image_key IN (SELECT key FROM asked)
     UNION SELECT image_key FROM problems WHERE image_key IN (SELECT key FROM asked)
     UNION SELECT image_key FROM options WHERE image_key IN (SELECT key FROM asked)`,
    given,
  )
  const named = new Set(rows.map((row) => row.key))
  const rest = keys.filter((key) => !named.has(key))
  if (rest.length === 0) return named
  // Statements and kept versions hold keys as text: looked through for those alone that nothing else names.
  const kept = await q.raw.all<{ key: string }>(
    `${asked} SELECT key FROM asked WHERE EXISTS (SELECT 1 FROM problems p WHERE instr(p.description, asked.key) > 0)
       OR EXISTS (SELECT 1 FROM item_versions v WHERE instr(v.content, asked.key) > 0)`,
    { keys: JSON.stringify(rest) },
  )
  for (const { key } of kept) named.add(key)
  return named
}

/** So many kept versions are looked through at once. */
const VERSIONS = 50

/**
 * The keys that the bank or a kept version names and of which nobody noted what lies there, a part at a time; one may come
 * more than once.
 */
export async function* listNamedUnnoted({ raw }: Queries): AsyncGenerator<string[]> {
  const unnoted = 'NOT IN (SELECT key FROM pictures)'
  const inBank = await raw.all<{ key: string }>(
    ['questions', 'problems', 'options']
      .map(
        (table) =>
          `SELECT image_key AS key FROM ${table} WHERE image_key IS NOT NULL AND image_key ${unnoted}`,
      )
      .join(' UNION '),
  )
  yield inBank.map(({ key }) => key)
  for (let after = 0; ; ) {
    const part = await raw.get<{ last: number | null }>(
      'SELECT max(id) AS last FROM (SELECT rowid AS id FROM item_versions WHERE rowid > ? ORDER BY rowid LIMIT ?)',
      after,
      VERSIONS,
    )
    const last = part?.last ?? null
    if (last === null) return
    const kept = await raw.all<{ key: string }>(
      `SELECT DISTINCT part.value AS key FROM item_versions v, json_tree(v.content) part
       WHERE v.rowid > ? AND v.rowid <= ? AND part.key = 'image_key' AND part.type = 'text' AND part.value ${unnoted}`,
      after,
      last,
    )
    yield kept.map(({ key }) => key)
    after = last
  }
}
