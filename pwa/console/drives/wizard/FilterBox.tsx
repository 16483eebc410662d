import { useEffect, useRef, useState } from 'react'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { type BankSearch, isFilterSet, noFilter } from '../../bank/list/filter.ts'
import { DifficultyFilter, FilterForm, TagsFilter } from '../../bank/list/filters.tsx'
import { useBankNames } from '../../bank/list/useBankNames.ts'

export const noSearch: BankSearch = { ...noFilter, search: '' }

interface Props {
  noun: string
  filter: BankSearch
  onFilter: (filter: BankSearch) => void
  onClose: () => void
}

/** Text, tags and difficulty. Reset with nothing set just closes the box. */
export function FilterBox({ noun, filter, onFilter, onClose }: Props) {
  const { tags, difficulties } = useBankNames()
  const [typed, setTyped] = useState(filter)
  const box = useRef<HTMLDivElement>(null)
  // Whoever opened it wants to type.
  useEffect(() => box.current?.querySelector<HTMLElement>('[name="search"]')?.focus(), [])
  const reset = () => {
    setTyped(noSearch)
    if (filter.search !== '' || isFilterSet(filter)) onFilter(noSearch)
    else onClose()
  }
  return (
    <div ref={box}>
      <FilterForm
        columns="1fr 1fr 160px auto"
        onFilter={() => onFilter({ ...typed, search: typed.search.trim() })}
        onReset={reset}
      >
        <TextField
          size="md"
          name="search"
          type="search"
          label={`Search ${noun}s`}
          value={typed.search}
          onChange={(search) => setTyped({ ...typed, search })}
          onTouched={() => {}}
        />
        <TagsFilter tags={tags} value={typed.tags} onChange={(to) => setTyped({ ...typed, tags: to })} />
        <DifficultyFilter
          difficulties={difficulties}
          value={typed.difficulty}
          onChange={(difficulty) => setTyped({ ...typed, difficulty })}
        />
      </FilterForm>
    </div>
  )
}
