import { chakra, SimpleGrid, Text } from '@chakra-ui/react'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportPreview } from '#contract/views/bank.ts'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { fileColumns, leftOut, withColumn } from './mapping.ts'

interface Props {
  preview: ImportPreview
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
  isDisabled: boolean
}

/** Says which column of a file is which of ours, where the file's own names do not. */
export function ColumnMapping({ preview, mapping, onChange, isDisabled }: Props) {
  const choices = fileColumns(preview, mapping.has_header).map((label, place) => ({
    value: String(place),
    label,
  }))
  const selects = (columns: ImportPreview['columns']) => (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
      {columns.map(({ name, is_required }) => (
        <SelectField
          key={name}
          name={name}
          label={is_required ? `${name} (required)` : name}
          size="md"
          choices={choices}
          placeholder="Not in this file"
          isDisabled={isDisabled}
          value={String(mapping.columns[name] ?? '')}
          onChange={(value) => onChange(withColumn(mapping, name, value === '' ? null : Number(value)))}
          onTouched={() => {}}
        />
      ))}
    </SimpleGrid>
  )
  const needed = preview.columns.filter((column) => column.is_required)
  const others = preview.columns.filter((column) => !column.is_required)
  const left = leftOut(preview, mapping)
  return (
    <chakra.fieldset display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" minW="0">
      <chakra.legend fontWeight="500" mb="1">
        Which column is which?
      </chakra.legend>
      <Text textStyle="sm" color="fg.muted" role="status">
        The columns of this file are not named as in the sample. The closest matches are selected.
      </Text>
      <Tick
        label="The first row contains the column names"
        isTicked={mapping.has_header}
        isDisabled={isDisabled}
        onTick={(has_header) => onChange({ ...mapping, has_header })}
      />
      {selects(needed)}
      <chakra.details open={others.some(({ name }) => mapping.columns[name] !== undefined)}>
        <chakra.summary cursor="pointer" textStyle="sm" mb="3">
          Optional columns
        </chakra.summary>
        {selects(others)}
      </chakra.details>
      {left.length > 0 && (
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          Ignored: {left.join(', ')}
        </Text>
      )}
    </chakra.fieldset>
  )
}
