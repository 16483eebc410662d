import { describe, expect, test } from 'vitest'
import { isAmong, nameAsItStands, namesWith, offersOf } from '#pwa/ui/field/names.ts'

test('names are one name however their case and accents are written', () => {
  expect(nameAsItStands(' GREEDY ', ['graphs', 'greedy'])).toBe('greedy')
  expect(nameAsItStands(' New ', ['greedy'])).toBe('New')
  expect(isAmong('e\u0301lan', ['Élan'])).toBe(true)
})

describe('what a list offers', () => {
  const names = ['paragraphs', 'graphs', 'greedy', 'GRAPH', 'sums']

  test('is everything in its own order while nothing is typed', () => {
    expect(namesWith('', names)).toEqual(names)
    expect(offersOf(' ', names, true).map((row) => row.value)).toEqual(names)
  })

  test('begins with the name itself, then with those that begin so', () => {
    expect(namesWith('graph', names)).toEqual(['GRAPH', 'graphs', 'paragraphs'])
    expect(namesWith('gr', names)).toEqual(['graphs', 'greedy', 'GRAPH', 'paragraphs'])
  })

  test('ends with the making of a name that is new, and says so', () => {
    expect(offersOf(' eas ', ['easy'], true)).toEqual([
      { value: 'easy', label: 'easy', isNew: false },
      { value: 'eas', label: 'Create ‘eas’', isNew: true },
    ])
    expect(offersOf('EASY', ['easy'], true)).toEqual([{ value: 'easy', label: 'easy', isNew: false }])
    expect(offersOf('eas', ['hard'], false)).toEqual([])
  })
})
