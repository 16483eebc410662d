import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { MAX_OPTIONS, newQuestionBody } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import { joinNames, splitNames } from '#contract/names.ts'
import type { KindOnTheWire } from '#contract/primitives.ts'
import {
  kindFields,
  kindLabels,
  kindLabelsInDrive,
  onTheWire,
  questionKindOf,
  questionKinds,
} from '#contract/questionKinds.ts'
import type { Cells, FileKind, ReadRow, RowError } from './columns.ts'

/** Questions as rows of a file: one question a row, its options in columns by their letters. */

const letters = Array.from({ length: MAX_OPTIONS }, (_, i) => letterOf(i))
const optionColumn = (index: number): string => `option_${letterOf(index).toLowerCase()}`
const pictureColumn = (index: number): string => `image_${letterOf(index).toLowerCase()}`

/** Every way to spell a kind, in small letters. */
const kinds = new Map(
  questionKinds.flatMap((kind) =>
    [kind, kindLabels[kind], kindLabelsInDrive[kind]].map((name) => [name.toLowerCase(), kind]),
  ),
)

/** The options that have something in them, with the places of their columns. */
const filled = (cells: Cells) =>
  letters.flatMap((_, index) => {
    const description = cells(optionColumn(index)).trim()
    const image_url = cells(pictureColumn(index)).trim() || null
    return description === '' && image_url === null ? [] : [{ index, description, image_url }]
  })

function read(cells: Cells): ReadRow {
  const errors: RowError[] = []
  const kind = kinds.get(cells('type').trim().toLowerCase())
  if (kind === undefined) errors.push({ column: 'type', reason: `Type is ${questionKinds.join(' or ')}` })
  const options = filled(cells)
  const answers = cells('answers')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  for (const letter of answers) {
    const reason = !letters.includes(letter)
      ? `Answers are letters from A to ${letterOf(MAX_OPTIONS - 1)}, separated by commas`
      : options.some(({ index }) => letterOf(index) === letter)
        ? null
        : `Option ${letter} is empty`
    if (reason !== null) errors.push({ column: 'answers', reason })
  }
  const input = {
    description: cells('description'),
    ...onTheWire[kind ?? 'single'],
    difficulty_list: cells('difficulty'),
    tag_list: splitNames(cells('tags')),
    marks: cells('marks'),
    time_in_seconds: cells('time_in_seconds'),
    image_url: cells('image').trim() || null,
    image_alt: cells('image_alt') || null,
    options_attributes: options.map(({ index, description, image_url }) => ({
      description,
      image_url,
      is_answer: answers.includes(letterOf(index)),
    })),
  }
  return { input, errors, places: options.map(({ index }) => index) }
}

const fieldColumns: Record<string, string> = {
  ...Object.fromEntries(kindFields().map((name) => [name, 'type'])),
  difficulty_list: 'difficulty',
  tag_list: 'tags',
  image_url: 'image',
}

export const questionFile: FileKind<typeof newQuestionBody> = {
  columns: [
    { name: 'description', isRequired: true, aliases: ['question', 'question text', 'text'] },
    { name: 'type', isRequired: true, aliases: ['question type', 'kind'] },
    { name: 'difficulty', isRequired: true, aliases: ['level'] },
    { name: 'tags', isRequired: true, aliases: ['tag', 'topic', 'topics', 'category'] },
    { name: 'marks', isRequired: true, aliases: ['mark', 'points', 'score'] },
    { name: 'time_in_seconds', isRequired: true, aliases: ['time', 'seconds', 'time limit', 'duration'] },
    ...letters.map((letter, i) => ({
      name: optionColumn(i),
      ...(i < 2 && { isRequired: true as const }),
      aliases: [letter, `option ${i + 1}`, `choice ${letter}`, `choice ${i + 1}`, `answer ${letter}`],
    })),
    {
      name: 'answers',
      isRequired: true,
      aliases: [
        'answer',
        'correct',
        'correct answer',
        'correct answers',
        'correct option',
        'key',
        'solution',
      ],
    },
    { name: 'image' },
    { name: 'image_alt' },
    ...letters.map((_, i) => ({ name: pictureColumn(i) })),
  ],
  schema: newQuestionBody,
  read,
  list: 'options_attributes',
  columnOf([field, index], reason, place) {
    if (field === 'options_attributes') {
      if (typeof index === 'number') return optionColumn(place)
      return reason === t.twoOptions ? optionColumn(1) : 'answers'
    }
    const name = String(field)
    return fieldColumns[name] ?? name
  },
}

export interface QuestionFileRow extends KindOnTheWire {
  description: string
  difficulty: string
  tags: readonly string[]
  marks: number
  time_in_seconds: number
  /** The addresses of pictures, without their queries. */
  image: string | null
  image_alt: string | null
  options: readonly { description: string; is_answer: boolean; image: string | null }[]
}

/** A question as the cells of its row, by the columns' names. */
export function questionCells(row: QuestionFileRow): Record<string, string> {
  const cells: Record<string, string> = {
    description: row.description,
    type: questionKindOf(row),
    difficulty: row.difficulty,
    tags: joinNames(row.tags),
    marks: String(row.marks),
    time_in_seconds: String(row.time_in_seconds),
    answers: row.options.flatMap((option, i) => (option.is_answer ? [letterOf(i)] : [])).join(','),
    image: row.image ?? '',
    image_alt: row.image_alt ?? '',
  }
  row.options.forEach((option, i) => {
    cells[optionColumn(i)] = option.description
    cells[pictureColumn(i)] = option.image ?? ''
  })
  return cells
}

/** Rows of the sample file. */
export const questionSamples: readonly QuestionFileRow[] = [
  {
    description: 'Which of these numbers is a prime?',
    ...onTheWire.single,
    difficulty: 'Easy',
    tags: ['numbers'],
    marks: 2,
    time_in_seconds: 60,
    image: null,
    image_alt: null,
    options: ['51', '53', '57'].map((description, i) => ({ description, is_answer: i === 1, image: null })),
  },
  {
    description: 'Which of these structures keep their entries in order?',
    ...onTheWire.multiple,
    difficulty: 'Medium',
    tags: ['data structures', 'trees'],
    marks: 3,
    time_in_seconds: 90,
    image: null,
    image_alt: null,
    options: ['A binary search tree', 'A hash table', 'A skip list', 'A bloom filter'].map(
      (description, i) => ({ description, is_answer: i % 2 === 0, image: null }),
    ),
  },
]
