import { right, withCode, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['complexity']

export const complexityQuestions: BankQuestion[] = [
  {
    slug: 'big-o-nested-halving',
    description: withCode(
      'How does the running time of this loop grow with `n`?',
      'python',
      'for i in range(n):',
      '    j = n',
      '    while j > 0:',
      '        j //= 2',
    ),
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags,
    kind: 'single',
    options: [wrong('O(n)'), wrong('O(log n)'), right('O(n log n)'), wrong('O(n²)')],
  },
  {
    slug: 'big-o-binary-search',
    description:
      'At most how many elements does a **binary search** need to look at in a sorted array of 1000 elements?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'searching'],
    kind: 'single',
    options: [wrong('5'), right('10'), wrong('32'), wrong('500')],
  },
  {
    slug: 'big-o-sorts',
    description: 'Which sorting algorithms need O(n log n) comparisons even in the **worst case**?',
    marks: 3,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'sorting'],
    kind: 'multiple',
    options: [
      right('Merge sort'),
      right('Heap sort'),
      wrong('Insertion sort'),
      wrong('Quicksort that always takes the first element as its pivot'),
      wrong('Bubble sort'),
    ],
  },
  {
    slug: 'big-o-slowest-growth',
    description: 'Which function grows most slowly as `n` becomes large?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [wrong('n'), wrong('n log n'), right('log n'), wrong('√n')],
  },
  {
    slug: 'big-o-true-statements',
    description: 'Let f(n) = 3n² + 5n + 7. Which statements are true?',
    marks: 3,
    timeInSeconds: 90,
    difficulty: 'hard',
    tags,
    kind: 'multiple',
    options: [right('f(n) is O(n²)'), right('f(n) is O(n³)'), wrong('f(n) is O(n)'), wrong('f(n) is Θ(n³)')],
  },
]
