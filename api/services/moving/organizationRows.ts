import {
  hasOwnId,
  type MovedTable,
  ORGANIZATION_TABLES,
  primaryKeyOf,
  tableColumns,
  tableNames,
  takes,
} from '#db/movedTables.ts'
import {
  deleteRow,
  findAccount,
  findRow,
  forgetMovedRow,
  insertRow,
  type Row,
  updateRow,
} from '#db/queries/moving.ts'
import { digestOf } from './format.ts'
import { keyOf, type Merge, rowWords } from './merge.ts'
import { rowHere } from './rowHere.ts'

/** The rows of an organization besides its tests: each is added, changed, or left as it is. */

/** @param rowsOf a table's rows as the archive has them, to be read more than once */
export async function mergeOrganization(
  merge: Merge,
  rowsOf: (table: MovedTable) => Iterable<Row>,
): Promise<void> {
  for (const table of ORGANIZATION_TABLES.toReversed()) await dropGone(merge, table, rowsOf(table))
  // The organization's own row is written before everything that it owns.
  for (const table of ORGANIZATION_TABLES.slice(1))
    for (const row of rowsOf(table)) await mergeRow(merge, table, row)
}

/** Drops what the source removed if it is only part of something; the rest is told. */
async function dropGone(merge: Merge, table: MovedTable, rows: Iterable<Row>): Promise<void> {
  const there = new Set<string>()
  for (const row of rows) there.add(keyOf(table.name, row))
  for (const known of merge.knownOf(table.name)) {
    if (there.has(known.source_key)) continue
    const key = JSON.parse(known.here_key) as Row
    const here = await findRow(merge.tx, table.name, key)
    if (!here) continue
    if (!table.goes) merge.result.goneThere.push(rowWords(table, here))
    else if (!merge.isMark(known.here_digest, digestOf(table, here))) merge.bothChanged(rowWords(table, here))
    else {
      await deleteRow(merge.tx, table.name, key)
      await forgetMovedRow(merge.tx, known)
      merge.result.changed++
    }
  }
}

export async function mergeRow(merge: Merge, table: MovedTable, row: Row): Promise<void> {
  const { tx, result } = merge
  const sourceKey = keyOf(table.name, row)
  const digest = digestOf(table, row)
  const known = merge.known(table.name, sourceKey)
  if (known && merge.isMark(known.digest, digest)) {
    result.same++
    return
  }
  const key = known && (JSON.parse(known.here_key) as Row)
  const here = key && (await findRow(tx, table.name, key))
  if (known && !here) {
    result.goneHere++
    return
  }
  if (known && here && !merge.isMark(known.here_digest, digestOf(table, here))) {
    merge.bothChanged(rowWords(table, here))
    return
  }
  const isErased = table.name === 'candidates' && !known && merge.isErased(row)
  const made = isErased ? null : await rowHere(merge, table, row)
  if (!made) {
    result.goneHere++
    return
  }
  if (await isTaken(merge, table, made, key)) return
  const hereKey = await withoutClash(merge, rowWords(table, row), () =>
    key ? changed(merge, table, key, made) : added(merge, table, made),
  )
  if (!hereKey) return
  const written = await findRow(tx, table.name, hereKey)
  if (!written) return
  // A row that says something else here counts as changed here from now on.
  const asTaken = saysOtherwise(table, written, made) ? made : written
  await merge.keep(table.name, sourceKey, keyOf(table.name, written), digest, digestOf(table, asTaken))
}

const saysOtherwise = ({ ours = [] }: MovedTable, here: Row, made: Row): boolean =>
  ours.some((column) => (here[column] ?? null) !== (made[column] ?? null))

/** @returns null where the database refuses it, which is told */
export async function withoutClash<T>(
  { result }: Merge,
  words: string,
  write: () => Promise<T>,
): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) throw error
    result.conflicts.push(`${words} cannot stand beside what is here (${(error as Error).message})`)
    return null
  }
}

async function changed(merge: Merge, table: MovedTable, key: Row, made: Row): Promise<Row> {
  const own = new Set([...(table.quiet ?? []), ...primaryKeyOf(table.name)])
  const set = Object.fromEntries(Object.entries(made).filter(([column]) => !own.has(column)))
  if (Object.keys(set).length > 0) await updateRow(merge.tx, table.name, key, set)
  merge.result.changed++
  return key
}

/** @returns its key here; null where another row stands in its place */
async function added(merge: Merge, table: MovedTable, made: Row): Promise<Row | null> {
  const { tx, result } = merge
  const by = table.same ?? (hasOwnId(table.name) ? [] : primaryKeyOf(table.name))
  const standing =
    by.length > 0 &&
    (await findRow(tx, table.name, Object.fromEntries(by.map((column) => [column, made[column] ?? null]))))
  if (standing && !table.same && digestOf(table, standing) !== digestOf(table, made)) {
    merge.bothChanged(rowWords(table, made))
    return null
  }
  if (standing && saysOtherwise(table, standing, made)) result.kept.push(rowWords(table, standing))
  if (standing) return JSON.parse(keyOf(table.name, standing)) as Row
  result.added++
  return insertRow(tx, table.name, made)
}

/** Whether something that an installation has once is another one's here. */
async function isTaken({ tx, result }: Merge, table: MovedTable, made: Row, key: Row | undefined) {
  if (table.name === 'users') {
    const account = await findAccount(tx, String(made.email_key))
    if (!account || account.id === key?.id) return false
    result.conflicts.push(
      `${made.email} has an account here already${account.organization === null ? '' : `, in ${account.organization}`}: change the address of one of the two`,
    )
    return true
  }
  if (table.name === 'drives' && !key && (await findRow(tx, 'drives', { uuid: made.uuid ?? null }))) {
    result.conflicts.push(`${rowWords(table, made)} is here already, from another server or another way`)
    return true
  }
  if (table.name !== 'templates') return false
  const { problem_id = null, language_id = null, organization_id = null } = made
  const standing = await findRow(tx, 'templates', { organization_id, problem_id, language_id })
  if (!standing || standing.id === key?.id) return false
  result.conflicts.push('the starter code of a problem was written on both servers')
  return true
}

/**
 * @throws Error in words where this version does not know a column, so that it would lose what stands in it, or a value is
 * not of its kind
 */
export function requireKnown(name: string, row: Row): void {
  const known = tableNames.includes(name) ? tableColumns(name) : []
  const strange = Object.keys(row).find((column) => !known.includes(column))
  if (strange !== undefined)
    throw new Error(
      `This archive was made by a newer version of Holdfast: it says ${strange} of ${name.replaceAll('_', ' ')}. Update this server first. Nothing was written.`,
    )
  const wrong =
    primaryKeyOf(name).find((column) => row[column] === undefined) ??
    Object.keys(row).find((column) => !takes(name, column, row[column] ?? null))
  if (wrong !== undefined)
    throw new Error(
      `This archive is refused: a row of ${name.replaceAll('_', ' ')} has no usable ${wrong}. Nothing was written.`,
    )
}
