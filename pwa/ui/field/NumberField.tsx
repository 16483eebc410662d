import type { FieldProps } from './field.ts'
import { TextField } from './TextField.tsx'

interface Props extends FieldProps<number | string> {
  label: string
  isDisabled?: boolean
}

/** A whole number. What is none stays as it was typed, so that it can be mended and is never changed unseen. */
export function NumberField({ value, onChange, ...field }: Props) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={String(value)}
      onChange={(text) => onChange(/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)}
    />
  )
}
