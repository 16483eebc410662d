import { useEntries } from '../address/useEntries.ts'

/** What a list of the bank is narrowed down to. */
export interface BankFilter {
  difficulty: string
  tags: readonly string[]
}

/** Search and filter of the bank live in the address, as its tab does. */
export function useBankAddress() {
  const { value, change } = useEntries()
  const narrow = (entries: Record<string, string>) => change(entries, { replace: true })
  const [search, difficulty] = [value('search'), value('difficulty')]
  const tags = value('tags').split(',').filter(Boolean)
  return {
    tab: value('tab'),
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
    setSearch: (text: string) => narrow({ search: text }),
    setFilter: (to: BankFilter) => narrow({ difficulty: to.difficulty, tags: to.tags.join(',') }),
    clear: () => narrow({ search: '', difficulty: '', tags: '' }),
  }
}
