import { Combobox, createListCollection, Field } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import type { FieldProps } from './field.ts'
import { NameList } from './NameList.tsx'
import { isAmong, nameAsItStands, namesWith } from './names.ts'

interface Props extends FieldProps {
  label: string
  names: readonly string[]
  placeholder?: string
  help?: string
  size?: 'md' | 'lg'
}

/** One name of a list, or a new one: what is typed and stands nowhere is made when the form is saved. */
export function NameField({ label, names, placeholder, help, fault, size = 'lg', ...field }: Props) {
  const { name, value, onChange, onTouched } = field
  const [typed, setTyped] = useState('')
  const isNew = typed.trim() !== '' && !isAmong(typed, names)
  const collection = useMemo(() => {
    const shown = namesWith(typed, names).map((one) => ({ value: one, label: one }))
    const fresh = typed.trim()
    return createListCollection({
      // What stands in the field is the name, not what its row says.
      itemToString: (item) => item.value,
      items: isNew ? [...shown, { value: fresh, label: `Create ‘${fresh}’` }] : shown,
    })
  }, [typed, names, isNew])
  return (
    <Field.Root invalid={fault !== undefined}>
      <Combobox.Root
        size={size}
        collection={collection}
        value={value === '' ? [] : [value]}
        inputValue={typed === '' ? value : typed}
        allowCustomValue
        openOnClick
        selectionBehavior="replace"
        invalid={fault !== undefined}
        onInputValueChange={({ inputValue, reason }) => {
          if (reason !== 'input-change') return
          setTyped(inputValue)
          onChange(nameAsItStands(inputValue, names))
        }}
        onValueChange={(to) => {
          const [chosen] = to.value
          setTyped('')
          if (chosen !== undefined) onChange(nameAsItStands(chosen, names))
        }}
        onOpenChange={({ open }) => !open && setTyped('')}
      >
        <Combobox.Label>{label}</Combobox.Label>
        <Combobox.Control>
          <Combobox.Input
            name={name}
            placeholder={placeholder}
            bg="bg"
            borderColor="border.control"
            onBlur={() => {
              setTyped('')
              onTouched()
            }}
          />
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={`${label}: show all`} />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <NameList collection={collection} />
      </Combobox.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{fault}</Field.ErrorText>
    </Field.Root>
  )
}
