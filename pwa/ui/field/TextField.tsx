import { Field, Input, type InputProps } from '@chakra-ui/react'
import type { FieldProps } from './field.ts'

interface Props extends FieldProps {
  label: string
  help?: string
  type?: 'text' | 'email' | 'tel' | 'number' | 'search' | 'password'
  autoComplete?: string
  inputMode?: InputProps['inputMode']
  placeholder?: string
  isReadOnly?: boolean
  isDisabled?: boolean
  size?: 'md' | 'lg'
  maxLength?: number
}

/** One line of text with its label, its help and what is wrong with it. */
export function TextField({
  label,
  help,
  error,
  onChange,
  onTouched,
  isReadOnly,
  isDisabled,
  size = 'lg',
  ...input
}: Props) {
  return (
    <Field.Root invalid={error !== undefined} readOnly={isReadOnly} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <Input
        {...input}
        size={size}
        {...(isReadOnly && { bg: 'bg.muted' })}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onTouched}
      />
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
