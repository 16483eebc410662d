import { describe, expect, it } from 'vitest'
import { problemFile } from '#api/services/bankFiles/problemFile.ts'
import { questionFile } from '#api/services/bankFiles/questionFile.ts'
import { quoted } from '#api/services/bankFiles/quoted.ts'
import { readRows } from '#api/services/bankFiles/readRows.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'

const HEAD =
  'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,option_c,option_d,option_e,answers'
const questions = (...rows: string[]) => readRows([HEAD, ...rows].join('\n'), questionFile)
const GOOD = 'Which is a prime?,single,Easy,numbers,2,60,51,53,,,,B'

describe('the columns', () => {
  it('go by their names, in any order and case, and whatever stands between the cells', () => {
    const found = readRows(
      'Answers;TYPE; Description ;tags;marks;time_in_seconds;difficulty;option_b;option_a\nA;Multiple;What holds, and why?;a, b;1;5;Hard;no;yes',
      questionFile,
    )
    expect(found.errors).toEqual([])
    expect(found.items[0]?.item).toMatchObject({
      description: 'What holds, and why?',
      is_multi_select: true,
      difficulty_list: 'Hard',
      tag_list: ['a', 'b'],
      options_attributes: [
        { description: 'yes', is_answer: true },
        { description: 'no', is_answer: false },
      ],
    })
  })

  it.each<[string, string, string, string]>([
    [
      'that are not known',
      HEAD.replace('marks', 'points'),
      'points',
      'Unknown column. Compare with the sample file',
    ],
    ['that are missing', HEAD.replace(',answers', ''), 'answers', 'This column is missing'],
    ['that are there twice', `${HEAD},Marks`, 'marks', 'This column appears twice'],
    ['without a name', HEAD.replace('marks,', ',marks,'), '', 'This column has no name'],
  ])('%s are told, and no row is looked at', (_, head, column, reason) => {
    const found = readRows(`${head}\n${GOOD}`, questionFile)
    expect(found).toMatchObject({ items: [], isHeaderWrong: true })
    expect(found.errors).toContainEqual({ row: 1, column, value: expect.any(String), reason })
  })

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['blank lines', '\n \n,,,\n', 'The file is empty.'],
    ['a header alone', HEAD, 'There are no rows below the header.'],
    ['61 columns', `${'x,'.repeat(60)}x\n`, 'Row 1 has 61 cells; at most 60 columns are allowed.'],
  ])('%s is refused', (_, text, words) => {
    expect(() => readRows(text, questionFile)).toThrow(words)
  })

  it.each([
    ['a picture', `‰PNG\r\n\u001a\n\0\0\0\rIHDR${',x'.repeat(90)}`],
    ['bytes that are no sign', `${'caf\u0090'.repeat(90)}\nx`],
    ['a text with signs that were lost', 'a\ufffdb,c\nd,e'],
  ])('%s is no CSV file, and nothing of it is quoted', (_, text) => {
    expect(() => readRows(text, questionFile)).toThrow(
      /^This is not a CSV file: it contains characters that no text file has\. /,
    )
  })

  it('that are known make it one, whatever its cells hold', () => {
    expect(questions(GOOD.replace('prime', 'pr\0ime')).isHeaderWrong).toBe(false)
  })

  it('of 5,000 rows are read, of 5,001 not', () => {
    const rows = (n: number) => Array.from({ length: n }, () => GOOD)
    expect(questions(...rows(5_000)).items).toHaveLength(5_000)
    expect(() => questions(...rows(5_001))).toThrow('The file has more than 5,000 rows')
  })
})

describe('the ends of rows', () => {
  const P = 'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,marks_1,output_1'
  const problem = (n: number) => `Add numbers ${n},Print the sum of both.,Easy,sums,3,15,1 2,1,3`

  it.each([
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\n'],
    ['\n', '\r'],
    ['\r\n', '\r'],
    ['\r\n', '\r\n'],
    ['\r', '\r'],
  ])('may be %j below the header and %j further down', (first, second) => {
    const { items, errors } = readRows(
      `${P}${first}${problem(1)}${second}${problem(2)}${second}`,
      problemFile,
    )
    expect(errors).toEqual([])
    expect(items.map(({ row, item }) => [row, item.test_cases_attributes[0]?.output])).toEqual([
      [2, '3'],
      [3, '3'],
    ])
  })

  it('are kept as they are within quotation marks', () => {
    const row = `Add numbers,"Print, ""all"" of it:\r\nthe sum\rof both.",Easy,sums,3,15,"1\r\n2\r3\n",1,"6\r\n"`
    const { items, errors } = readRows(`${P}\r\n${row}\r${row}\n`, problemFile)
    expect(errors).toEqual([])
    expect(items.map(({ row }) => row)).toEqual([2, 3])
    for (const { item } of items)
      expect(item.test_cases_attributes).toMatchObject([{ input: '1\r\n2\r3\n', output: '6\r\n' }])
  })

  it('do not hide behind a quotation mark in the midst of a cell', () => {
    const row = problem(1).replace('Print the sum', 'Print 3" of it')
    expect(readRows(`${P}\r\n${row}\r${row}`, problemFile).items).toHaveLength(2)
  })
})

