import type { Queries } from '../connect.ts'

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
  // Kept versions hold their keys as text: looked through for those alone that nothing else names.
  const kept = await q.raw.all<{ key: string }>(
    `${asked} SELECT key FROM asked WHERE EXISTS (SELECT 1 FROM item_versions v WHERE instr(v.content, asked.key) > 0)`,
    { keys: JSON.stringify(rest) },
  )
  for (const { key } of kept) named.add(key)
  return named
}
