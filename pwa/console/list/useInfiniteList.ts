import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { CallName } from '#contract/paths.ts'
import { ask } from '../http/ask.ts'

interface Options<Page, Row> {
  call: CallName
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  rows: (page: Page) => Row[]
  total: (page: Page) => number
  /** Asks anew every so often; never unless told. */
  everyMs?: number
  isEnabled?: boolean
}

/**
 * A list that is read 15 rows at a time. The next offset is the number of rows that stand there, so rows deleted
 * meanwhile are not skipped over; a row that changed its place between two pages is shown once.
 */
export function useInfiniteList<Page, Row extends { id: number }>(options: Options<Page, Row>) {
  const client = useQueryClient()
  const { call, rows, total } = options
  const queryKey = [call, options.query ?? {}] as const
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    enabled: options.isEnabled ?? true,
    queryFn: async ({ pageParam, signal }) =>
      (
        await ask<Page>(call, {
          query: { ...options.query, offset: pageParam, limit: PAGE_SIZE },
          signal,
        })
      ).data,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + rows(page).length, 0)
      return rows(last).length > 0 && loaded < total(last) ? loaded : undefined
    },
    ...(options.everyMs && { refetchInterval: options.everyMs }),
  })
  const pages = query.data?.pages ?? []
  const list = [...new Map(pages.flatMap(rows).map((row) => [row.id, row])).values()]
  const last = pages.at(-1)
  return {
    query,
    rows: list,
    total: last === undefined ? undefined : total(last),
    /** After a change: reads anew what stands on the screen. */
    refresh: () => client.invalidateQueries({ queryKey: [call] }),
  }
}
