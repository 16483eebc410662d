/** More rows than this are not drawn at once. */
const ROWS = 200

export interface ListPage<Row> {
  shown: readonly Row[]
  /** How many stand before the first of them. */
  from: number
  pages: number
}

/** One page of a list that is all here: pages are counted from 1, and behind the last one the last one is shown. */
export function pageOf<Row>(rows: readonly Row[], page: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS))
  const from = (Math.min(page, pages) - 1) * ROWS
  return { shown: rows.slice(from, from + ROWS), from, pages }
}
