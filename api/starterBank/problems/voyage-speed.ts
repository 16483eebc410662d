import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

/** Distances in tenths of a mile are whole numbers; the hours are added from the smallest up. */
function answer(legs: [tenths: number, knots: number][]): string {
  const distance = legs.reduce((sum, [tenths]) => sum + tenths, 0)
  const time = legs.map(([tenths, knots]) => tenths / knots).sort((a, b) => a - b)
  return (distance / time.reduce((sum, part) => sum + part, 0)).toFixed(6)
}

const tenth = (value: number) => (value / 10).toFixed(1)

function check(marks: number, legs: [number, number][]) {
  const rows = legs.map(([distance, knots]) => `${tenth(distance)} ${tenth(knots)}`)
  return hidden(marks, [String(legs.length), ...rows], [answer(legs.map(([d, v]) => [d, v / 10]))])
}

function voyage(seed: number, count: number): [number, number][] {
  const roll = dice(seed)
  return times(count, () => [roll(1, 5000), roll(5, 400)])
}

const first = sample(['2', '30.0 10.0', '30.0 5.0'], ['6.666667'])

export const voyageSpeed: BankProblem = {
  slug: 'voyage-speed',
  title: 'Average speed of a voyage',
  description: statement({
    story:
      'A voyage consists of legs. On each leg the ship keeps one speed. Find her average speed over the whole ' +
      'voyage, that is, the total distance divided by the total time.',
    input:
      'The first line holds the number of legs `n`. Each of the next `n` lines holds the distance of a leg in ' +
      'nautical miles and its speed in knots (miles per hour), both with one decimal.',
    output: 'The average speed in knots with six decimals. Tiny rounding differences are accepted.',
    constraints: ['1 ≤ n ≤ 1000', '0.1 ≤ distance ≤ 500.0', '0.5 ≤ speed ≤ 40.0'],
    example: first,
    why: '60 miles take 3 + 6 = 9 hours.',
  }),
  difficulty: 'easy',
  tags: ['arithmetic', 'floating point'],
  timeInMinutes: 12,
  submissionCount: 3,
  checker: 'float',
  templates: {
    javascript: program`
      const [count, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const legs = rows.map((row) => row.trim().split(' ').map(Number))

      // Each leg is [distance, speed]. Print the average speed.
    `,
    python: program`
      import sys

      count, *rows = sys.stdin.read().strip().splitlines()
      legs = [tuple(map(float, row.split())) for row in rows]

      # Each leg is (distance, speed). Print the average speed.
    `,
  },
  reference: {
    javascript: program`
      const [count, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const legs = rows.map((row) => row.trim().split(' ').map(Number))

      let miles = 0
      let hours = 0
      for (const [distance, speed] of legs) {
        miles += distance
        hours += distance / speed
      }
      console.log((miles / hours).toFixed(6))
    `,
    python: program`
      import sys

      count, *rows = sys.stdin.read().strip().splitlines()
      legs = [tuple(map(float, row.split())) for row in rows]

      miles = sum(distance for distance, speed in legs)
      hours = sum(distance / speed for distance, speed in legs)
      print(f"{miles / hours:.6f}")
    `,
  },
  tests: [
    first,
    sample(['1', '12.5 7.5'], ['7.500000']),
    hidden(1, ['1', '0.1 0.5'], ['0.500000']),
    hidden(1, ['3', '10.0 12.0', '20.0 12.0', '0.1 12.0'], ['12.000000']),
    hidden(2, ['2', '500.0 40.0', '0.1 0.5'], ['39.377953']),
    check(2, voyage(13, 60)),
    check(2, voyage(17, 1000)),
  ],
}
