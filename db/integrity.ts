import Sqlite from 'better-sqlite3'

/** More faults are not named: what is wrong a hundred times is wrong for one reason. */
const NAMED = 100

/**
 * Reads every page of a database and follows every foreign key.
 * @returns the faults, a sentence each; empty where it is whole
 */
export function databaseDamage(file: string): string[] {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const faults = connection.pragma(`integrity_check(${NAMED})`) as { integrity_check: string }[]
    const orphans = connection.pragma('foreign_key_check') as { table: string; parent: string }[]
    return [
      ...faults.flatMap(({ integrity_check: fault }) => (fault === 'ok' ? [] : [`it is damaged: ${fault}`])),
      ...orphans
        .slice(0, NAMED)
        .map(({ table, parent }) => `a row of ${table} lacks the row of ${parent} that it belongs to`),
    ]
  } catch (error) {
    return [`it cannot be read: ${(error as Error).message}`]
  } finally {
    connection.close()
  }
}
