import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

const answer = (hoist: string): string => hoist.replace(/(.)\1+/g, (run) => `${run.charAt(0)}${run.length}`)

const check = (marks: number, hoist: string) => hidden(marks, [hoist], [answer(hoist)])

function locker(seed: number, runs: number, longest: number, letters: string): string {
  const roll = dice(seed)
  return times(runs, () => letters.charAt(roll(0, letters.length - 1)).repeat(roll(1, longest))).join('')
}

const first = sample(['AAABCCD'], ['A3BC2D'])

export const signalFlags: BankProblem = {
  slug: 'signal-flags',
  title: 'Signal flags in the log',
  description: statement({
    story:
      'A hoist of signal flags is a row of capital letters. In the log, the watch shortens it: a run of two ' +
      'or more equal flags is written as the flag followed by the length of the run, and a flag that stands ' +
      'alone is written as it is. Runs are always taken as long as possible.',
    input: 'One line with the hoist.',
    output: 'One line with the shortened hoist.',
    constraints: ['1 ≤ length of the hoist ≤ 5000', 'The hoist consists of the letters `A` to `Z`.'],
    example: first,
  }),
  difficulty: 'easy',
  tags: ['strings', 'run-length'],
  timeInMinutes: 12,
  submissionCount: 3,
  checker: 'exact',
  templates: {
    javascript: program`
      const hoist = require('fs').readFileSync(0, 'utf8').trim()

      // Shorten the hoist here.
      console.log(hoist)
    `,
    python: program`
      hoist = input().strip()

      # Shorten the hoist here.
      print(hoist)
    `,
  },
  reference: {
    javascript: program`
      const hoist = require('fs').readFileSync(0, 'utf8').trim()

      const parts = []
      let start = 0
      for (let i = 1; i <= hoist.length; i += 1) {
        if (i < hoist.length && hoist[i] === hoist[start]) continue
        const run = i - start
        parts.push(run === 1 ? hoist[start] : hoist[start] + run)
        start = i
      }
      console.log(parts.join(''))
    `,
    python: program`
      from itertools import groupby

      hoist = input().strip()

      parts = []
      for flag, group in groupby(hoist):
          run = len(list(group))
          parts.append(flag if run == 1 else flag + str(run))
      print("".join(parts))
    `,
  },
  tests: [
    first,
    sample(['HOLDFAST'], ['HOLDFAST']),
    hidden(1, ['Z'], ['Z']),
    hidden(1, ['QQ'], ['Q2']),
    hidden(1, ['ABABAB'], ['ABABAB']),
    hidden(1, ['XYYYYYYYYYYYYX'], ['XY12X']),
    hidden(1, ['K'.repeat(5000)], ['K5000']),
    check(2, locker(21, 300, 4, 'ABC')),
    check(2, locker(34, 500, 9, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
  ],
}
