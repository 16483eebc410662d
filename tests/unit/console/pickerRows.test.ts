import { expect, test } from 'vitest'
import { pickerRows } from '#pwa/console/drives/wizard/PickerTable.tsx'

const item = (id: number) => ({ id, name: `Item ${id}`, difficulty: 'Easy', seconds: 60, marks: 1 })
const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id)
const bank = [4, 3, 2, 1].map(item)

test('what was chosen when the list was opened stands first', () => {
  const { first, rest } = pickerRows({ placed: [item(2)], chosen: [item(2)], rows: bank })
  expect([ids(first), ids(rest)]).toEqual([[2], [4, 3, 1]])
})

test('a row that is ticked or unticked stays where it is', () => {
  const { first, rest } = pickerRows({ placed: [item(2)], chosen: [item(3)], rows: bank })
  expect([ids(first), ids(rest)]).toEqual([[2], [4, 3, 1]])
})

test('what is chosen and stands nowhere else stands first', () => {
  const { first, rest } = pickerRows({ placed: [], chosen: [item(3), item(9)], rows: bank })
  expect([ids(first), ids(rest)]).toEqual([[9], [4, 3, 2, 1]])
})
