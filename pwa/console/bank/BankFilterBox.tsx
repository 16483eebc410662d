import { Box, Button, chakra } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import type { BankFilter } from './useBankAddress.ts'
import { useBankNames } from './useBankNames.ts'

interface Props {
  filter: BankFilter
  onFilter: (filter: BankFilter) => void
  onClose: () => void
}

const none: BankFilter = { difficulty: '', tags: [] }
const isSet = (filter: BankFilter): boolean => filter.difficulty !== '' || filter.tags.length > 0

/** Difficulty and tags. Filter applies what is chosen; Reset with nothing applied just closes the box. */
export function BankFilterBox({ filter, onFilter, onClose }: Props) {
  const { tags, difficulties } = useBankNames()
  const [typed, setTyped] = useState(filter)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSet(typed)) onFilter(typed)
  }
  const reset = () => {
    setTyped(none)
    if (isSet(filter)) onFilter(none)
    else onClose()
  }
  const plain = { onTouched: () => {} }
  return (
    <chakra.form
      aria-label="Filter"
      onSubmit={submit}
      px={{ base: '4', md: '6' }}
      pb="3"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '180px minmax(0, 26rem) auto' }}
      gap="3"
      alignItems="end"
    >
      <SelectField
        {...plain}
        size="md"
        name="difficulty"
        label="Difficulty"
        placeholder="Any"
        choices={difficulties.map((name) => ({ value: name, label: name }))}
        value={typed.difficulty}
        onChange={(difficulty) => setTyped({ ...typed, difficulty })}
      />
      <NamesField
        {...plain}
        size="md"
        name="tags"
        label="Tags"
        placeholder="Any tag"
        names={tags}
        canCreate={false}
        value={typed.tags}
        onChange={(to) => setTyped({ ...typed, tags: to })}
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
