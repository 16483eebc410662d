import { useEffect, useState } from 'react'
import { type BankFilter, isFilterSet, noFilter } from './filter.ts'
import { DifficultyFilter, FilterForm, TagsFilter } from './filters.tsx'
import { useBankNames } from './useBankNames.ts'

interface Props {
  filter: BankFilter
  onFilter: (filter: BankFilter) => void
  onClose: () => void
}

/** Difficulty and tags. Filter applies what is chosen; Reset with nothing applied just closes the box. */
export function BankFilterBox({ filter, onFilter, onClose }: Props) {
  const { tags, difficulties } = useBankNames()
  const [typed, setTyped] = useState(filter)
  const applied = JSON.stringify(filter)
  // A part that is taken away beside the box is taken out of it.
  useEffect(() => setTyped(JSON.parse(applied) as BankFilter), [applied])
  const reset = () => {
    setTyped(noFilter)
    if (isFilterSet(filter)) onFilter(noFilter)
    else onClose()
  }
  return (
    <FilterForm
      label="Filter"
      columns="180px minmax(0, 26rem) auto"
      onFilter={() => isFilterSet(typed) && onFilter(typed)}
      onReset={reset}
    >
      <DifficultyFilter
        difficulties={difficulties}
        value={typed.difficulty}
        onChange={(difficulty) => setTyped({ ...typed, difficulty })}
      />
      <TagsFilter tags={tags} value={typed.tags} onChange={(to) => setTyped({ ...typed, tags: to })} />
    </FilterForm>
  )
}
