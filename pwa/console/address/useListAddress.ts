import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A list's search, page and tab live in the address: they survive a reload and can be sent to somebody. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams()
  const page = Number(address.get('page'))
  const change = useCallback(
    (entries: Record<string, string>) =>
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
        { replace: 'search' in entries },
      ),
    [setAddress],
  )
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    search: address.get('search') ?? '',
    tab: address.get('tab') ?? '',
    setPage: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    setSearch: (text: string) => change({ search: text, page: '' }),
    /** What else a list keeps there; '' where it is not set. */
    value: (name: string) => address.get(name) ?? '',
    setValue: (name: string, to: string) => change({ [name]: to, page: '' }),
    setTab: (tab: string) => change({ tab, page: '' }),
  }
}
