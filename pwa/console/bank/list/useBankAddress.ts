import { joinNames, splitNames } from '#contract/names.ts'
import { useEntries } from '../../kit/list/useListAddress.ts'
import { type BankFilter, isFilterSet, searchQuery } from './filters.tsx'

/** Search and filter of the bank live in the address, as its tab does. */
export function useBankAddress() {
  const { value, change } = useEntries()
  const narrow = (entries: Record<string, string>) => change(entries, { replace: true })
  const search = value('search')
  const filter: BankFilter = {
    difficulty: value('difficulty'),
    tags: splitNames(value('tags')),
  }
  return {
    tab: value('tab'),
    search,
    filter,
    /** As the lists' calls take it. */
    query: searchQuery({ search, ...filter }),
    isNarrowed: search !== '' || isFilterSet(filter),
    /** Another tab is another list: nothing is carried over. */
    setTab: (tab: string) => change({ tab, search: '', difficulty: '', tags: '' }),
    setSearch: (text: string) => narrow({ search: text }),
    setFilter: (to: BankFilter) => narrow({ difficulty: to.difficulty, tags: joinNames(to.tags, ',') }),
    clear: () => narrow({ search: '', difficulty: '', tags: '' }),
  }
}
