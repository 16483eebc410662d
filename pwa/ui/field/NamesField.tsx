import { chakra, Field, Input } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type FieldProps, fieldBorder } from './field.ts'
import { WithNameList } from './NameList.tsx'
import { isOneOf, nameAsItStands, namesWith, offersOf } from './names.ts'
import { useNameList } from './useNameList.ts'

interface Props extends FieldProps<readonly string[]> {
  label: string
  names: readonly string[]
  placeholder?: string
  help?: string
  size?: 'md' | 'lg'
  /** False where only what stands can be chosen, as in a filter. */
  canCreate?: boolean
  isDisabled?: boolean
}

/**
 * Any number of names of a list, and new ones. Enter takes the row that was gone to with the arrows, else what is typed,
 * by the name that stands already where there is one; so does a comma. Backspace gives back the last.
 */
export function NamesField(props: Props) {
  const { label, names, placeholder, help, error, name, size = 'lg', canCreate = true, isDisabled } = props
  // One that was typed before the list was here is called as it stands there from then on.
  const value = useMemo(() => props.value.map((one) => nameAsItStands(one, names)), [props.value, names])
  const [typed, setTyped] = useState('')
  const fresh = typed.trim()
  const set = (next: readonly string[]) => {
    const each = next.map((one) => nameAsItStands(one, names)).filter((one) => one !== '')
    props.onChange(each.filter((one, i) => !isOneOf(one, each.slice(0, i))))
    setTyped('')
  }
  // A bank may have thousands of names: they are gone through when they or what is typed change, not at every key of the form.
  const offers = useMemo(() => {
    const gone = value.filter((one) => !isOneOf(one, names))
    return offersOf(typed, [...names, ...gone], canCreate)
  }, [typed, names, value, canCreate])
  const list = useNameList({
    offers,
    onChoose: (name) => set(value.includes(name) ? value.filter((one) => one !== name) : [...value, name]),
    isMultiple: true,
  })
  const take = () => fresh !== '' && (canCreate || isOneOf(fresh, names)) && set([...value, fresh])
  /** Takes the text as typed, or the nearest name if nothing new can be made. */
  const takeNearest = () => {
    const nearest = canCreate ? fresh : namesWith(fresh, names)[0]
    if (nearest !== undefined) set([...value, nearest])
  }
  const look = (text: string) => {
    // A comma ends a name, typed or pasted.
    const parts = text.split(',')
    const rest = parts.pop() ?? ''
    const whole = parts.map((part) => part.trim()).filter((part) => canCreate || isOneOf(part, names))
    if (parts.length > 0) set([...value, ...whole])
    setTyped(rest)
    list.open()
  }
  return (
    <Field.Root invalid={error !== undefined} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <WithNameList label={label} list={list} chosen={value} isDisabled={isDisabled}>
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
          borderColor={fieldBorder(error)}
          bg="bg"
          opacity={isDisabled ? '0.6' : undefined}
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
                disabled={isDisabled}
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
          <Input
            {...list.fieldProps}
            unstyled
            name={name}
            flex="1"
            minW="5rem"
            height="6"
            px="1"
            bg="transparent"
            outline="none"
            placeholder={value.length === 0 ? placeholder : undefined}
            value={typed}
            onChange={(event) => look(event.target.value)}
            onBlur={() => {
              list.close()
              take()
              props.onTouched()
            }}
            onKeyDown={(event) => {
              list.onKeyDown(event)
              if (event.key === 'Enter' && fresh !== '' && !event.isDefaultPrevented()) {
                event.preventDefault()
                takeNearest()
              }
              if (event.key === 'Backspace' && typed === '' && value.length > 0) set(value.slice(0, -1))
            }}
          />
        </chakra.div>
      </WithNameList>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{error}</Field.ErrorText>
    </Field.Root>
  )
}
