import { Box, Button, chakra } from '@chakra-ui/react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { joinNames } from '#contract/names.ts'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'

/** The conditions that narrow down a list of the bank. */
export interface BankFilter {
  difficulty: string
  tags: readonly string[]
}

/** With the words that are searched for. */
export interface BankSearch extends BankFilter {
  search: string
}

export const noFilter: BankFilter = { difficulty: '', tags: [] }

export const isFilterSet = ({ difficulty, tags }: BankFilter): boolean => difficulty !== '' || tags.length > 0

/** As the lists' calls take it. */
export type BankListQuery = Record<'search' | 'difficulty_list' | 'tag_list', string | undefined>
export const searchQuery = ({ search, difficulty, tags }: BankSearch): BankListQuery => ({
  search: search || undefined,
  difficulty_list: joinNames([difficulty], ',') || undefined,
  tag_list: joinNames(tags, ',') || undefined,
})

interface Props {
  label?: string
  /** Widths of the fields and of the buttons, on a wide screen. */
  columns: string
  onFilter: () => void
  onReset: () => void
  /** The fields. */
  children: ReactNode
}

/** Fields that narrow a list down, side by side, with their two buttons. */
export function FilterForm({ label, columns, onFilter, onReset, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter()
  }
  return (
    <chakra.form
      aria-label={label}
      onSubmit={submit}
      px={{ base: '4', md: '6' }}
      pb="3"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: columns }}
      gap="3"
      alignItems="end"
    >
      {children}
      <Box display="flex" gap="2">
        <Button type="submit" variant="outline">
          Filter
        </Button>
        <Button type="button" variant="ghost" onClick={onReset}>
          Reset
        </Button>
      </Box>
    </chakra.form>
  )
}

interface DifficultyProps {
  difficulties: readonly string[]
  value: string
  onChange: (difficulty: string) => void
}

/** One difficulty of the organization, or any. */
export function DifficultyFilter({ difficulties, value, onChange }: DifficultyProps) {
  return (
    <SelectField
      size="md"
      name="difficulty"
      label="Difficulty"
      placeholder="Any"
      choices={difficulties.map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
      onTouched={() => {}}
    />
  )
}

interface TagsProps {
  tags: ComponentProps<typeof NamesField>['names']
  value: ComponentProps<typeof NamesField>['value']
  onChange: ComponentProps<typeof NamesField>['onChange']
}

/** Any of the bank's tags. */
export function TagsFilter({ tags, value, onChange }: TagsProps) {
  return (
    <NamesField
      size="md"
      name="tags"
      label="Tags"
      placeholder="Any tag"
      names={tags}
      canCreate={false}
      value={value}
      onChange={onChange}
      onTouched={() => {}}
    />
  )
}
