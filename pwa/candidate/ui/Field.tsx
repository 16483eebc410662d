import type { InputHTMLAttributes, Ref } from 'react'
import { useId } from 'react'
import { Glyph } from './Glyph.tsx'
import './field.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** The message takes the hint's line, so that nothing below moves. */
export function Field({ label, hint, error, ref, ...input }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={ref}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? note : undefined}
      />
      <p id={note} className="field-note">
        {error ? (
          <>
            <Glyph name="warn" /> {error}
          </>
        ) : (
          hint
        )}
      </p>
    </div>
  )
}
