import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The entries that a page keeps in its address: they survive a reload and can be sent to somebody. */
export function useEntries() {
  const [address, setAddress] = useSearchParams()
  /** Sets the entries that are given, '' takes one away. One that replaces is no step for the way back. */
  const change = useCallback(
    (entries: Record<string, string>, { replace = false } = {}) =>
      setAddress(
        () => {
          // From the address itself: what the last render saw may be one change behind.
          const next = new URLSearchParams(window.location.search)
          for (const [name, value] of Object.entries(entries)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace },
      ),
    [setAddress],
  )
  return {
    /** '' where it is not set. */
    value: (name: string): string => address.get(name) ?? '',
    change,
  }
}

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
