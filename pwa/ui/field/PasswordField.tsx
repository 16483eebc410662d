import { Field, IconButton, Input, InputGroup } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { FieldProps } from './field.ts'

interface Props extends FieldProps {
  label: string
  help?: string
  autoComplete: 'new-password' | 'current-password'
  /** The specification blocks copy, cut and paste where a password is chosen. */
  isClipboardBlocked?: boolean
}

const block = (event: ClipboardEvent) => event.preventDefault()

/** A password with a switch that shows it. */
export function PasswordField({
  label,
  help,
  error,
  isClipboardBlocked,
  onChange,
  onTouched,
  ...input
}: Props) {
  const [isShown, setShown] = useState(false)
  const blocked = isClipboardBlocked ? { onCopy: block, onCut: block, onPaste: block } : {}
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>{label}</Field.Label>
      <InputGroup
        endElementProps={{ px: '1' }}
        endElement={
          <IconButton
            type="button"
            variant="ghost"
            size="sm"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        }
      >
        <Input
          {...input}
          {...blocked}
          type={isShown ? 'text' : 'password'}
          size="lg"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onTouched}
        />
      </InputGroup>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
