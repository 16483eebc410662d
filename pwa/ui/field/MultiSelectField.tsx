import { createListCollection, Field, Portal, Select, useSelect } from '@chakra-ui/react'
import { useEffect, useMemo } from 'react'
import { type FieldProps, fieldBorder } from './field.ts'
import type { SelectOption } from './SelectField.tsx'

interface Props extends FieldProps<readonly string[]> {
  label: string
  choices: readonly SelectOption[]
  placeholder: string
  help?: string
  isDisabled?: boolean
  size?: 'md' | 'lg'
  isLabelHidden?: boolean
}

/** Any number of a list. */
export function MultiSelectField(props: Props) {
  const { label, choices, placeholder, help, error, isDisabled, size = 'lg', isLabelHidden } = props
  const collection = useMemo(
    () =>
      createListCollection({
        items: [...choices],
        isItemDisabled: (item) => item.isDisabled === true,
      }),
    [choices],
  )
  const select = useSelect({
    multiple: true,
    collection,
    value: [...props.value],
    onValueChange: (to) => props.onChange(to.value),
    onInteractOutside: props.onTouched,
    ...(isDisabled !== undefined && { disabled: isDisabled }),
    invalid: error !== undefined,
  })
  // A list that was opened before its choices had come marks the first of them, as it does otherwise.
  const { open, highlightedValue, setHighlightValue } = select
  const { firstValue } = collection
  const isUnmarked = open && highlightedValue === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark that the pointer took away stays away
  useEffect(() => {
    if (isUnmarked && firstValue !== null) setHighlightValue(firstValue)
  }, [firstValue])
  return (
    <Field.Root invalid={error !== undefined} disabled={isDisabled}>
      <Select.RootProvider value={select} size={size}>
        <Select.HiddenSelect name={props.name} />
        <Select.Label srOnly={isLabelHidden}>{label}</Select.Label>
        <Select.Control>
          <Select.Trigger
            bg="bg"
            borderColor={fieldBorder(error)}
            // As high as the other fields beside it.
            {...(size === 'lg' && { minH: '2.75rem', py: '2.5' })}
          >
            <Select.ValueText placeholder={placeholder} />
          </Select.Trigger>
          <Select.IndicatorGroup>
            <Select.Indicator />
          </Select.IndicatorGroup>
        </Select.Control>
        <Portal>
          <Select.Positioner>
            <Select.Content maxH="200px">
              {collection.items.map((item) => (
                <Select.Item item={item} key={item.value}>
                  {item.label}
                  <Select.ItemIndicator />
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Positioner>
        </Portal>
      </Select.RootProvider>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
