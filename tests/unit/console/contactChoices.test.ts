import { expect, test } from 'vitest'
import { contactChoices } from '#pwa/console/drives/tile/contactChoices.ts'

const person = (id: number, first_name: string) => ({
  id,
  first_name,
  last_name: '',
  email: `${id}@x.example`,
})
const active = [person(1, 'Ann'), person(2, 'Bob')]

test('whoever is chosen and no contact any more is shown, by name where that is known', () => {
  expect(contactChoices(active, [3, 1, 4], [person(3, 'Cleo'), person(9, 'Dan')])).toEqual([
    { value: '1', label: 'Ann' },
    { value: '2', label: 'Bob' },
    { value: '3', label: 'Cleo (inactive)' },
    { value: '4', label: 'Person 4 (inactive)' },
  ])
})

test('nobody counts as inactive while the people are not known', () => {
  expect(contactChoices(undefined, [1], [])).toEqual([])
})
