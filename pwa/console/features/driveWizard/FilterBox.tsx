import { Box, Button, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { queryOf } from '../../http/queryOf.ts'

export interface BankFilter {
  search: string
  tags: readonly string[]
  difficulty: string
}
export const noFilter: BankFilter = { search: '', tags: [], difficulty: '' }

interface Props {
  noun: string
  filter: BankFilter
  onFilter: (filter: BankFilter) => void
  onClose: () => void
}

interface Named {
  id: number
  name: string
}
const choices = (rows: readonly Named[] | undefined) =>
  (rows ?? []).map(({ name }) => ({ value: name, label: name }))

/** Text, tags and difficulty. Reset with nothing set just closes the box. */
export function FilterBox({ noun, filter, onFilter, onClose }: Props) {
  const [typed, setTyped] = useState(filter)
  const tags = useQuery(queryOf<{ tags: Named[] }>('getTags'))
  const difficulties = useQuery(queryOf<{ difficulties: Named[] }>('getDifficulties'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter({ ...typed, search: typed.search.trim() })
  }
  const reset = () => {
    setTyped(noFilter)
    if (filter.search || filter.difficulty || filter.tags.length > 0) onFilter(noFilter)
    else onClose()
  }
  const plain = { onTouched: () => {} }
  return (
    <chakra.form
      onSubmit={submit}
      px={{ base: '4', md: '6' }}
      pb="3"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr 160px auto' }}
      gap="3"
      alignItems="end"
    >
      <TextField
        {...plain}
        size="md"
        name="search"
        type="search"
        label={`Search ${noun}s`}
        value={typed.search}
        onChange={(search) => setTyped({ ...typed, search })}
      />
      <MultiSelectField
        {...plain}
        size="md"
        name="tags"
        label="Tags"
        placeholder="Any tag"
        choices={choices(tags.data?.tags)}
        value={typed.tags}
        onChange={(to) => setTyped({ ...typed, tags: to })}
      />
      <SelectField
        {...plain}
        size="md"
        name="difficulty"
        label="Difficulty"
        placeholder="Any"
        choices={choices(difficulties.data?.difficulties)}
        value={typed.difficulty}
        onChange={(difficulty) => setTyped({ ...typed, difficulty })}
      />
      <Box display="flex" gap="2">
        <Button type="submit" variant="outline">
          Filter
        </Button>
        <Button type="button" variant="ghost" onClick={reset}>
          Reset
        </Button>
      </Box>
    </chakra.form>
  )
}
