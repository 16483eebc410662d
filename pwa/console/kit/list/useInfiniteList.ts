import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { Sent } from '#pwa/http/call.ts'
import type { AddressOf, AnswerOf, EndpointName } from '#pwa/http/types.ts'
import { requestAt } from '../http/request.ts'

interface Options<N extends EndpointName, Row> {
  call: N
  query?: Omit<NonNullable<AddressOf<N>['query']>, 'offset' | 'limit'>
  rows: (page: AnswerOf<N>) => Row[]
  total: (page: AnswerOf<N>) => number
  /** Asks anew every so often; never unless told. */
  everyMs?: number
  isEnabled?: boolean
}

/** The facts a page needs to know of such a list, whatever its pages hold besides. */
export interface InfiniteList<Row> {
  query: { error: Error | null } & Pick<
    UseInfiniteQueryResult,
    | 'isPending'
    | 'isError'
    | 'isSuccess'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  rows: Row[]
  /** How many there are in all; nothing until it is known. */
  total: number | undefined
}

/**
 * A list that is read 15 rows at a time. The next offset is the number of rows that stand there, so rows deleted
 * meanwhile are not skipped over; a row that changed its place between two pages is shown once.
 */
export function useInfiniteList<N extends EndpointName, Row extends { id: number }>(
  options: Options<N, Row>,
) {
  const client = useQueryClient()
  const { call, rows, total } = options
  const asked = options.query as Sent['query']
  const queryKey = [call, asked ?? {}] as const
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    enabled: options.isEnabled ?? true,
    queryFn: async ({ pageParam, signal }) =>
      (
        await requestAt<AnswerOf<N>>(call, {
          query: { ...asked, offset: pageParam, limit: PAGE_SIZE },
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
