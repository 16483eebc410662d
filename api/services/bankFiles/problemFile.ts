import { importedProblemBody } from '#contract/forms/bank.ts'
import { joinNames, splitNames } from '#contract/names.ts'
import { type Cells, type FileKind, type ReadRow, type RowError, yesOrNo } from './columns.ts'

/**
 * Problems as rows of a file. Ten tests stand beside the problem; more stand in the rows below it, which hold nothing
 * but tests. Templates, limits and reference solutions have no column: a package carries them.
 */

export const TESTS_A_ROW = 10
const places = Array.from({ length: TESTS_A_ROW }, (_, i) => i + 1)
const own = [
  'title',
  'description',
  'difficulty',
  'tags',
  'submission_count',
  'time_in_minutes',
  'checker',
  'tolerance',
  'image',
  'image_alt',
]
const required = new Set([
  'title',
  'description',
  'difficulty',
  'tags',
  'submission_count',
  'time_in_minutes',
])
/** The names that other systems give them. */
const aliases: Record<string, readonly string[]> = {
  title: ['name', 'problem'],
  description: ['statement', 'text', 'problem statement'],
  difficulty: ['level'],
  tags: ['tag', 'topic', 'topics', 'category'],
  submission_count: ['submissions', 'attempts'],
  time_in_minutes: ['time', 'minutes', 'duration'],
}
/** The aliases of a test's column; for the first test also without its number. */
const aliasesOf = (part: string, place: number): string[] =>
  [
    ...(part === 'output' ? ['expected output', 'expected'] : []),
    ...(part === 'marks' ? ['points'] : []),
    part,
  ].flatMap((word) => (place === 1 ? [`${word} 1`, word] : [`${word} ${place}`]))
const parts = ['input', 'output', 'marks', 'sample'] as const

interface Test {
  input: string
  output: string
  marks: string
  is_sample: boolean
  /** Its column's number. */
  place: number
}

/** White space in a test is part of it: a cell is empty only where nothing stands in it. */
function testsIn(cells: Cells): { tests: Test[]; errors: RowError[] } {
  const errors: RowError[] = []
  const tests = places.flatMap((place) => {
    const [input, output, marks, sample] = parts.map((part) => cells(`${part}_${place}`))
    if (!input && !output && !marks && !sample) return []
    const is_sample = yesOrNo(sample ?? '')
    if (is_sample === null) errors.push({ column: `sample_${place}`, reason: 'Sample is yes or no' })
    return [
      { input: input ?? '', output: output ?? '', marks: marks ?? '', is_sample: is_sample ?? false, place },
    ]
  })
  return { tests, errors }
}

const bare = (tests: readonly Test[]) => tests.map(({ place: _, ...test }) => test)

function read(cells: Cells): ReadRow {
  const { tests, errors } = testsIn(cells)
  const checker = cells('checker').trim().toLowerCase() || 'exact'
  if (checker === 'program')
    errors.push({ column: 'checker', reason: 'A problem that a program judges can only come as a package' })
  else if (!['exact', 'tokens', 'float', 'unordered'].includes(checker))
    errors.push({ column: 'checker', reason: 'Checker is exact, tokens, float or unordered' })
  const input = {
    title: cells('title'),
    description: cells('description'),
    difficulty: cells('difficulty'),
    tags: splitNames(cells('tags')),
    submission_count: cells('submission_count'),
    time_in_minutes: cells('time_in_minutes'),
    checker: errors.some(({ column }) => column === 'checker') ? 'exact' : checker,
    tolerance: cells('tolerance').trim() || null,
    image_url: cells('image').trim() || null,
    image_alt: cells('image_alt') || null,
    test_cases_attributes: bare(tests),
  }
  return { input, errors, places: tests.map(({ place }) => place) }
}

export const problemFile: FileKind<typeof importedProblemBody> = {
  columns: [
    ...own.map((name) => ({
      name,
      ...(required.has(name) && { isRequired: true as const }),
      aliases: aliases[name] ?? [],
    })),
    ...places.flatMap((place) =>
      parts.map((part) => ({
        name: `${part}_${place}`,
        ...(place === 1 && part !== 'sample' && { isRequired: true as const }),
        aliases: aliasesOf(part, place),
      })),
    ),
  ],
  schema: importedProblemBody,
  read,
  list: 'test_cases_attributes',
  columnOf([field, index, part], _reason, place) {
    if (field === 'image_url') return 'image'
    if (field !== 'test_cases_attributes') return String(field)
    if (typeof index !== 'number') return 'input_1'
    return `${part === 'is_sample' ? 'sample' : String(part ?? 'input')}_${place}`
  },
  goesOn: (cells) => own.every((name) => cells(name).trim() === '') && testsIn(cells).tests.length > 0,
  more(input, cells) {
    const { tests, errors } = testsIn(cells)
    const given = input as { test_cases_attributes: unknown[] }
    return {
      input: { ...given, test_cases_attributes: [...given.test_cases_attributes, ...bare(tests)] },
      errors,
      places: tests.map(({ place }) => place),
    }
  },
}

export interface ProblemFileRow {
  title: string
  description: string
  difficulty: string
  tags: readonly string[]
  submission_count: number
  time_in_minutes: number
  checker: string
  tolerance: string | null
  /** The address of its picture, without the query. */
  image: string | null
  image_alt: string | null
  tests: readonly { input: string; output: string; marks: number; is_sample: boolean }[]
}

/** A problem as the cells of its rows: the first with ten tests, then rows of tests alone. */
export function problemCells(row: ProblemFileRow): Record<string, string>[] {
  const rows: Record<string, string>[] = [
    {
      title: row.title,
      description: row.description,
      difficulty: row.difficulty,
      tags: joinNames(row.tags),
      submission_count: String(row.submission_count),
      time_in_minutes: String(row.time_in_minutes),
      checker: row.checker,
      tolerance: row.tolerance ?? '',
      image: row.image ?? '',
      image_alt: row.image_alt ?? '',
    },
  ]
  row.tests.forEach((test, i) => {
    const line = Math.floor(i / TESTS_A_ROW)
    rows[line] ??= {}
    const place = (i % TESTS_A_ROW) + 1
    Object.assign(rows[line], {
      [`input_${place}`]: test.input,
      [`output_${place}`]: test.output,
      [`marks_${place}`]: String(test.marks),
      [`sample_${place}`]: test.is_sample ? 'yes' : 'no',
    })
  })
  return rows
}

/** Rows of the sample file. */
export const problemSamples: readonly ProblemFileRow[] = [
  {
    title: 'Sum of two numbers',
    description: 'Read two whole numbers from one line and print their sum.',
    difficulty: 'Easy',
    tags: ['arithmetic'],
    submission_count: 3,
    time_in_minutes: 15,
    checker: 'exact',
    tolerance: null,
    image: null,
    image_alt: null,
    tests: [
      { input: '1 2', output: '3', marks: 1, is_sample: true },
      { input: '7 -7', output: '0', marks: 2, is_sample: false },
    ],
  },
  {
    title: 'Mean of a list',
    description: 'The first line holds n, the second n numbers. Print their mean.',
    difficulty: 'Medium',
    tags: ['arithmetic', 'lists'],
    submission_count: 5,
    time_in_minutes: 20,
    checker: 'float',
    tolerance: '1e-6',
    image: null,
    image_alt: null,
    tests: [
      { input: '2\n1 2', output: '1.5', marks: 1, is_sample: true },
      { input: '3\n1 1 2', output: '1.3333333', marks: 4, is_sample: false },
    ],
  },
]
