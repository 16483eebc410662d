import { createListCollection, Field, Portal, Select } from '@chakra-ui/react'
import { useMemo } from 'react'
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
  return (
    <Field.Root invalid={error !== undefined} disabled={isDisabled}>
      <Select.Root
        multiple
        collection={collection}
        size={size}
        disabled={isDisabled}
        invalid={error !== undefined}
        value={[...props.value]}
        onValueChange={(to) => props.onChange(to.value)}
        onInteractOutside={props.onTouched}
      >
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
      </Select.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
