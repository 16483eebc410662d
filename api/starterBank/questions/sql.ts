import { right, withCode, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['sql']

export const sqlQuestions: BankQuestion[] = [
  {
    slug: 'sql-filter-groups',
    description: 'Which clause of a `SELECT` statement filters **groups** after `GROUP BY`?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [wrong('WHERE'), right('HAVING'), wrong('ORDER BY'), wrong('DISTINCT')],
  },
  {
    slug: 'sql-null-comparison',
    description: 'Which condition selects the ships whose column `berth` holds no value (`NULL`)?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags: [...tags, 'null'],
    kind: 'single',
    options: [
      wrong('WHERE berth = NULL'),
      right('WHERE berth IS NULL'),
      wrong("WHERE berth = 'NULL'"),
      wrong('WHERE NOT berth'),
    ],
  },
  {
    slug: 'sql-count-column',
    description: withCode(
      'The table `ship` has 10 rows; `berth` is `NULL` in 4 of them. What does this query return?',
      'sql',
      'SELECT COUNT(*), COUNT(berth) FROM ship;',
    ),
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'null'],
    kind: 'single',
    options: [wrong('10 and 10'), right('10 and 6'), wrong('6 and 6'), wrong('10 and 4')],
  },
  {
    slug: 'sql-acid',
    description: 'Which properties belong to **ACID** transactions?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'easy',
    tags: [...tags, 'transactions'],
    kind: 'multiple',
    options: [
      right('Atomicity'),
      wrong('Availability'),
      right('Isolation'),
      right('Durability'),
      wrong('Compression'),
    ],
  },
  {
    slug: 'sql-index-facts',
    description: 'Which statements about an ordinary **B-tree index** on one column are true?',
    marks: 3,
    timeInSeconds: 90,
    difficulty: 'hard',
    tags: [...tags, 'indexes'],
    kind: 'multiple',
    options: [
      right('It can speed up a search for a range of values in that column'),
      right('It makes inserting rows somewhat more expensive'),
      wrong('It guarantees that the values in the column are unique'),
      wrong('It takes no storage of its own'),
    ],
  },
]
