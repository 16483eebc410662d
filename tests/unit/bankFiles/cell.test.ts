import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCell, toCell } from '#api/services/bankFiles/cell.ts'
import { joinNames, splitNames } from '#contract/names.ts'

/** Any sign, half ones as well. */
const sign = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

describe('a cell', () => {
  it.each(['=1+1', '+1', '-5 3', '@x', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', "'x", "'=x", "''"])(
    '%j is guarded, and reads back as it was',
    (text) => {
      expect(toCell(text)).toBe(`'${text}`)
      expect(fromCell(toCell(text))).toBe(text)
    },
  )

  it.each(['', 'x', '1 2', 'a=b', 'x-1', '"=x"', ' =x'])('%j stands as it is', (text) => {
    expect(toCell(text)).toBe(text)
    expect(fromCell(text)).toBe(text)
  })

  it.each([
    ["'=SUM(A1)", '=SUM(A1)'],
    ['=SUM(A1)', '=SUM(A1)'],
    ["'tis", "'tis"],
    ['-5 3', '-5 3'],
  ])('%j that somebody typed is read as %j', (cell, text) => {
    expect(fromCell(cell)).toBe(text)
  })

  it('of any text begins with nothing a spreadsheet runs, and reads back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: sign }),
        fc.constantFrom('', '=', '+', '-', '@', "'", '\t', "'="),
        (text, before) => {
          const cell = toCell(before + text)
          expect(cell).not.toMatch(/^[=+\-@\t\r\n\0]/)
          expect(fromCell(cell)).toBe(before + text)
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
