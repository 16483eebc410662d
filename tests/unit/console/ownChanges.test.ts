import { describe, expect, test } from 'vitest'
import { entriesWithOwnChanges, withOwnChanges } from '#machines/forms/ownChanges.ts'

const before = { name: 'Alma', crew: '4', port: 'Hull', picture: 'a.jpg', caption: 'At sea' }

describe('whoever keeps what somebody else saved', () => {
  test('keeps what they changed themselves where the other changed nothing', () =>
    expect(
      withOwnChanges({
        before,
        mine: { ...before, name: 'Berta', crew: '5' },
        theirs: { ...before, name: 'Clara', port: 'Bergen' },
      }),
    ).toEqual({ ...before, name: 'Clara', crew: '5', port: 'Bergen' }))

  test('has the other’s in all fields that belong together, if the other changed one of them', () => {
    const mine = { ...before, caption: 'In port' }
    const together = [['picture', 'caption']] as const
    const told = (theirs: Partial<typeof before>) =>
      withOwnChanges({ before, mine, theirs: { ...before, ...theirs } }, { together }).caption
    expect(told({ picture: 'b.jpg' })).toBe('At sea')
    expect(told({ port: 'Bergen' })).toBe('In port')
  })

  test('is told of no change where two values mean the same', () => {
    const plain = (ship: typeof before) => ({ ...ship, picture: ship.picture.split('?')[0] })
    const mine = { ...before, picture: 'mine.jpg' }
    const theirs = { ...before, picture: 'a.jpg?signed' }
    expect(withOwnChanges({ before, mine, theirs }, { plain }).picture).toBe('mine.jpg')
    expect(withOwnChanges({ before, mine: before, theirs }, { plain }).picture).toBe('a.jpg?signed')
  })
})

describe('of a list of records', () => {
  const entry = (id: number | null, text: string, marks = '1') => ({ id, text, marks })
  const stood = [entry(1, 'one'), entry(2, 'two'), entry(3, 'three')]
  const merged = (mine: typeof stood, theirs: typeof stood) =>
    entriesWithOwnChanges({ before: stood, mine, theirs }, ({ id }) => id)

  test('each is compared by itself', () =>
    expect(
      merged(
        [entry(1, 'mine'), entry(2, 'mine'), entry(3, 'three')],
        [entry(1, 'one', '9'), entry(2, 'theirs'), entry(3, 'theirs')],
      ),
    ).toEqual([entry(1, 'mine', '9'), entry(2, 'theirs'), entry(3, 'theirs')]))

  test('what either added is there, and what either took away is not', () =>
    expect(
      merged(
        [entry(2, 'mine'), entry(3, 'three'), entry(null, 'mine anew')],
        [entry(1, 'one'), entry(3, 'three'), entry(4, 'theirs anew')],
      ),
    ).toEqual([entry(3, 'three'), entry(4, 'theirs anew'), entry(null, 'mine anew')]))

  test('what one took away and the other changed stays', () =>
    expect(merged(stood.slice(1), [entry(1, 'theirs'), ...stood.slice(1)])).toEqual([
      entry(1, 'theirs'),
      ...stood.slice(1),
    ]))
})
