import type { ChosenItem } from '#machines/drive/form.ts'

interface Picked<Item extends ChosenItem> {
  /** The items chosen when the list was opened, or last searched. */
  placed: readonly ChosenItem[]
  chosen: readonly ChosenItem[]
  rows: readonly Item[]
}

/** The rows of a picker: a tick moves none of them away from under the pointer or the keyboard. */
export function pickerRows<Item extends ChosenItem>({ placed, chosen, rows }: Picked<Item>) {
  const isAmong = (items: readonly ChosenItem[], { id }: ChosenItem) => items.some((one) => one.id === id)
  const unseen = chosen.filter((item) => !isAmong(placed, item) && !isAmong(rows, item))
  return { first: [...placed, ...unseen], rest: rows.filter((row) => !isAmong(placed, row)) }
}
