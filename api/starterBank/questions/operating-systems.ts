import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['operating systems']

export const operatingSystemQuestions: BankQuestion[] = [
  {
    slug: 'os-threads-share',
    description: 'What do all **threads** of one process share?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'threads'],
    kind: 'multiple',
    options: [
      right('The address space'),
      right('Open files'),
      wrong('The call stack'),
      wrong('The program counter'),
    ],
  },
  {
    slug: 'os-deadlock-prevention',
    description:
      'Several threads need the same two locks. Which rule alone makes sure that they cannot deadlock over them?',
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'concurrency'],
    kind: 'single',
    options: [
      right('Every thread acquires the locks in the same order'),
      wrong('Every thread holds each lock for a short time only'),
      wrong('There are more processor cores than threads'),
      wrong('All threads have the same priority'),
    ],
  },
  {
    slug: 'os-page-fault',
    description: 'What does a **page fault** tell the operating system?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'memory'],
    kind: 'single',
    options: [
      wrong('A sector of the disk is damaged'),
      right('A memory access touched a page that is not mapped, or not mapped for that kind of access'),
      wrong('A file was opened that does not exist'),
      wrong('A process has used up its time slice'),
    ],
  },
  {
    slug: 'os-file-mode',
    description: 'On a Unix system, a file has mode `640`. Who may **read** it, apart from the superuser?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'permissions'],
    kind: 'single',
    options: [
      wrong('Its owner only'),
      right('Its owner and the members of its group'),
      wrong('The members of its group only'),
      wrong('Everybody'),
    ],
  },
  {
    slug: 'os-exit-status',
    description: 'By convention, which exit status does a Unix command return when it **succeeds**?',
    marks: 1,
    timeInSeconds: 30,
    difficulty: 'easy',
    tags: [...tags, 'shell'],
    kind: 'single',
    options: [right('0'), wrong('1'), wrong('127'), wrong('255')],
  },
]
