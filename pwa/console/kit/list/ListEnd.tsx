import { Box, Button, Spinner, VisuallyHidden } from '@chakra-ui/react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type Query = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** The end of a list: coming into view it reads on; what failed can be tried again. */
export function ListEnd({ query }: { query: Query }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const end = useSeen(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void query.fetchNextPage()
  })
  if (!hasNextPage) return null
  return (
    <Box ref={end} py="3" display="grid" justifyItems="center" role="status">
      {isFetchNextPageError ? (
        <Button variant="outline" onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      ) : (
        <>
          <Spinner size="sm" color="fg.subtle" aria-hidden />
          <VisuallyHidden>Loading more</VisuallyHidden>
        </>
      )}
    </Box>
  )
}

/** A ref for an element whose coming into view is told. */
export function useSeen(onSeen: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const tell = useRef(onSeen)
  tell.current = onSeen
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) tell.current()
      },
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  })
  return element
}
