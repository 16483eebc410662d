import { Button, Menu, NativeSelect, Portal } from '@chakra-ui/react'
import { Check, Columns3 } from 'lucide-react'
import { type ResultSort, resultSort } from '#contract/forms/results.ts'
import { ActionMenu } from '#pwa/ui/ActionMenu.tsx'
import type { useListAddress } from '../../kit/list/useListAddress.ts'
import { type ColumnName, columnNames, LOCKED } from './columns.ts'

/** How the results are looked at: sort, filter and columns, all in the address. */
export function useResultView(address: ReturnType<typeof useListAddress>, hasShortlist: boolean) {
  const sort = resultSort.catch('best').parse(address.value('sort'))
  const hidden = address.value('hide').split(',')
  const offered = columnNames.filter((name) => hasShortlist || name !== 'Shortlisted')
  const shown = offered.filter((name) => name === LOCKED || !hidden.includes(name))
  return {
    sort,
    setSort: (to: string) => address.setValue('sort', to === 'best' ? '' : to),
    isShortlistedOnly: hasShortlist && address.value('shortlisted') === 'true',
    setShortlistedOnly: (to: boolean) => address.setValue('shortlisted', to ? 'true' : ''),
    offered,
    shown,
    toggle: (name: ColumnName) => {
      const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]
      address.setValue('hide', offered.filter((one) => !next.includes(one)).join(','))
    },
  }
}

interface ColumnMenuProps {
  offered: readonly ColumnName[]
  shown: readonly ColumnName[]
  onToggle: (name: ColumnName) => void
}

/** Which columns stand in the table, and in the file. */
export function ColumnMenu({ offered, shown, onToggle }: ColumnMenuProps) {
  return (
    <ActionMenu closeOnSelect={false}>
      <Menu.Trigger asChild>
        <Button variant="outline" size="sm">
          <Columns3 aria-hidden />
          Columns
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {offered.map((name) => (
              <Menu.CheckboxItem
                key={name}
                value={name}
                checked={shown.includes(name)}
                disabled={name === LOCKED}
                onCheckedChange={() => onToggle(name)}
              >
                {name}
                <Menu.ItemIndicator>
                  <Check size={14} aria-hidden />
                </Menu.ItemIndicator>
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </ActionMenu>
  )
}

const words: Record<ResultSort, string> = {
  best: 'Highest score first',
  worst: 'Lowest score first',
  email: 'Email, A to Z',
  email_down: 'Email, Z to A',
  invited: 'First invited first',
  newest: 'Last invited first',
}

/** The sorting that the table's heads do, for cards, which have no heads. */
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
