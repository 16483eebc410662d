import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'

interface Props {
  name: string
  label: string
  min: number
  max: number
  value: number
  isDisabled?: boolean
  onChange: (value: number) => void
}

/** A whole number between two others; what is none of these is told and not taken. */
export function NumberField({ name, label, min, max, value, isDisabled, onChange }: Props) {
  const [text, setText] = useState(String(value))
  const number = Number(text)
  const fits = /^\d+$/.test(text) && number >= min && number <= max
  return (
    <Field.Root invalid={!fits} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <Input
        name={name}
        size="lg"
        inputMode="numeric"
        value={text}
        onChange={(event) => {
          const typed = event.target.value.trim()
          setText(typed)
          if (/^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max) onChange(Number(typed))
        }}
        onBlur={() => !fits && setText(String(value))}
      />
      <Field.ErrorText role="status">{`A whole number from ${min} to ${max}`}</Field.ErrorText>
    </Field.Root>
  )
}
