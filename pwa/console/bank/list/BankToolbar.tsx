import { Box, Button, chakra, HStack, IconButton, Input, InputGroup, Text } from '@chakra-ui/react'
import { ListFilter, Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { plural } from '#contract/plural.ts'
import { type Chip, FilterChips } from '#pwa/ui/FilterChips.tsx'
import {
  type BankFilter,
  DifficultyFilter,
  FilterForm,
  isFilterSet,
  noFilter,
  TagsFilter,
} from './filters.tsx'
import type { useBankAddress } from './useBankAddress.ts'
import { useBankNames } from './useBankNames.ts'

interface Props {
  /** The noun for the list's rows: 'problem'. */
  noun: string
  total: number | undefined
  address: ReturnType<typeof useBankAddress>
  /** The actions here: import, export, add. */
  actions: ReactNode
}

/** Search, count, filter and actions of one list of the bank. */
export function BankToolbar({ noun, total, address, actions }: Props) {
  const { search, filter } = address
  const [typed, setTyped] = useState(search)
  const isFiltered = isFilterSet(filter)
  const [isOpen, setOpen] = useState(isFiltered)
  // The address changed by itself (back, forward): the box follows.
  useEffect(() => setTyped(search), [search])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text !== '' || search !== '') address.setSearch(text)
  }
  const clear = () => {
    setTyped('')
    if (search !== '') address.setSearch('')
  }
  return (
    <Box bg="bg" borderBottomWidth="1px">
      <HStack px={{ base: '4', md: '6' }} py="2.5" gap="2" flexWrap="wrap">
        <chakra.form
          role="search"
          onSubmit={submit}
          display="flex"
          gap="2"
          width={{ base: 'full', md: 'auto' }}
        >
          <InputGroup
            width={{ base: 'full', md: '18rem' }}
            startElement={<Search size={16} aria-hidden />}
            endElementProps={{ px: '1' }}
            endElement={
              typed !== '' && (
                <IconButton
                  type="button"
                  variant="ghost"
                  size="sm"
                  aria-label="Clear the search"
                  onClick={clear}
                >
                  <X aria-hidden />
                </IconButton>
              )
            }
          >
            <Input
              aria-label={`Search ${noun}s`}
              placeholder={`Search ${noun}s`}
              height={{ base: '2.5rem', md: '2rem' }}
              value={typed}
              maxLength={200}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && clear()}
            />
          </InputGroup>
          <Button type="submit" variant="outline">
            Search
          </Button>
        </chakra.form>
        <Button
          variant={isFiltered ? 'subtle' : 'outline'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {isFiltered ? 'Filtered' : 'Filter by'}
        </Button>
        <Text textStyle="sm" color="fg.muted" role="status">
          {total === undefined ? '' : plural(total, noun)}
        </Text>
        <HStack ms={{ md: 'auto' }} gap="2" flexWrap="wrap" width={{ base: 'full', md: 'auto' }}>
          {actions}
        </HStack>
      </HStack>
      {isFiltered && (
        <Box px={{ base: '4', md: '6' }} pb="2.5">
          <FilterChips chips={chipsOf(filter, address.setFilter)} />
        </Box>
      )}
      {isOpen && (
        <BankFilterBox filter={filter} onFilter={address.setFilter} onClose={() => setOpen(false)} />
      )}
    </Box>
  )
}

/** Each part of the filter by itself. */
function chipsOf(filter: BankFilter, set: (to: BankFilter) => void): Chip[] {
  const { difficulty, tags } = filter
  const chips = tags.map((tag) => ({
    words: `Tag is ${tag}`,
    onRemove: () => set({ ...filter, tags: tags.filter((one) => one !== tag) }),
  }))
  if (difficulty === '') return chips
  return [
    { words: `Difficulty is ${difficulty}`, onRemove: () => set({ ...filter, difficulty: '' }) },
    ...chips,
  ]
}

interface BankFilterBoxProps {
  filter: BankFilter
  onFilter: (filter: BankFilter) => void
  onClose: () => void
}

/** Difficulty and tags. Filter applies what is chosen; Reset with nothing applied just closes the box. */
function BankFilterBox({ filter, onFilter, onClose }: BankFilterBoxProps) {
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
