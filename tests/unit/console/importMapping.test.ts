import { describe, expect, it } from 'vitest'
import { letterOf } from '#contract/letters.ts'
import type { ImportPreview } from '#contract/views/bank.ts'
import {
  fileColumns,
  guessedMapping,
  leftOut,
  previewRows,
  withColumn,
} from '#pwa/console/bank/import/mapping.ts'

const preview: ImportPreview = {
  is_known: false,
  has_header: true,
  columns: [
    { name: 'title', is_required: true, place: 1 },
    { name: 'tags', is_required: true, place: null },
    { name: 'image', is_required: false, place: 2 },
  ],
  rows: [
    { row: 1, cells: ['No', 'Name', ''] },
    { row: 2, cells: ['1', 'Knots', ''] },
    { row: 4, cells: ['2'] },
  ],
  guessed: null,
}

describe('the columns of a file', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [59, 'BH'],
  ])('%i is %s, as in a spreadsheet', (place, letter) => expect(letterOf(place)).toBe(letter))

  it('go by the words of the first row, whether they are names or not', () => {
    expect(fileColumns(preview, true)).toEqual(['No (Column A)', 'Name (Column B)', 'Column C'])
    expect(fileColumns(preview, false)).toEqual(['Column A: No', 'Column B: Name', 'Column C'])
  })

  it('are those that seemed to fit, until somebody chooses', () => {
    const guess = guessedMapping(preview)
    expect(guess).toEqual({ has_header: true, columns: { title: 1, image: 2 } })
    expect(leftOut(preview, guess)).toEqual(['No (Column A)'])
    expect(withColumn(guess, 'tags', 0).columns).toEqual({ title: 1, image: 2, tags: 0 })
    expect(withColumn(guess, 'image', null).columns).toEqual({ title: 1 })
  })

  it('are previewed by our names, without those that are empty', () => {
    const guess = guessedMapping(preview)
    expect(previewRows(preview, guess)).toEqual({
      names: ['title'],
      rows: [
        { row: 2, cells: ['Knots'] },
        { row: 4, cells: [''] },
      ],
    })
    expect(previewRows(preview, { ...guess, has_header: false }).rows[0]).toEqual({ row: 1, cells: ['Name'] })
  })
})