describe('a first line that says what separates the cells', () => {
  const told = HEAD.replaceAll(',', '|')
  const row = GOOD.replaceAll(',', '|')

  it.each(['sep=|\r\n', 'SEP=|\n', '"sep=|"\r'])('%j is read and is no row', (line) => {
    const { items, errors } = readRows(`${line}${told}\n${row}\n${row.replace('|2|', '|x|')}`, questionFile)
    expect(items.map(({ row }) => row)).toEqual([2])
    expect(errors).toMatchObject([{ row: 3, column: 'marks' }])
  })

  it('alone is an empty file', () => {
    expect(() => readRows('sep=;', questionFile)).toThrow('The file is empty.')
  })
})

describe('a question’s row', () => {
  const cells = {
    description: 0,
    type: 1,
    difficulty: 2,
    tags: 3,
    marks: 4,
    time_in_seconds: 5,
    option_a: 6,
    option_b: 7,
    option_c: 8,
    answers: 11,
  }
  const withCells = (change: Partial<Record<keyof typeof cells, string>>): string => {
    const row = GOOD.split(',')
    for (const [name, value] of Object.entries(change)) row[cells[name as keyof typeof cells]] = value
    return row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  }

  it.each<[keyof typeof cells, string, string]>([
    ['description', '', t.questionDescriptionRequired],
    ['description', 'x'.repeat(9), t.questionDescriptionTooShort],
    ['description', 'x'.repeat(351), t.questionDescriptionTooLong],
    ['type', 'several', 'Type is single or multiple'],
    ['difficulty', ' ', t.difficultyRequired],
    ['tags', ' , ', t.tagRequired],
    ['marks', '', t.marksRequired],
    ['marks', '0', 'Marks must be greater than or equal to 1'],
    ['marks', '1000', t.marksTooMany],
    ['marks', 'two', 'Marks must be a whole number'],
    ['time_in_seconds', '0', t.timeTooShort],
    ['time_in_seconds', '59941', t.questionTimeTooLong],
    ['option_b', '', t.twoOptions],
    ['answers', '', t.oneCorrect],
    ['answers', 'A,B', t.onlyOneCorrect],
    ['answers', 'F', 'Answers are letters from A to E, separated by commas'],
    ['answers', 'C', 'Option C is empty'],
  ])('with %s %j is wrong there', (column, value, reason) => {
    const { items, errors, total } = questions(GOOD, withCells({ [column]: value }))
    expect(items.map(({ row }) => row)).toEqual([2])
    expect(total).toBe(2)
    expect(errors).toContainEqual({ row: 3, column, value: quoted(value), reason })
  })

  it('tells everything that is wrong at once, each cell once', () => {
    const { errors } = questions(withCells({ type: '?', marks: '', description: 'short', answers: 'Z' }))
    expect(errors.map(({ column }) => column).toSorted()).toEqual(['answers', 'description', 'marks', 'type'])
  })

  it('is counted as a spreadsheet counts: blank rows too, lines within a cell not', () => {
    const { errors, items } = questions(
      '',
      withCells({ description: 'Two lines\nof one question' }),
      ',,,',
      withCells({ marks: 'x' }),
    )
    expect(items.map(({ row, item }) => [row, item.description])).toEqual([[3, 'Two lines\nof one question']])
    expect(errors.map(({ row }) => row)).toEqual([5])
  })

  it('keeps the letters of its answers where an option between them is empty', () => {
    const { items } = questions(withCells({ option_b: '', option_c: 'right', answers: 'c' }))
    expect(items[0]?.item.options_attributes).toMatchObject([
      { is_answer: false },
      { description: 'right', is_answer: true },
    ])
  })

  it('means what somebody typed, apostrophes and signs of formulas included', () => {
    const typed = { option_a: "'=='", option_b: "'='", option_c: '=SUM(A1)', answers: 'A' }
    expect(questions(withCells(typed)).items[0]?.item.options_attributes).toMatchObject([
      { description: "'=='" },
      { description: "'='" },
      { description: '=SUM(A1)' },
    ])
  })

  it('loses the apostrophe of the cells that it names as guarded, and of no other', () => {
    const row = withCells({ option_a: "'==", option_b: "'==", option_c: '-1' })
    const { items, errors } = readRows(`${HEAD},Guarded\n${row},"option_a, Option_C, else"`, questionFile)
    expect(errors).toEqual([])
    expect(items[0]?.item.options_attributes).toMatchObject([
      { description: '==' },
      { description: "'==" },
      { description: '-1' },
    ])
  })

  it('with more cells than there are columns is wrong', () => {
    expect(questions(`${GOOD},more`).errors).toEqual([
      { row: 2, column: '', value: 'more', reason: 'This row has more cells than there are columns' },
    ])
  })

  it('whose quotation mark is not closed is wrong', () => {
    const { items, errors } = questions(GOOD, '"never closed,single,Easy')
    expect(items).toHaveLength(1)
    expect(errors).toContainEqual({ row: 3, column: '', value: '', reason: 'A quotation mark is not closed' })
  })

  it('quotes no more than 80 characters of a cell or a column', () => {
    const cut = `${'𝄞'.repeat(80)}…`
    expect(questions(withCells({ description: '𝄞'.repeat(400) })).errors[0]?.value).toBe(cut)
    const [error] = readRows(`${'𝄞'.repeat(400)},${HEAD}\n${GOOD}`, questionFile).errors
    expect([error?.column, error?.value]).toEqual([cut, cut])
    expect(quoted('x'.repeat(80))).toBe('x'.repeat(80))
  })
})

