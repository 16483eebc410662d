import type { Queries } from '../connect.ts'
import { hasOwnId, type MovedTable, primaryKeyOf, tableColumns } from '../movedTables.ts'
import { isToldByWriter, toldSql } from '../sealedRows.ts'

/** The rows of an organization that moves: read as they stand, and written by the names of their columns. */

export type Value = string | number | Buffer | null
/** A row by its columns. */
export type Row = Record<string, Value>

const named = (columns: readonly string[]): string => columns.map((one) => `"${one}"`).join(', ')
const equal = (columns: readonly string[]): string =>
  columns.map((one) => `"${one}" IS @${one}`).join(' AND ')

/** So many are read at once: a program may have 64 KB, and a page of them must not fill the memory. */
const PART = 100

/** All rows of a table that belong to an organization or an attempt, in the order of their keys, in parts. */
export async function* rowsOfTable(q: Queries, table: MovedTable, of: number): AsyncGenerator<Row[]> {
  const key = primaryKeyOf(table.name)
  const behind = `(${named(key)}) > (${key.map((one) => `@after_${one}`).join(', ')})`
  let after: Row | undefined
  for (;;) {
    const place = Object.fromEntries(key.map((one) => [`after_${one}`, after?.[one] ?? null]))
    const rows: Row[] = await q.raw.all<Row>(
      `SELECT ${named(tableColumns(table.name))} FROM ${table.name}
       WHERE (${table.rows}) ${after ? `AND ${behind}` : ''} ORDER BY ${named(key)} LIMIT ${PART}`,
      { of, ...(after && place) },
    )
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (rows.length < PART) return
  }
}

export const listAttemptsOfOrganization = async (q: Queries, organizationId: number) =>
  q.raw.all<{ id: number; ref: string; started_at: number | null }>(
    `SELECT a.id, a.ref, a.started_at FROM attempts a JOIN drives d ON d.id = a.drive_id
     WHERE d.organization_id = ? ORDER BY a.id`,
    organizationId,
  )

/** Counts what of an organization is under way: it is not exported before that has ended. */
export const countUnderWay = (q: Queries, organizationId: number) =>
  q.raw.get<{ running: number; judged: number; rejudged: number }>(
    `WITH own AS (SELECT id FROM drives WHERE organization_id = @organizationId)
     SELECT
       (SELECT count(*) FROM attempts WHERE drive_id IN (SELECT id FROM own) AND started_at IS NOT NULL AND finished_at IS NULL) AS running,
       (SELECT count(*) FROM attempts a JOIN jobs j ON j.attempt_id = a.id AND j.status <> 'done'
        WHERE a.drive_id IN (SELECT id FROM own)) AS judged,
       (SELECT count(*) FROM rejudges WHERE drive_id IN (SELECT id FROM own) AND status IN ('running', 'applying')) AS rejudged`,
    { organizationId },
  )

export const countRunningAnywhere = async (q: Queries): Promise<number> =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM attempts WHERE deadline_at IS NOT NULL AND finished_at IS NULL',
    )
  )?.n ?? 0

export const listOrganizationsNamed = (q: Queries, name: string) =>
  q.raw.all<{ id: number; name: string }>(
    'SELECT id, name FROM organizations WHERE folded(name) = folded(?) ORDER BY id',
    name,
  )

/** The row with this key, or these values of other columns; undefined where there is none. */
export const findRow = (q: Queries, name: string, by: Row) =>
  q.raw.get<Row>(`SELECT ${named(tableColumns(name))} FROM ${name} WHERE ${equal(Object.keys(by))}`, by)

/** @returns its primary key */
export async function insertRow(q: Queries, name: string, row: Row): Promise<Row> {
  const columns = Object.keys(row).filter((one) => !(one === 'id' && hasOwnId(name)))
  const made = await q.raw.get<Row>(
    `INSERT INTO ${name} (${named(columns)}) VALUES (${columns.map((one) => `@${one}`).join(', ')})
     RETURNING ${named(primaryKeyOf(name))}`,
    row,
  )
  if (!made) throw new Error(`Nothing was written to ${name}`)
  if (isToldByWriter(name)) await q.raw.get(`${toldSql(name, 'o')} WHERE ${equal(Object.keys(made))}`, made)
  return made
}

export const updateRow = (q: Queries, name: string, key: Row, row: Row) =>
  q.raw.run(
    `UPDATE ${name} SET ${Object.keys(row)
      .map((one) => `"${one}" = @set_${one}`)
      .join(', ')} WHERE ${equal(Object.keys(key))}`,
    { ...key, ...Object.fromEntries(Object.entries(row).map(([one, value]) => [`set_${one}`, value])) },
  )

export const deleteRow = (q: Queries, name: string, key: Row) =>
  q.raw.run(`DELETE FROM ${name} WHERE ${equal(Object.keys(key))}`, key)

/** Deletes all rows of a table that belong to an attempt. */
export const deleteRowsOf = (q: Queries, table: MovedTable, attemptId: number) =>
  q.raw.run(`DELETE FROM ${table.name} WHERE ${table.rows}`, { of: attemptId })

/** A row that came from another installation: see the schema. Keys are JSON. */
export interface MovedRow {
  source: string
  name: string
  source_key: string
  here_key: string
  organization_id: number
  digest: string
  here_digest: string
}

/** The organization that came from a source under this number. */
export const findMovedOrganization = (q: Queries, source: string, sourceKey: string) =>
  q.raw.get<{ organization_id: number }>(
    "SELECT organization_id FROM moved_rows WHERE source = ? AND name = 'organizations' AND source_key = ?",
    source,
    sourceKey,
  )

export const listMovedRows = (q: Queries, source: string, organizationId: number) =>
  q.raw.all<MovedRow>(
    `SELECT source, name, source_key, here_key, organization_id, digest, here_digest
     FROM moved_rows WHERE organization_id = ? AND source = ?`,
    organizationId,
    source,
  )

export const keepMovedRow = (q: Queries, row: MovedRow) =>
  q.raw.run(
    `INSERT INTO moved_rows (source, name, source_key, here_key, organization_id, digest, here_digest)
     VALUES (@source, @name, @source_key, @here_key, @organization_id, @digest, @here_digest)
     ON CONFLICT (source, name, source_key) DO UPDATE SET digest = excluded.digest, here_digest = excluded.here_digest`,
    row,
  )

export const forgetMovedRow = (q: Queries, { source, name, source_key }: MovedRow) =>
  q.raw.run(
    'DELETE FROM moved_rows WHERE source = ? AND name = ? AND source_key = ?',
    source,
    name,
    source_key,
  )

/** The account with an address, and the organization it belongs to. */
export const findAccount = (q: Queries, emailKey: string) =>
  q.raw.get<{ id: number; organization: string | null }>(
    `SELECT u.id, coalesce(o.show_name, o.name) AS organization
     FROM users u LEFT JOIN organizations o ON o.id = u.organization_id WHERE u.email_key = ?`,
    emailKey,
  )

/** Id of the newest notice of an attempt; 0: there is none. */
export const findNewestNotice = async (q: Queries, attemptId: number): Promise<number> =>
  (
    await q.raw.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM notices WHERE attempt_id = ?',
      attemptId,
    )
  )?.id ?? 0

/** The name of the migration that was applied last. */
export const newestMigration = async (q: Queries): Promise<string> =>
  (await q.raw.get<{ name: string }>('SELECT name FROM migrations ORDER BY rowid DESC LIMIT 1'))?.name ?? ''
