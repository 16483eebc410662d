import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardedIn, toRow, unguarded } from '#api/services/bankFiles/cell.ts'
import { joinNames, splitNames } from '#contract/names.ts'

/** Any sign, half ones as well. */
const sign = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

/** One cell as it was written, and as a reader gets it. */
function written(text: string): { cell: string; read: string } {
  const [cell = '', guarded = ''] = toRow(['a'], { a: text })
  return { cell, read: guardedIn(guarded).has('a') ? unguarded(cell) : cell }
}

describe('a cell', () => {
  it.each(['=1+1', '+1', '-5 3', '@x', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
    '%j is guarded, and reads back as it was',
    (text) => {
      expect(written(text)).toEqual({ cell: `'${text}`, read: text })
    },
  )

  it.each(['', 'x', '1 2', 'a=b', 'x-1', '"=x"', ' =x', "'x", "'=x", "''"])('%j stands as it is', (text) => {
    expect(written(text)).toEqual({ cell: text, read: text })
  })

  it('is named by its column, where it is guarded', () => {
    expect(toRow(['a', 'b', 'c'], { a: '=x', c: '-1' })).toEqual(["'=x", '', "'-1", 'a,c'])
  })

  it.each([
    ["'=x", '=x'],
    ['=x', '=x'],
    ["'x", "'x"],
  ])('that was guarded and is now %j is read as %j', (cell, text) => {
    expect(unguarded(cell)).toBe(text)
  })

  it('of any text begins with nothing a spreadsheet runs, and reads back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: sign }),
        fc.constantFrom('', '=', '+', '-', '@', "'", '\t', "'="),
        (text, before) => {
          const { cell, read } = written(before + text)
          expect(cell).not.toMatch(/^[=+\-@\t\r\n\0]/)
          expect(read).toBe(before + text)
        },
      ),
    )
  })
})

describe('names in a cell', () => {
  it.each([
    ['a, b ,c', ['a', 'b', 'c']],
    ['', []],
    [' , ,', []],
    ['a\\, b', ['a, b']],
    ['C\\\\', ['C\\']],
    ['back\\slash', ['back\\slash']],
  ])('%j are %j', (cell, names) => {
    expect(splitNames(cell)).toEqual(names)
  })

  it('read back, whatever they are', () => {
    const name = fc
      .string({ minLength: 1, unit: fc.constantFrom('a', ',', '\\', ' ', 'é', '"') })
      .map((s) => s.trim())
      .filter((s) => s !== '')
    fc.assert(
      fc.property(fc.array(name), (names) => {
        expect(splitNames(joinNames(names))).toEqual(names)
      }),
    )
  })
})
