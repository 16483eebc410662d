import { Field, Input } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldProps } from './field.ts'
import { WithNameList } from './NameList.tsx'
import { isOneOf, nameAsItStands, offersOf } from './names.ts'
import { useNameList } from './useNameList.ts'

interface Props extends FieldProps {
  label: string
  names: readonly string[]
  /** The names are still on their way. */
  isLoading: boolean
  placeholder?: string
  /** Said beside the making of a new name. */
  remark?: string
}

/**
 * One name of a list. Typing looks for one, and Enter takes the row that is lit: the nearest name. A new name is only
 * made by its own row of the list, so that half a word never becomes one. Until the list is there, what is typed stays.
 */
export function NameField({ label, names, isLoading, placeholder, remark, error, ...field }: Props) {
  const { name, value, onChange, onTouched } = field
  const [typed, setTyped] = useState('')
  const take = (chosen: string) => {
    setTyped('')
    onChange(nameAsItStands(chosen, names))
  }
  const offers = useMemo(() => offersOf(typed, names, !isLoading), [typed, names, isLoading])
  const list = useNameList({ offers, onChoose: take })
  const look = (text: string) => {
    setTyped(text)
    if (text === '') onChange('')
    list.open(text.trim() === '' ? null : offersOf(text, names, false)[0]?.value)
  }
  const settle = () => {
    if (isOneOf(typed, names)) take(typed)
    else if (!isLoading) setTyped('')
  }
  const leave = () => {
    list.close()
    settle()
    onTouched()
  }
  const wasLoading = useRef(isLoading)
  useEffect(() => {
    if (isLoading === wasLoading.current) return
    wasLoading.current = isLoading
    if (isLoading || typed === '') return
    // Who types still finds the nearest name lit, as if the list had been there; who has gone on finds it taken.
    if (document.activeElement === list.fieldProps.ref.current) look(typed)
    else settle()
  })
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>{label}</Field.Label>
      <WithNameList label={label} list={list} chosen={[value]} remark={remark}>
        <Input
          {...list.fieldProps}
          name={name}
          placeholder={placeholder}
          size="lg"
          pe="9"
          value={typed === '' ? value : typed}
          onChange={(event) => look(event.target.value)}
          onKeyDown={(event) => {
            list.onKeyDown(event)
            // With no row lit there is nothing to take: the list stays open with what there is to choose.
            if (event.key === 'Enter' && typed !== '') event.preventDefault()
            if (event.key === 'Escape') setTyped('')
          }}
          onBlur={leave}
        />
      </WithNameList>
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
