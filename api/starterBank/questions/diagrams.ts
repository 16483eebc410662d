import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['diagrams']

export const diagramQuestions: BankQuestion[] = [
  {
    slug: 'diagram-tree-post-order',
    description: 'In which order does a **post-order** traversal visit the nodes of this tree?',
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'tree'],
    kind: 'single',
    image: 'binary-tree.png',
    imageAlt:
      'Binary tree. The root M has the children F (left) and T (right). F has the children C and H. T has only a right child, W.',
    options: [wrong('C F H M T W'), right('C H F W T M'), wrong('M F C H T W'), wrong('M F T C H W')],
  },
  {
    slug: 'diagram-shortest-path',
    description: 'What is the length of the **shortest path** from A to F?',
    marks: 3,
    timeInSeconds: 120,
    difficulty: 'hard',
    tags: [...tags, 'graphs'],
    kind: 'single',
    image: 'weighted-graph.png',
    imageAlt:
      'Undirected graph with weighted edges: A–B 4, A–C 2, B–C 1, B–D 5, C–D 8, C–E 10, D–E 2, D–F 6, E–F 3.',
    options: [wrong('12'), right('13'), wrong('14'), wrong('15')],
  },
  {
    slug: 'diagram-state-machine',
    description:
      'Which inputs does this state machine **accept**? The state with the double ring is the accepting one.',
    marks: 3,
    timeInSeconds: 120,
    difficulty: 'medium',
    tags: [...tags, 'automata'],
    kind: 'multiple',
    image: 'state-machine.png',
    imageAlt:
      'State machine that starts in q0; q2 accepts. q0: on 1 to q0, on 0 to q1. q1: on 0 to q1, on 1 to q2. q2: on 0 to q1, on 1 to q0.',
    options: [right('01'), wrong('10'), right('1101'), wrong('0110'), right('001')],
  },
  {
    slug: 'diagram-bar-chart',
    description: 'Which statements does this chart support?',
    marks: 2,
    timeInSeconds: 90,
    difficulty: 'easy',
    tags: [...tags, 'charts'],
    kind: 'multiple',
    image: 'bar-chart.png',
    imageAlt:
      'Bar chart of containers handled, in thousands: January 40, February 55, March 35, April 70, May 60.',
    options: [
      right('The number rose most from March to April'),
      right('The number fell twice from one month to the next'),
      wrong('April handled more than twice as many as January'),
      wrong('The five months average more than 60 thousand'),
    ],
  },
  {
    slug: 'diagram-flow-chart',
    description: 'What does this flow chart print?',
    marks: 2,
    timeInSeconds: 120,
    difficulty: 'medium',
    tags: [...tags, 'algorithms'],
    kind: 'single',
    image: 'flow-chart.png',
    imageAlt:
      'Flow chart: set n to 13 and s to 0. While n is greater than 0, add the remainder of n divided by 2 to s, then set n to n divided by 2, rounded down. At the end print s.',
    options: [wrong('2'), right('3'), wrong('4'), wrong('13')],
  },
  {
    slug: 'diagram-truth-table',
    description: 'Which expression has this truth table?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'logic'],
    kind: 'single',
    image: 'truth-table.png',
    imageAlt: 'Truth table. A 0, B 0: Q 1. A 0, B 1: Q 1. A 1, B 0: Q 0. A 1, B 1: Q 1.',
    options: [wrong('A AND B'), wrong('A XOR B'), right('(NOT A) OR B'), wrong('NOT (A AND B)')],
  },
  {
    slug: 'diagram-git-range',
    description: 'Which commits does `git log main..feature` list in this repository?',
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'git'],
    kind: 'single',
    image: 'git-graph.png',
    imageAlt:
      'Commit graph. A is the first commit, B follows A. From B, one line leads to C and then D, where the branch main points. Another leads from B to E and then F, where the branch feature points.',
    options: [wrong('A, B, E and F'), wrong('C and D'), right('E and F'), wrong('C, D, E and F')],
  },
  {
    slug: 'diagram-tcp-handshake',
    description: 'Which flags does the segment marked **?** carry when a TCP connection is opened?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags: [...tags, 'networking'],
    kind: 'single',
    image: 'tcp-handshake.png',
    imageAlt:
      'Sequence of three segments: the client sends SYN to the server, the server sends the segment marked with a question mark to the client, the client sends ACK to the server.',
    options: [wrong('FIN and ACK'), right('SYN and ACK'), wrong('RST'), wrong('FIN')],
  },
  {
    slug: 'diagram-growth-curves',
    description: 'The curves show log₂ n, n, n log₂ n and n². Which curve is **n log₂ n**?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'complexity'],
    kind: 'single',
    image: 'growth-curves.png',
    imageAlt:
      'Four curves for n from 1 to 16. At n = 16, curve P is far above the chart, Q reaches 64, R reaches 16 and S reaches 4.',
    options: [wrong('P'), right('Q'), wrong('R'), wrong('S')],
  },
  {
    slug: 'diagram-ring-buffer',
    description:
      'This **ring buffer** reads the next item at *head* and writes the next item at *tail*. How many items does it hold?',
    marks: 2,
    timeInSeconds: 75,
    difficulty: 'medium',
    tags: [...tags, 'queue'],
    kind: 'single',
    image: 'ring-buffer.png',
    imageAlt: 'Row of 8 cells with the indices 0 to 7. Head points to cell 6, tail points to cell 2.',
    options: [wrong('2'), right('4'), wrong('5'), wrong('8')],
  },
]
