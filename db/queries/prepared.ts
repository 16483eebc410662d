import type { Queries } from '../connect.ts'

/**
 * A query that is put together once for each connection: that takes many times as long as SQLite takes to answer it.
 * Its values come in by name, as `sql.placeholder`.
 */
export function prepared<P>(build: (q: Queries) => P): (q: Queries) => P {
  const made = new WeakMap<Queries, P>()
  return (q) => {
    let query = made.get(q)
    if (query === undefined) {
      query = build(q)
      made.set(q, query)
    }
    return query
  }
}
