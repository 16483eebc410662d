import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

const GAP = 2

function answer(capacity: number, pieces: number[]): string {
  const drums: number[][] = []
  const load = (drum: number[]) => drum.reduce((sum, piece) => sum + piece, 0) + GAP * (drum.length - 1)
  for (const piece of pieces) {
    const current = drums.at(-1)
    if (current && load([...current, piece]) <= capacity) current.push(piece)
    else drums.push([piece])
  }
  return `${drums.length} ${capacity - load(drums.at(-1) ?? [])}`
}

function check(marks: number, capacity: number, pieces: number[]) {
  return hidden(marks, [`${pieces.length} ${capacity}`, pieces.join(' ')], [answer(capacity, pieces)])
}

function coil(seed: number, count: number, longest: number): number[] {
  const roll = dice(seed)
  return times(count, () => roll(1, longest))
}

const first = sample(['4 100', '40 58 30 69'], ['3 31'])

export const cableDrums: BankProblem = {
  slug: 'cable-drums',
  title: 'Cable drums',
  description: statement({
    story:
      'Pieces of cable are wound onto equal drums in the order in which they arrive. Two neighbouring pieces ' +
      'on one drum need **2 metres** of bare drum between them. If the next piece (with its gap) no longer ' +
      'fits, the current drum is closed and the piece starts a new drum.',
    input:
      'The first line holds the number of pieces `n` and the drum capacity `c`. The second line holds the `n` ' +
      'lengths. All lengths are in metres.',
    output: 'One line: the number of drums used and the metres that stay free on the last drum.',
    constraints: ['1 ≤ n ≤ 2000', '1 ≤ c ≤ 10 000', '1 ≤ length ≤ c'],
    example: first,
    why: 'The first drum is exactly full: 40 + 2 + 58. The last piece needs 71 metres, but 68 are left.',
  }),
  difficulty: 'easy',
  tags: ['arrays', 'simulation'],
  timeInMinutes: 15,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [n, capacity, ...pieces] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      // Wind the pieces here, then print the drums used and the free metres.
    `,
    python: program`
      import sys

      n, capacity, *pieces = map(int, sys.stdin.read().split())

      # Wind the pieces here, then print the drums used and the free metres.
    `,
  },
  reference: {
    javascript: program`
      const [n, capacity, ...pieces] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      let drums = 0
      let free = -1
      for (const piece of pieces) {
        if (free >= piece + 2) {
          free -= piece + 2
        } else {
          drums += 1
          free = capacity - piece
        }
      }
      console.log(drums + ' ' + free)
    `,
    python: program`
      import sys

      n, capacity, *pieces = map(int, sys.stdin.read().split())

      drums = 0
      free = -1
      for piece in pieces:
          if free >= piece + 2:
              free -= piece + 2
          else:
              drums += 1
              free = capacity - piece
      print(drums, free)
    `,
  },
  tests: [
    first,
    sample(['3 50', '10 10 10'], ['1 16']),
    hidden(1, ['1 1', '1'], ['1 0']),
    hidden(1, ['4 3', '1 1 1 1'], ['4 2']),
    hidden(1, ['3 20', '20 20 20'], ['3 0']),
    hidden(1, ['4 4', '1 1 1 1'], ['2 0']),
    check(2, 500, coil(3, 300, 180)),
    check(2, 10000, coil(8, 2000, 900)),
  ],
}
