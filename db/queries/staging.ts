import type { Queries } from '../connect.ts'
import { deleteMeta, readMeta, writeMeta } from './meta.ts'

/**
 * Rows of a large import are written in many small commits, so that candidates' saves go in between, and shown in one
 * statement at the end. Until then they carry a negative time of deletion that no clock makes: nothing finds them. The
 * rows of an import that was cut off are removed at the next start.
 */

export interface Staging {
  kind: 'problem' | 'question'
  organizationId: number
  /** Its mark, below zero. */
  stage: number
  /** The newest names before it began: those it made have higher ids. */
  names: { difficulties: number; tags: number }
}

const NAME = 'import_staged'
const tableOf = ({ kind }: Pick<Staging, 'kind'>) => `${kind}s` as const

/** Begins an import: from here on a stop in the middle leaves a note of it. */
export async function beginStaging(
  q: Queries,
  of: Pick<Staging, 'kind' | 'organizationId' | 'stage'>,
): Promise<Staging> {
  const newest = async (table: 'difficulties' | 'tags') =>
    (await q.raw.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`))?.id ?? 0
  const staging = { ...of, names: { difficulties: await newest('difficulties'), tags: await newest('tags') } }
  await writeMeta(q, NAME, JSON.stringify(staging))
  return staging
}

/** The import that was cut off; null where none was. One runs at a time. */
export async function findStaging(q: Queries): Promise<Staging | null> {
  const kept = await readMeta(q, NAME)
  return kept === null ? null : (JSON.parse(kept) as Staging)
}

/**
 * Shows all rows of an import at once.
 * @param ids the rows it wrote
 * @returns how many there are now
 */
export async function showStaged(q: Queries, staging: Staging, ids: readonly number[]): Promise<number> {
  await deleteMeta(q, NAME)
  return q.raw.run(
    `UPDATE ${tableOf(staging)} SET deleted_at = NULL
     WHERE id BETWEEN @from AND @to AND organization_id = @organizationId AND deleted_at = @stage`,
    {
      from: ids[0] ?? 0,
      to: ids.at(-1) ?? 0,
      organizationId: staging.organizationId,
      stage: staging.stage,
    },
  )
}

/**
 * Removes some of the rows of an import that did not come to its end, with what hangs on them.
 * @returns how many there were; 0: none is left
 */
export const removeStaged = (q: Queries, staging: Staging, most: number): Promise<number> =>
  q.raw.run(
    `DELETE FROM ${tableOf(staging)} WHERE id IN
     (SELECT id FROM ${tableOf(staging)} WHERE organization_id = @organizationId AND deleted_at = @stage LIMIT @most)`,
    { organizationId: staging.organizationId, stage: staging.stage, most },
  )

/** Removes the names that only those rows had, and the note. */
export async function endStaging(q: Queries, staging: Staging): Promise<void> {
  const { organizationId, names } = staging
  await q.raw.run(
    `DELETE FROM tags WHERE organization_id = @organizationId AND id > @last
     AND NOT EXISTS (SELECT 1 FROM question_tags x WHERE x.tag_id = tags.id)
     AND NOT EXISTS (SELECT 1 FROM problem_tags x WHERE x.tag_id = tags.id)`,
    { organizationId, last: names.tags },
  )
  await q.raw.run(
    `DELETE FROM difficulties WHERE organization_id = @organizationId AND id > @last
     AND NOT EXISTS (SELECT 1 FROM questions x WHERE x.difficulty_id = difficulties.id)
     AND NOT EXISTS (SELECT 1 FROM problems x WHERE x.difficulty_id = difficulties.id)`,
    { organizationId, last: names.difficulties },
  )
  await deleteMeta(q, NAME)
}

/** Which of these keys are pictures of the organization's items, also of those that were deleted. */
export async function listPictureKeys(
  q: Queries,
  organizationId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await q.raw.all<{ key: string }>(
    `WITH asked AS (SELECT value AS key FROM json_each(@keys))
     SELECT image_key AS key FROM questions WHERE organization_id = @organizationId AND image_key IN (SELECT key FROM asked)
     UNION SELECT image_key FROM problems WHERE organization_id = @organizationId AND image_key IN (SELECT key FROM asked)
     UNION SELECT key FROM asked WHERE EXISTS
       (SELECT 1 FROM problems p WHERE p.organization_id = @organizationId AND instr(p.description, asked.key) > 0)
     UNION SELECT o.image_key FROM options o JOIN questions x ON x.id = o.question_id
       WHERE x.organization_id = @organizationId AND o.image_key IN (SELECT key FROM asked)`,
    { organizationId, keys: JSON.stringify(keys) },
  )
  return new Set(rows.map((row) => row.key))
}
