import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { firstRows, type Offer } from './names.ts'

interface Options {
  offers: readonly Offer[]
  onChoose: (name: string) => void
  /** More than one can be chosen: the list stays where it is. */
  isMultiple?: boolean
}

/** A click here leaves the focus in the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/**
 * A list of names below its field, by the ARIA pattern of a combobox: the focus stays in the field, the arrows light a
 * row and Enter takes it. All of it happens at once: whoever leaves the field has closed the list.
 */
export function useNameList({ offers: all, onChoose, isMultiple = false }: Options) {
  const id = useId()
  const { rows: offers, more } = useMemo(() => firstRows(all), [all])
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [lit, setLit] = useState<string | null>(null)
  // The row that was lit may have gone with the last letter.
  const index = offers.findIndex(({ value }) => value === lit)
  const litRow = isOpen ? offers[index] : undefined
  const rowId = (at: number) => `${id}row${at}`
  const open = (toLight: string | null = null) => {
    setOpen(true)
    setLit(toLight)
  }
  const close = () => {
    setOpen(false)
    setLit(null)
  }
  const choose = ({ value }: Offer) => {
    onChoose(value)
    if (!isMultiple) close()
  }
  const step = (by: 1 | -1) => {
    const from = index < 0 && by < 0 ? 0 : index
    open(offers[(from + by + offers.length) % offers.length]?.value ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && litRow) choose(litRow)
    else return
    event.preventDefault()
  }
  return {
    open,
    close,
    litRow,
    onKeyDown,
    fieldProps: {
      ref: field,
      role: 'combobox',
      autoComplete: 'off',
      autoCorrect: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': litRow ? rowId(index) : undefined,
      onClick: () => !isOpen && open(),
    } as const,
    listProps: {
      id,
      offers,
      more,
      isOpen,
      lit: litRow?.value ?? null,
      rowId,
      choose,
      onLight: setLit,
      isMultiple,
    },
    buttonProps: {
      tabIndex: -1,
      'aria-expanded': isOpen,
      onMouseDown: keepFocus,
      onClick: () => {
        field.current?.focus()
        if (isOpen) close()
        else open()
      },
    },
  }
}

export type NameListState = ReturnType<typeof useNameList>
