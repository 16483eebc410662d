import type { Queries } from '#db/connect.ts'

type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** Values of one statement at most; SQLite takes 32,766. */
const VALUES = 4_000

/** Writes rows into a table, many with each statement; all have the columns of the first. */
export async function insertRows(tx: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const atOnce = Math.floor(VALUES / columns.length)
  const one = `(${columns.map(() => '?').join(',')})`
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce)
    const values = some.flatMap((row) => columns.map((column) => row[column] ?? null))
    const sql = `INSERT INTO ${table} (${columns.join(',')}) VALUES ${some.map(() => one).join(',')}`
    await tx.raw.run(sql, ...values)
  }
}

/** Numbers from `from` to before `to`, in parts of at most `size`. */
export function* parts(from: number, to: number, size: number): Generator<readonly [number, number]> {
  for (let at = from; at < to; at += size) yield [at, Math.min(to, at + size)]
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
