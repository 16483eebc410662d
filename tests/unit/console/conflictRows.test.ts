import { expect, test } from 'vitest'
import { type ComparedField, conflictRows } from '#pwa/console/kit/form/Conflict.tsx'

interface Ship {
  name: string
  crew: string
}
const compared: readonly ComparedField<Ship>[] = [
  ['Name', (ship) => ship.name],
  ['Crew', (ship) => ship.crew],
]
const before = { name: 'Alma', crew: '4' }
const mine = { name: 'Berta', crew: '4' }

test('a field that only the other one changed is not asked about', () => {
  const theirs = { name: 'Alma', crew: '9' }
  expect(conflictRows(compared, mine, theirs, before)).toEqual([['Name', 'Berta', 'Not changed: Alma']])
  expect(conflictRows(compared, mine, theirs)).toEqual([
    ['Name', 'Berta', 'Alma'],
    ['Crew', '4', '9'],
  ])
})

test('nor is one that both made the same', () =>
  expect(conflictRows(compared, mine, { name: 'Berta', crew: '4' }, before)).toEqual([]))

test('what the other one left as it was is not called theirs', () => {
  const both = { name: 'Berta', crew: '5' }
  const theirs = { name: 'Clara', crew: '4' }
  expect(conflictRows(compared, both, theirs, before)).toEqual([
    ['Name', 'Berta', 'Clara'],
    ['Crew', '5', 'Not changed: 4'],
  ])
})
