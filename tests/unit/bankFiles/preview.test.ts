import { describe, expect, it } from 'vitest'
import { previewOf } from '#api/services/bankFiles/preview.ts'
import { problemFile } from '#api/services/bankFiles/problemFile.ts'
import { questionFile } from '#api/services/bankFiles/questionFile.ts'
import { readRows } from '#api/services/bankFiles/readRows.ts'

const KNOWN = 'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers'
/** The places of these columns, in that file and in the one below. */
const columns = Object.fromEntries(KNOWN.split(',').map((name, place) => [name, place]))
const FOREIGN = 'Question,Kind,Level,Topic,Points,Time (s),Option 1,Option 2,Correct answer,Comment'
const ROW = 'Which is a prime?,single,Easy,numbers,2,60,51,53,B,from a book'
const placesOf = (text: string) =>
  Object.fromEntries(
    previewOf(text, questionFile).columns.flatMap(({ name, place }) =>
      place === null ? [] : [[name, place]],
    ),
  )

describe('a preview', () => {
  it('knows the columns by their names, and shows the first and five below', () => {
    const rows = Array.from({ length: 9 }, (_, i) => `Which is number ${i}?,single,Easy,a,2,60,x,y,A`)
    const found = previewOf([KNOWN, '', ...rows].join('\n'), questionFile)
    expect(found).toMatchObject({ is_known: true, has_header: true })
    expect(found.rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [1, 'description'],
      ...[3, 4, 5, 6, 7].map((row) => [row, `Which is number ${row - 3}?`]),
    ])
  })

  it('guesses columns by the names of other systems, each once', () => {
    expect(previewOf(`${FOREIGN}\n${ROW}`, questionFile)).toMatchObject({ is_known: false, has_header: true })
    expect(placesOf(`${FOREIGN.replace('Time (s)', 'Seconds')}\n${ROW}`)).toEqual(columns)
    const problem = previewOf('Name,Statement,Input,Expected output,Points,Input 2\na,b,c,d,e,f', problemFile)
    expect(problem.columns.flatMap(({ name, place }) => (place === null ? [] : [[name, place]]))).toEqual([
      ['title', 0],
      ['description', 1],
      ['input_1', 2],
      ['output_1', 3],
      ['marks_1', 4],
      ['input_2', 5],
    ])
  })

  it('takes a first row with fewer than three names for an item', () => {
    expect(previewOf(ROW, questionFile)).toMatchObject({
      is_known: false,
      has_header: false,
      rows: [{ row: 1 }],
    })
  })

  it('shows cells as they would be read, and long ones cut', () => {
    const { rows } = previewOf(
      `option_a,option_b,guarded\n'=1,'=2,option_b\n${'x'.repeat(500)},,`,
      questionFile,
    )
    expect(rows[1]?.cells).toEqual(["'=1", '=2', 'option_b'])
    expect(rows[2]?.cells[0]).toHaveLength(81)
  })
})

describe('a file whose columns somebody named', () => {
  const read = (text: string, mapping: { has_header: boolean; columns: Record<string, number> }) =>
    readRows(text, questionFile, mapping)

  it('is read as they said; other columns are left', () => {
    const { items, errors } = read(`${FOREIGN}\n${ROW}`, { has_header: true, columns })
    expect(errors).toEqual([])
    expect(items).toMatchObject([{ row: 2, item: { description: 'Which is a prime?', marks: 2 } }])
  })

  it('may have no header', () => {
    const { items } = read(`${ROW}\n${ROW}`, { has_header: false, columns })
    expect(items.map(({ row }) => row)).toEqual([1, 2])
  })

  it('loses the guards of our own exports all the same', () => {
    const { items } = read(
      `${FOREIGN},guarded\n${ROW.replace('51', "'=51").replace('53', "'=53")},option_b`,
      {
        has_header: true,
        columns,
      },
    )
    expect(items[0]?.item.options_attributes.map((one) => one.description)).toEqual(["'=51", '=53'])
  })

  it.each<[string, Record<string, number>, string, string]>([
    ['lacks one', { answers: -1 }, 'answers', 'This column is missing'],
    ['names one that there is not', { colour: 9 }, 'colour', 'Unknown column. Compare with the sample file'],
    ['points behind the last', { answers: 10 }, 'answers', 'The file has no more than 10 columns'],
    ['takes one twice', { answers: 7 }, 'answers', 'This column of the file is chosen twice'],
  ])('is refused where what they said %s', (_, change, column, reason) => {
    const said = Object.fromEntries(
      Object.entries({ ...columns, ...change }).filter(([, place]) => place >= 0),
    )
    const { errors, isHeaderWrong } = read(`${FOREIGN}\n${ROW}`, { has_header: true, columns: said })
    expect(isHeaderWrong).toBe(true)
    expect(errors).toMatchObject([{ row: 1, column, reason }])
  })
})
