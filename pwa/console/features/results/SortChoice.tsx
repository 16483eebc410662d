import { NativeSelect } from '@chakra-ui/react'
import { type ResultSort, resultSort } from '#contract/forms/results.ts'

const words: Record<ResultSort, string> = {
  best: 'Best score first',
  worst: 'Lowest score first',
  email: 'E-mail, A to Z',
  email_down: 'E-mail, Z to A',
  invited: 'In the order of invitation',
  newest: 'Invited last first',
}

/** What the heads of the table do, where there are cards and no heads. */
export function SortChoice({ sort, onSort }: { sort: ResultSort; onSort: (to: ResultSort) => void }) {
  return (
    <NativeSelect.Root width="auto">
      <NativeSelect.Field
        aria-label="Sort by"
        value={sort}
        onChange={(event) => onSort(resultSort.parse(event.target.value))}
      >
        {resultSort.options.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}
