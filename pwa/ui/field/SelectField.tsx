import { Field, NativeSelect } from '@chakra-ui/react'
import { type FieldProps, fieldBorder } from './field.ts'

export interface SelectOption {
  value: string
  label: string
  isDisabled?: boolean
}

interface Props extends FieldProps {
  label: string
  choices: readonly SelectOption[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  help?: string
  isDisabled?: boolean
  size?: 'md' | 'lg'
}

/** One of a list; the browser's own control, as every keyboard and reader knows it. */
export function SelectField({
  label,
  choices,
  placeholder,
  help,
  error,
  isDisabled,
  size = 'lg',
  name,
  value,
  onChange,
  onTouched,
}: Props) {
  return (
    <Field.Root invalid={error !== undefined} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <NativeSelect.Root size={size} disabled={isDisabled}>
        <NativeSelect.Field
          name={name}
          value={value}
          height={size === 'md' ? { base: '2.5rem', md: '2rem' } : undefined}
          bg="bg"
          borderColor={fieldBorder(error)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onTouched}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
              {choice.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
