import { Field, Textarea } from '@chakra-ui/react'
import { type FieldProps, fieldBorder } from './field.ts'

interface Props extends FieldProps {
  label: string
  help?: string
  rows?: number
  isDisabled?: boolean
}

export function TextAreaField({
  label,
  help,
  error,
  rows = 4,
  isDisabled,
  onChange,
  onTouched,
  ...area
}: Props) {
  return (
    <Field.Root invalid={error !== undefined} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <Textarea
        {...area}
        rows={rows}
        textStyle="md"
        bg="bg"
        borderColor={fieldBorder(error)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onTouched}
      />
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
