import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

function answer(limit: number, periods: number[]): string {
  for (let second = 1; second <= limit; second += 1) {
    if (periods.every((period) => second % period === 0)) return String(second)
  }
  return 'never'
}

function check(marks: number, limit: number, periods: number[]) {
  return hidden(marks, [`${periods.length} ${limit}`, periods.join(' ')], [answer(limit, periods)])
}

function shore(seed: number, count: number, choice: number[]): number[] {
  const roll = dice(seed)
  return times(count, () => choice[roll(0, choice.length - 1)] ?? 1)
}

const first = sample(['3 100', '4 6 10'], ['60'])

export const harbourLights: BankProblem = {
  slug: 'harbour-lights',
  title: 'Harbour lights',
  description: statement({
    story:
      'Every light along the harbour wall flashes at second 0 and then once every `p` seconds, each with its ' +
      'own period `p`. The harbour master films the wall for `t` seconds. At which second **after** second 0 ' +
      'do all lights flash together for the first time?',
    input: 'The first line holds the number of lights `n` and `t`. The second line holds the `n` periods.',
    output: 'The second that was asked for, or `never` if it comes later than second `t`.',
    constraints: ['1 ≤ n ≤ 50', '1 ≤ t ≤ 86 400', '1 ≤ p ≤ 3600'],
    example: first,
    why: '60 is the first second that 4, 6 and 10 all divide.',
  }),
  difficulty: 'easy',
  tags: ['arithmetic', 'number theory'],
  timeInMinutes: 15,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [n, limit, ...periods] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      // Find the first common flash here.
      console.log('never')
    `,
    python: program`
      import sys

      n, limit, *periods = map(int, sys.stdin.read().split())

      # Find the first common flash here.
      print("never")
    `,
  },
  reference: {
    javascript: program`
      const [n, limit, ...periods] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b))

      let common = 1
      for (const period of periods) {
        common = (common / divisor(common, period)) * period
        if (common > limit) break
      }
      console.log(common > limit ? 'never' : String(common))
    `,
    python: program`
      import sys
      from math import lcm

      n, limit, *periods = map(int, sys.stdin.read().split())

      common = lcm(*periods)
      print(common if common <= limit else "never")
    `,
  },
  tests: [
    first,
    sample(['2 20', '7 3'], ['never']),
    hidden(1, ['1 1', '1'], ['1']),
    hidden(1, ['1 3599', '3600'], ['never']),
    hidden(1, ['2 21', '7 3'], ['21']),
    hidden(1, ['4 86400', '15 15 15 15'], ['15']),
    check(2, 86400, [128, 27, 25]),
    check(2, 86400, shore(5, 50, [2, 3, 4, 5, 6, 8, 9, 12, 15, 18, 20, 24, 36, 40])),
    check(2, 86400, shore(6, 50, [3600, 3599, 3598, 1201, 977])),
  ],
}
