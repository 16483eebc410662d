import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['data structures']

export const dataStructureQuestions: BankQuestion[] = [
  {
    slug: 'ds-undo-history',
    description:
      'An editor offers **undo**: the last change is taken back first. Which data structure fits the history of changes?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [wrong('Queue'), right('Stack'), wrong('Heap'), wrong('Hash table')],
  },
  {
    slug: 'ds-max-heap-root',
    description: 'Where does a binary **max-heap** keep its largest element?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags: [...tags, 'heap'],
    kind: 'single',
    options: [
      right('At the root'),
      wrong('In the leftmost leaf'),
      wrong('In the rightmost leaf'),
      wrong('It can be anywhere'),
    ],
  },
  {
    slug: 'ds-linked-list-facts',
    description:
      'Which statements hold for a **singly linked list** that keeps only a pointer to its first node?',
    marks: 3,
    timeInSeconds: 90,
    difficulty: 'medium',
    tags: [...tags, 'linked list'],
    kind: 'multiple',
    options: [
      right('Adding a node at the front takes constant time'),
      wrong('Reading the k-th node takes constant time'),
      right('Finding the last node takes time that grows with the length'),
      wrong('From any node, the node before it is reached in constant time'),
    ],
  },
  {
    slug: 'ds-bst-sorted-order',
    description: 'Which traversal visits the keys of a **binary search tree** in ascending order?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags: [...tags, 'tree'],
    kind: 'single',
    options: [wrong('Pre-order'), right('In-order'), wrong('Post-order'), wrong('Level order')],
  },
  {
    slug: 'ds-hash-table-facts',
    description: 'Which statements about **hash tables** are true?',
    marks: 3,
    timeInSeconds: 90,
    difficulty: 'medium',
    tags: [...tags, 'hashing'],
    kind: 'multiple',
    options: [
      right('Different keys may have the same hash value'),
      right('Equal keys must have the same hash value'),
      wrong('A lookup never needs to compare keys'),
      wrong('Each lookup takes constant time even in the worst case, whatever the hash function'),
    ],
  },
]
