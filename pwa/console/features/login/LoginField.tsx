import { Field, Input } from '@chakra-ui/react'

interface Props {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autoComplete: string
  value: string
  fault?: string
  onChange: (value: string) => void
  onTouched: () => void
}

export function LoginField({ label, fault, onChange, onTouched, ...input }: Props) {
  return (
    <Field.Root invalid={fault !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Input
        {...input}
        size="lg"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onTouched}
      />
      <Field.ErrorText role="status">{fault}</Field.ErrorText>
    </Field.Root>
  )
}
