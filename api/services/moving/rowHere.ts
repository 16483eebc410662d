import { z } from 'zod'
import { isNullable, type MovedTable, refsOf } from '#db/movedTables.ts'
import type { Row, Value } from '#db/queries/moving.ts'
import { withPictureKeys } from '../../storage/textPictures.ts'
import { imageThere } from './format.ts'
import type { Merge } from './merge.ts'

/** A row of the source as it stands here: what it names by number, the pictures it has, the texts that hold numbers. */

/** Numbers that stand for nothing are turned below zero: no row here has one, so they cannot name another one's. */
export const orNobody = (here: number | undefined, there: number): number => here ?? -Math.abs(there)

/**
 * @param own numbers of rows that belong to the same attempt, by table
 * @returns null where it belongs to something that is gone here
 */
export async function rowHere(
  merge: Merge,
  table: MovedTable,
  row: Row,
  own: ReadonlyMap<string, ReadonlyMap<Value, Value>> = new Map(),
): Promise<Row | null> {
  const made: Row = { ...row }
  for (const [column, named] of Object.entries(refsOf(table))) {
    // Nothing belongs to another organization, whatever the archive says, nor to none.
    if (named === 'organizations') {
      made[column] = merge.organizationId
      continue
    }
    const there = row[column] ?? null
    if (there === null) continue
    const here = own.has(named) ? own.get(named)?.get(there) : await merge.idHere(named, there)
    if (here !== undefined) made[column] = here
    else if (isNullable(table.name, column)) made[column] = null
    else if (named === 'users') made[column] = await merge.standIn()
    else return null
  }
  return withTexts(merge, table.name, made)
}

const image = (merge: Merge, key: Value | undefined): Value =>
  typeof key === 'string' ? imageThere(merge.source, key) : null

const picturesHere = (merge: Merge, text: string): string =>
  withPictureKeys(text, (key) => imageThere(merge.source, key))

function withTexts(merge: Merge, name: string, row: Row): Row | null {
  if ('image_key' in row) row.image_key = image(merge, row.image_key)
  if (name === 'problems') row.description = picturesHere(merge, String(row.description))
  if (name === 'users' && row.role !== 'Admin')
    throw new Error(
      'This archive is refused: it has an account that is not an organization’s own. Nothing was written.',
    )
  if (name === 'users')
    return { ...row, param_key_hash: null, param_key_made_at: null, param_key_used_at: null }
  if (name === 'papers') return { ...row, items: itemsHere(merge, String(row.items)) }
  if (name === 'item_versions') return versionHere(merge, row)
  if (name === 'rejudge_results' && row.tests !== null)
    return { ...row, tests: testsHere(merge, String(row.tests)) }
  return row
}

const itemsHere = (merge: Merge, items: string): string =>
  items.replaceAll(/([pq])(\d+)@/g, (_, kind: string, id: string) => {
    const here = merge.number(kind === 'p' ? 'problem' : 'question', Number(id))
    return `${kind}${orNobody(here, Number(id))}@`
  })

const numbered = z.looseObject({ id: z.int() })
const content = z.looseObject({
  description: z.string().optional(),
  image_key: z.string().nullish(),
  tests: z.array(numbered).optional(),
  templates: z.array(z.looseObject({ language_id: z.int() })).optional(),
  options: z.array(numbered.extend({ image_key: z.string().nullish() })).optional(),
})
const judgedTests = z.array(z.looseObject({ test_case_id: z.int().optional() }))

/** A kept version of a problem or a question: its content names tests, options and languages. */
function versionHere(merge: Merge, row: Row): Row | null {
  const kind = row.kind === 'problem' ? 'problem' : 'question'
  const id = merge.number(kind, Number(row.item_id))
  if (id === undefined) return null
  const said = content.parse(JSON.parse(String(row.content)))
  const made = {
    ...said,
    id,
    ...(kind === 'problem' &&
      said.description !== undefined && { description: picturesHere(merge, said.description) }),
    ...('image_key' in said && { image_key: image(merge, said.image_key ?? null) }),
    ...(said.tests && {
      tests: said.tests.map((test) => ({ ...test, id: testHere(merge, test.id) })),
    }),
    ...(said.templates && {
      templates: said.templates.map((one) => ({
        ...one,
        language_id: orNobody(merge.number('language', one.language_id), one.language_id),
      })),
    }),
    ...(said.options && {
      options: said.options.map((one) => ({
        ...one,
        id: orNobody(merge.number('option', one.id), one.id),
        ...('image_key' in one && { image_key: image(merge, one.image_key ?? null) }),
      })),
    }),
  }
  return { ...row, item_id: id, content: JSON.stringify(made) }
}

function testHere(merge: Merge, id: number): number {
  const found = merge.known('test_cases', JSON.stringify({ id }))
  return orNobody(found && (JSON.parse(found.here_key) as { id: number }).id, id)
}

const testsHere = (merge: Merge, json: string): string =>
  JSON.stringify(
    judgedTests.parse(JSON.parse(json)).map((test) => ({
      ...test,
      ...(test.test_case_id !== undefined && { test_case_id: testHere(merge, test.test_case_id) }),
    })),
  )
