import { Combobox, chakra, createListCollection, Field } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldProps } from './field.ts'
import { NameList } from './NameList.tsx'
import { isAmong, nameAsItStands, namesWith, offersOf } from './names.ts'

interface Props extends FieldProps<readonly string[]> {
  label: string
  names: readonly string[]
  placeholder?: string
  help?: string
  size?: 'md' | 'lg'
  /** False where only what stands can be chosen, as in a filter. */
  canCreate?: boolean
}

/**
 * Any number of names of a list, and new ones. Enter takes the row that was gone to with the arrows, else what is typed,
 * by the name that stands already where there is one; so does a comma. Backspace gives back the last.
 */
export function NamesField(props: Props) {
  const { label, names, placeholder, help, fault, name, value, size = 'lg', canCreate = true } = props
  const [typed, setTyped] = useState('')
  const fresh = typed.trim()
  const [lit, setLit] = useState<string | null>(null)
  const collection = useMemo(() => {
    const all = [...names, ...value.filter((one) => !isAmong(one, names))]
    return createListCollection({ items: offersOf(typed, all, canCreate) })
  }, [typed, names, value, canCreate])
  // The row that was lit may have gone with the last letter: then Enter means what is typed.
  const isLit = lit !== null && collection.has(lit)
  const set = (next: readonly string[]) => {
    const each = next.map((one) => nameAsItStands(one, names)).filter((one) => one !== '')
    props.onChange(each.filter((one, i) => !isAmong(one, each.slice(0, i))))
    setTyped('')
  }
  const take = () => fresh !== '' && (canCreate || isAmong(fresh, names)) && set([...value, fresh])
  /** Where nothing new can be made, the nearest name is meant. */
  const takeNearest = () => {
    const nearest = canCreate ? fresh : namesWith(fresh, names)[0]
    if (nearest !== undefined) set([...value, nearest])
  }
  return (
    <Field.Root invalid={fault !== undefined}>
      <Combobox.Root
        multiple
        size={size}
        collection={collection}
        value={[...value]}
        inputValue={typed}
        openOnClick
        selectionBehavior="clear"
        invalid={fault !== undefined}
        onInputValueChange={({ inputValue, reason }) => {
          if (reason !== 'input-change') return
          // A comma ends a name, typed or pasted.
          const parts = inputValue.split(',')
          const rest = parts.pop() ?? ''
          const whole = parts.map((part) => part.trim()).filter((part) => canCreate || isAmong(part, names))
          if (parts.length > 0) set([...value, ...whole])
          setTyped(rest)
        }}
        highlightedValue={lit}
        onHighlightChange={(to) => setLit(to.highlightedValue)}
        onValueChange={(to) => set(to.value)}
      >
        <Combobox.Label>{label}</Combobox.Label>
        <Combobox.Control>
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="1"
            width="full"
            minH={size === 'lg' ? '2.75rem' : { base: '2.5rem', md: '2rem' }}
            ps="2"
            pe="8"
            py={size === 'lg' ? '1' : '0.5'}
            borderWidth="1px"
            borderRadius="l2"
            borderColor={fault === undefined ? 'border.control' : 'border.error'}
            bg="bg"
            _focusWithin={{
              outlineWidth: '1px',
              outlineStyle: 'solid',
              outlineColor: 'sea.focusRing',
              borderColor: 'sea.focusRing',
            }}
          >
            {value.map((one) => (
              <chakra.span
                key={one}
                display="inline-flex"
                alignItems="center"
                gap="1"
                maxW="100%"
                ps="2"
                pe="1"
                minH="6"
                borderRadius="l1"
                bg="sea.subtle"
                color="sea"
                textStyle="xs"
                fontWeight="500"
              >
                <chakra.span truncate title={one}>
                  {one}
                </chakra.span>
                <chakra.button
                  type="button"
                  aria-label={`Remove ${one}`}
                  display="grid"
                  placeItems="center"
                  boxSize="5"
                  borderRadius="l1"
                  cursor="pointer"
                  onClick={() => set(value.filter((other) => other !== one))}
                >
                  <X size={12} aria-hidden />
                </chakra.button>
              </chakra.span>
            ))}
            <Combobox.Input asChild>
              <chakra.input
                name={name}
                flex="1"
                minW="5rem"
                width="auto"
                height="6"
                minH="0"
                px="1"
                border="0"
                bg="transparent"
                outline="none"
                placeholder={value.length === 0 ? placeholder : undefined}
                onBlur={() => {
                  take()
                  props.onTouched()
                }}
                onKeyDownCapture={(event) => {
                  if (event.key !== 'Enter' || fresh === '' || isLit) return
                  event.preventDefault()
                  takeNearest()
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && typed === '' && value.length > 0) set(value.slice(0, -1))
                }}
              />
            </Combobox.Input>
          </chakra.div>
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={`${label}: show all`} />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <NameList collection={collection}>
          <Combobox.Empty>Nothing of this name</Combobox.Empty>
        </NameList>
      </Combobox.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{fault}</Field.ErrorText>
    </Field.Root>
  )
}