describe('a problem’s row', () => {
  const P =
    'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,output_1,marks_1,sample_1,input_2,output_2,marks_2'
  const own = 'Add numbers,Print the sum of both.,Easy,sums,3,15'
  const problems = (...rows: string[]) => readRows([P, ...rows].join('\n'), problemFile)

  it('has its tests beside it, and more in rows of tests alone', () => {
    const { items, errors, total } = problems(`${own},1 2,3,5,yes, 2 2,4,1`, ',,,,,,9 9,18,2,no')
    expect(errors).toEqual([])
    expect(total).toBe(1)
    expect(items[0]?.item).toMatchObject({
      checker: 'exact',
      test_cases_attributes: [
        { input: '1 2', output: '3', marks: 5, is_sample: true },
        { input: ' 2 2', output: '4', marks: 1, is_sample: false },
        { input: '9 9', output: '18', marks: 2, is_sample: false },
      ],
    })
  })

  it('tells what is wrong with a test in its own row and column', () => {
    const { errors } = problems(`${own},1 2,3,5,yes,,,`, ',,,,,,,,,,9 9,,2', ',,,,,,1,1,0,maybe,,,')
    expect(errors).toEqual(
      expect.arrayContaining([
        { row: 3, column: 'output_2', value: '', reason: t.outputRequired },
        { row: 4, column: 'marks_1', value: '0', reason: t.marksTooFew },
        { row: 4, column: 'sample_1', value: 'maybe', reason: 'Sample is yes or no' },
      ]),
    )
    expect(errors).toHaveLength(3)
  })

  it('that is not taken leaves out the rows that continue it, and says so; the next one begins anew', () => {
    const bad = own.replace('Add numbers', 'Add')
    const { items, errors, total } = problems(
      `${own},1 2,3,5,yes,,,`,
      `${bad},1 2,3,5,yes,,,`,
      ',,,,,,9 9,18,2,no,,,',
      ',,,,,,8 8,16,x,no,,,',
      `${own},4 4,8,1,yes,,,`,
    )
    expect(errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, 'title', 'Problem Title must be at least 5 characters'],
      [5, 'marks_1', 'Marks must be a whole number'],
      [4, '', 'It continues row 3, which is not imported'],
    ])
    expect(total).toBe(3)
    expect(items.map(({ row, item }) => [row, item.test_cases_attributes.length])).toEqual([
      [2, 1],
      [6, 1],
    ])
  })

  it('without a test is wrong; rows of tests before any problem are as well', () => {
    expect(problems(own).errors).toContainEqual({
      row: 2,
      column: 'input_1',
      value: '',
      reason: t.testCaseRequired,
    })
    expect(problems(',,,,,,1,1,1').errors).toContainEqual({
      row: 2,
      column: 'title',
      value: '',
      reason: t.problemTitleRequired,
    })
  })
})
