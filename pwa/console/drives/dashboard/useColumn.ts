import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE_SIZE } from '#contract/constants.ts'
import { request } from '../../kit/http/request.ts'
import type { ColumnInfo } from './columns.ts'

/** One column's drives, 15 at a time. */
export function useColumn(column: ColumnInfo) {
  const query = useInfiniteQuery({
    queryKey: [column.call],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (await request(column.call, { query: { offset: pageParam, limit: PAGE_SIZE }, signal })).data,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.drives.length, 0)
      return last.drives.length > 0 && loaded < last.total ? loaded : undefined
    },
    refetchInterval: 60_000,
  })
  const pages = query.data?.pages ?? []
  // A drive may change its place between two pages; it is shown once.
  const drives = [...new Map(pages.flatMap((page) => page.drives).map((drive) => [drive.id, drive])).values()]
  return { query, drives, total: pages.at(-1)?.total }
}
export type ColumnState = ReturnType<typeof useColumn>
