import { useEffect } from 'react'
import { useEntries } from './useEntries.ts'

/** A list's search, page and tab live in the address. */
export function useListAddress() {
  const { value, change } = useEntries()
  const page = Number(value('page'))
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    search: value('search'),
    tab: value('tab'),
    setPage: (to: number, how?: { replace: boolean }) => change({ page: to > 1 ? String(to) : '' }, how),
    setSearch: (text: string) => change({ search: text, page: '' }, { replace: true }),
    /** Another entry that a list keeps there; '' if it is not set. */
    value,
    setValue: (name: string, to: string) => change({ [name]: to, page: '' }),
    setTab: (tab: string) => change({ tab, page: '' }),
  }
}

/** If a list has become shorter, as when the last row of its last page was deleted, its last page is shown. */
export function useLastPage(
  { page, setPage }: Pick<ReturnType<typeof useListAddress>, 'page' | 'setPage'>,
  pages: number | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page or another length is a reason to move
  useEffect(() => {
    if (pages !== undefined && page > pages) setPage(pages, { replace: true })
  }, [page, pages])
}
