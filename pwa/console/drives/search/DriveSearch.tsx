import { Box, Stack, VisuallyHidden } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { DriveTileCard, TileSkeletons } from '../tile/DriveTileCard.tsx'

/** Drives of any state by their name. */
export const useDriveSearch = (search: string) =>
  useInfiniteList({
    call: 'getDrives',
    query: { search },
    rows: (page) => page.drives,
    total: (page) => page.total,
  })

/** 'Search (12 Drives)'; without the number until it is known. */
export const searchTitle = (total: number | undefined): string =>
  total === undefined ? texts.search : `${texts.search} (${total} Drives)`

/** The drives that were found, 15 at a time. */
export function DriveSearch({
  found,
  activeId = null,
}: {
  found: ReturnType<typeof useDriveSearch>
  /** The drive that Enter would open. */
  activeId?: number | null
}) {
  const { query, rows } = found
  if (query.isPending)
    return (
      <>
        <VisuallyHidden role="status">Loading</VisuallyHidden>
        <TileSkeletons n={3} />
      </>
    )
  if (query.isError && rows.length === 0)
    return (
      <Fault
        sentence="The drives could not be searched."
        why={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  if (rows.length === 0) return <Empty>No drive matches your search.</Empty>
  return (
    <Stack gap="2">
      {rows.map((drive) => (
        <Box
          key={drive.id}
          borderRadius="l3"
          outline={drive.id === activeId ? '2px solid' : undefined}
          outlineColor="sea"
        >
          <DriveTileCard drive={drive} />
        </Box>
      ))}
      <ListEnd query={query} />
    </Stack>
  )
}
