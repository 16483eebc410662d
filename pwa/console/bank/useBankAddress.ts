import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What a list of the bank is narrowed down to. */
export interface BankFilter {
  difficulty: string
  tags: readonly string[]
}

/** Search and filter of the bank live in the address, as its tab does: they survive a reload and can be sent on. */
export function useBankAddress() {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (entries: Record<string, string>) =>
      setAddress(
        () => {
          const next = new URLSearchParams(window.location.search)
          for (const [name, value] of Object.entries(entries)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: !('tab' in entries) },
      ),
    [setAddress],
  )
  const search = address.get('search') ?? ''
  const difficulty = address.get('difficulty') ?? ''
  const tags = (address.get('tags') ?? '').split(',').filter(Boolean)
  return {
    tab: address.get('tab') ?? '',
    search,
    filter: { difficulty, tags } satisfies BankFilter,
    /** As the lists' calls take it. */
    query: {
      search: search || undefined,
      difficulty_list: difficulty || undefined,
      tag_list: tags.join(',') || undefined,
    },
    isNarrowed: search !== '' || difficulty !== '' || tags.length > 0,
    /** Another tab is another list: nothing is carried over. */
    setTab: (tab: string) => change({ tab, search: '', difficulty: '', tags: '' }),
    setSearch: (text: string) => change({ search: text }),
    setFilter: (to: BankFilter) => change({ difficulty: to.difficulty, tags: to.tags.join(',') }),
    clear: () => change({ search: '', difficulty: '', tags: '' }),
  }
}
