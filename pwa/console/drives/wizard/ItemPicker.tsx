import { Box, chakra, HStack, IconButton, Text } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { plural } from '#contract/plural.ts'
import type { ChosenItem } from '#machines/drive/form.ts'
import { useBankNames } from '#pwa/console/bank/list/useBankNames.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import {
  type BankSearch,
  DifficultyFilter,
  FilterForm,
  isFilterSet,
  noFilter,
  searchQuery,
  TagsFilter,
} from '../../bank/list/filters.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { PickerTable } from './PickerTable.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import type { Source } from './sources.tsx'

const noSearch: BankSearch = { ...noFilter, search: '' }

interface NoSearchProps {
  noun: string
  filter: BankSearch
  onFilter: (filter: BankSearch) => void
  onClose: () => void
}

/** Text, tags and difficulty. Reset with nothing set just closes the box. */
function FilterBox({ noun, filter, onFilter, onClose }: NoSearchProps) {
  const { tags, difficulties } = useBankNames()
  const [typed, setTyped] = useState(filter)
  const box = useRef<HTMLDivElement>(null)
  // A person who opened it wants to type.
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

interface Props {
  source: Source
  chosen: readonly ChosenItem[]
  instituteId: number | null
  /** The items that the drive asks as it stands, or carries over as a copy. */
  own: readonly ChosenItem[]
  isFixed: boolean
  onChange: (items: ChosenItem[]) => void
}

/** The bank, to choose from: what was chosen before stands first, what the institute had already is muted. */
export function ItemPicker({ source, chosen, instituteId, own, isFixed, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [previewed, setPreviewed] = useState<ChosenItem | null>(null)
  const [filter, setFilter] = useState(noSearch)
  const [placed, setPlaced] = useState(chosen)
  const { query, rows, total } = source.useItems(searchQuery(filter))
  const toggle = (item: ChosenItem) => {
    const { id, name, difficulty, seconds, marks, instituteIds = [] } = item
    if (chosen.some((one) => one.id === id)) return onChange(chosen.filter((one) => one.id !== id))
    const before = own.find((one) => one.id === id)
    onChange([...chosen, before ?? { id, name, difficulty, seconds, marks, instituteIds }])
  }
  return (
    <Box>
      <HStack px={{ base: '4', md: '6' }} py="2.5" minH="52px" gap="3">
        <Text textStyle="sm" color="fg.muted" role="status">
          {total === undefined ? '' : plural(total, source.noun)}
        </Text>
        <IconButton
          ms="auto"
          variant={isOpen ? 'solid' : 'outline'}
          aria-label={`Search and filter the ${source.noun}s`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Search aria-hidden />
        </IconButton>
      </HStack>
      {isOpen && (
        <FilterBox
          noun={source.noun}
          filter={filter}
          onFilter={(to) => {
            setFilter(to)
            setPlaced(chosen)
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {query.isError && rows.length === 0 ? (
        <Fault
          sentence={`The ${source.noun}s could not be loaded.`}
          why={query.error?.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <PickerTable
          source={source}
          placed={placed}
          chosen={chosen}
          rows={query.isPending ? undefined : rows}
          instituteId={instituteId}
          own={own}
          isFixed={isFixed}
          onToggle={toggle}
          onPreview={setPreviewed}
        />
      )}
      {!query.isPending && !query.isError && rows.length === 0 && (
        <chakra.p py="8" textAlign="center" color="fg.muted">
          {source.empty}
        </chakra.p>
      )}
      <ListEnd query={query} />
      {previewed && <PreviewDialog source={source} item={previewed} onClose={() => setPreviewed(null)} />}
    </Box>
  )
}
