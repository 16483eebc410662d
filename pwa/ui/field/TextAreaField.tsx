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
  fault,
  rows = 4,
  isDisabled,
  onChange,
  onTouched,
  ...area
}: Props) {
  return (
    <Field.Root invalid={fault !== undefined} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <Textarea
        {...area}
        rows={rows}
        textStyle="md"
        bg="bg"
        borderColor={fieldBorder(fault)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onTouched}
      />
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{fault}</Field.ErrorText>
    </Field.Root>
  )
}
