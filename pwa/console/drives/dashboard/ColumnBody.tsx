import { Button, Stack, VisuallyHidden } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE_SIZE } from '#contract/constants.ts'
import { request } from '#pwa/console/kit/http/request.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useSeen } from '../../kit/list/ListEnd.tsx'
import { DriveTileCard, TileSkeletons } from '../tile/DriveTileCard.tsx'
import type { ColumnInfo } from './columns.ts'

/** A column's tiles, or why there are none. The next 15 come when the end of the list comes into view. */
export function ColumnBody({ column, state }: { column: ColumnInfo; state: ColumnState }) {
  const { query, drives } = state
  const end = useSeen(() => {
    if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage()
  })
  if (query.isPending)
    return (
      <>
        <VisuallyHidden role="status">Loading</VisuallyHidden>
        <TileSkeletons n={3} />
      </>
    )
  if (query.isError && drives.length === 0)
    return <Fault sentence={column.fault} why={query.error.message} onRetry={() => void query.refetch()} />
  if (drives.length === 0) return <Empty>{column.empty}</Empty>
  return (
    <Stack gap="2">
      {drives.map((drive) => (
        <DriveTileCard key={drive.id} drive={drive} />
      ))}
      <div ref={end} />
      {query.isFetchingNextPage && <TileSkeletons n={1} />}
      {query.isFetchNextPageError ? (
        <Fault
          sentence={column.fault}
          why={query.error?.message}
          onRetry={() => void query.fetchNextPage()}
        />
      ) : (
        query.hasNextPage &&
        !query.isFetchingNextPage && (
          <Button variant="ghost" onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        )
      )}
    </Stack>
  )
}

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
