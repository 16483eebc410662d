import { useEffect } from 'react'
import type { useListAddress } from './useListAddress.ts'

/** Where a list has become shorter, as when the last row of its last page was deleted, its last page is shown. */
export function useLastPage(
  { page, setPage }: Pick<ReturnType<typeof useListAddress>, 'page' | 'setPage'>,
  pages: number | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page or another length is a reason to move
  useEffect(() => {
    if (pages !== undefined && page > pages) setPage(pages, { replace: true })
  }, [page, pages])
}
