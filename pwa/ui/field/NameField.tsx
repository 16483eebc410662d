import { Combobox, createListCollection, Field } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import type { FieldProps } from './field.ts'
import { NameList } from './NameList.tsx'
import { isAmong, nameAsItStands, offersOf } from './names.ts'

interface Props extends FieldProps {
  label: string
  names: readonly string[]
  placeholder?: string
  help?: string
  /** Said beside the making of a new name. */
  remark?: string
  size?: 'md' | 'lg'
}

/**
 * One name of a list. What is typed looks for one, and Enter takes the row that is lit: the nearest name. A new name is
 * only made by its own row of the list, so that half a word never becomes one.
 */
export function NameField({ label, names, placeholder, help, remark, fault, size = 'lg', ...field }: Props) {
  const { name, value, onChange, onTouched } = field
  const [typed, setTyped] = useState('')
  const [lit, setLit] = useState<string | null>(null)
  const collection = useMemo(
    () =>
      createListCollection({
        // What stands in the field is the name, not what its row says.
        itemToString: (item) => item.value,
        items: offersOf(typed, names, true),
      }),
    [typed, names],
  )
  const take = (chosen: string) => {
    setTyped('')
    onChange(nameAsItStands(chosen, names))
  }
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
          if (inputValue === '') onChange('')
          const nearest = inputValue.trim() === '' ? undefined : offersOf(inputValue, names, false)[0]
          setLit(nearest?.value ?? null)
        }}
        highlightedValue={lit}
        onHighlightChange={(to) => setLit(to.highlightedValue)}
        onValueChange={(to) => to.value[0] !== undefined && take(to.value[0])}
        onOpenChange={({ open }) => !open && setTyped('')}
      >
        <Combobox.Label>{label}</Combobox.Label>
        <Combobox.Control>
          <Combobox.Input
            name={name}
            placeholder={placeholder}
            css={size === 'lg' ? { height: '2.75rem', minHeight: '2.75rem' } : {}}
            bg="bg"
            borderColor="border.control"
            onKeyDownCapture={(event) => {
              // With no row lit there is nothing to take: the list stays open with what there is to choose.
              if (event.key === 'Enter' && typed !== '' && lit === null) event.preventDefault()
            }}
            onBlur={() => {
              if (isAmong(typed, names)) take(typed)
              else setTyped('')
              onTouched()
            }}
          />
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={`${label}: show all`} />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <NameList collection={collection} remark={remark} />
      </Combobox.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{fault}</Field.ErrorText>
    </Field.Root>
  )
}
