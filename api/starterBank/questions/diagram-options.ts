import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['diagrams']

/** Questions whose options are pictures. */
export const diagramOptionQuestions: BankQuestion[] = [
  {
    slug: 'diagram-left-join',
    description:
      'Circle A stands for the rows of table A, circle B for those of table B; the overlap stands for rows with a match. Which picture shades the rows that `A LEFT JOIN B` returns?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'easy',
    tags: [...tags, 'sql'],
    kind: 'single',
    options: [
      wrong('Only the overlap is shaded', 'join-inner.png'),
      right('All of A is shaded, with the overlap', 'join-left.png'),
      wrong('All of B is shaded, with the overlap', 'join-right.png'),
      wrong('Both circles are shaded', 'join-full.png'),
    ],
  },
  {
    slug: 'diagram-valid-search-tree',
    description: 'Which drawing is a valid **binary search tree**?',
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'tree'],
    kind: 'single',
    options: [
      wrong('Root 8; left 3 with children 1 and 9; right 10 with right child 14', 'search-tree-1.png'),
      wrong('Root 8; left 10 with right child 14; right 3 with children 1 and 6', 'search-tree-2.png'),
      right('Root 8; left 3 with children 1 and 6; right 10 with right child 14', 'search-tree-3.png'),
    ],
  },
]
