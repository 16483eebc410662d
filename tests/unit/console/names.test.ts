import { describe, expect, test } from 'vitest'
import { firstRows, isOneOf, nameAsItStands, namesWith, offersOf } from '#pwa/ui/field/names.ts'

test('names are one name however their case and accents are written', () => {
  expect(nameAsItStands(' GREEDY ', ['graphs', 'greedy'])).toBe('greedy')
  expect(nameAsItStands(' New ', ['greedy'])).toBe('New')
  expect(isOneOf('e\u0301lan', ['Élan'])).toBe(true)
})

test('of a long list the first hundred are shown, with how many more there are and the making of a new one', () => {
  const names = Array.from({ length: 5_000 }, (_, i) => `tag ${i}`)
  const all = firstRows(offersOf('', names, true))
  expect([all.rows.length, all.rows.at(-1)?.value, all.more]).toEqual([100, 'tag 99', 4_900])
  const typed = firstRows(offersOf('tag 4', names, true))
  expect(typed.rows[0]?.value).toBe('tag 4')
  expect([typed.rows.length, typed.more]).toEqual([100, 1_011])
  const fresh = firstRows(offersOf('g 4', names, true))
  expect([fresh.rows.length, fresh.rows.at(-1)?.isNew, fresh.more]).toEqual([101, true, 1_011])
  expect(firstRows(offersOf('tag 4321', names, false))).toMatchObject({
    rows: [{ value: 'tag 4321' }],
    more: 0,
  })
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
