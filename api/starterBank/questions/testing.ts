import { right, withCode, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['testing']

export const testingQuestions: BankQuestion[] = [
  {
    slug: 'test-boundary-values',
    description:
      'A field accepts whole numbers from 1 to 100. Which set of values tests the **boundaries** on both sides?',
    marks: 1,
    timeInSeconds: 60,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [wrong('1, 50, 100'), right('0, 1, 100, 101'), wrong('25, 50, 75'), wrong('2, 3, 98, 99')],
  },
  {
    slug: 'test-branch-coverage',
    description: withCode(
      'How many test cases does full **branch** coverage of this function need at least?',
      'python',
      'def fee(tonnes):',
      '    total = 10',
      '    if tonnes > 50:',
      '        total += 5',
      '    return total',
    ),
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'coverage'],
    kind: 'single',
    options: [wrong('1'), right('2'), wrong('3'), wrong('4')],
  },
  {
    slug: 'test-flaky-causes',
    description:
      'Which of these can make a test **flaky**, so that it passes and fails without any change to the code?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags,
    kind: 'multiple',
    options: [
      right('It depends on the current time'),
      right('It depends on data that another test leaves behind, and the order of the tests varies'),
      wrong('It calls a pure function with fixed arguments'),
      right('It waits a fixed time for work on another thread'),
    ],
  },
  {
    slug: 'test-regression',
    description: 'What is the purpose of a **regression test**?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [
      right('To show that something that worked before still works after a change'),
      wrong('To find out how many users a system can serve'),
      wrong('To compare two designs of a page'),
      wrong('To predict a number from measured data'),
    ],
  },
]
