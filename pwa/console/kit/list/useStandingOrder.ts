import { useState } from 'react'

/**
 * Rows in the order in which they stood first: a row that one works on stays in its place when the list is read anew.
 * New rows come behind them.
 * @param list which list it is: another one begins with an order of its own
 */
export function useStandingOrder<Row extends { id: number }>(rows: readonly Row[], list: string): Row[] {
  const [standing, setStanding] = useState<{ list: string; ids: readonly number[] }>({ list, ids: [] })
  const before = standing.list === list ? standing.ids : []
  const fresh = rows.map(({ id }) => id).filter((id) => !before.includes(id))
  const ids = [...before, ...fresh]
  if (standing.list !== list || fresh.length > 0) setStanding({ list, ids })
  return [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
