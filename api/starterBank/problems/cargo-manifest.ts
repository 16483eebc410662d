import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

type Entry = [shipper: string, tonnes: number]

/** Adds up neighbours in the sorted list, then sorts once more. */
function answer(top: number, entries: Entry[]): string[] {
  const totals: Entry[] = []
  for (const [shipper, tonnes] of [...entries].sort((x, y) => (x[0] < y[0] ? -1 : 1))) {
    const last = totals.at(-1)
    if (last && last[0] === shipper) last[1] += tonnes
    else totals.push([shipper, tonnes])
  }
  totals.sort((x, y) => y[1] - x[1])
  return totals.slice(0, top).map(([shipper, tonnes]) => `${shipper} ${tonnes}`)
}

function check(marks: number, top: number, entries: Entry[]) {
  const rows = entries.map(([shipper, tonnes]) => `${shipper} ${tonnes}`)
  return hidden(marks, [`${entries.length} ${top}`, ...rows], answer(top, entries))
}

function manifest(seed: number, count: number, shippers: number, heaviest: number): Entry[] {
  const roll = dice(seed)
  const syllables = ['ba', 'cor', 'del', 'en', 'fin', 'gra', 'hol', 'is', 'ju', 'kel']
  const names = times(shippers, () => times(roll(1, 3), () => syllables[roll(0, 9)] ?? 'ba').join(''))
  return times(count, () => [names[roll(0, shippers - 1)] ?? 'ba', roll(1, heaviest)])
}

const first = sample(
  ['5 2', 'orca 20', 'baltic 35', 'orca 15', 'dunlin 9', 'baltic 1'],
  ['baltic 36', 'orca 35'],
)

export const cargoManifest: BankProblem = {
  slug: 'cargo-manifest',
  title: 'Cargo manifest',
  description: statement({
    story:
      'A manifest lists consignments, each with its shipper and its weight. Report the shippers with the ' +
      'greatest total weight.',
    input:
      'The first line holds the number of consignments `n` and the number `k` of shippers to report. Each of ' +
      'the next `n` lines holds the name of a shipper and a weight in tonnes.',
    output:
      'The `k` shippers with the greatest totals, one line each: the name and the total weight. Order them by ' +
      'total, greatest first, and shippers with equal totals by name from a to z. If there are fewer than ' +
      '`k` shippers, report them all.',
    constraints: [
      '1 ≤ k ≤ n ≤ 2000',
      'A name has 1 to 12 lower-case letters `a` to `z`.',
      '1 ≤ weight ≤ 1000, a whole number',
    ],
    example: first,
  }),
  difficulty: 'medium',
  tags: ['hash map', 'sorting'],
  timeInMinutes: 20,
  submissionCount: 3,
  checker: 'exact',
  templates: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, k] = head.split(' ').map(Number)

      for (const row of rows) {
        const [shipper, weight] = row.trim().split(' ')
        // Add the weight (still text here) to the shipper's total.
      }

      // Sort the shippers and print the first k.
    `,
    python: program`
      import sys

      head, *rows = sys.stdin.read().strip().splitlines()
      n, k = map(int, head.split())

      for row in rows:
          shipper, weight = row.split()
          # Add the weight (still text here) to the shipper's total.

      # Sort the shippers and print the first k.
    `,
  },
  reference: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, k] = head.split(' ').map(Number)

      const totals = new Map()
      for (const row of rows) {
        const [shipper, weight] = row.trim().split(' ')
        totals.set(shipper, (totals.get(shipper) || 0) + Number(weight))
      }

      const ranked = [...totals].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1))
      console.log(
        ranked
          .slice(0, k)
          .map(([shipper, total]) => shipper + ' ' + total)
          .join('\n'),
      )
    `,
    python: program`
      import sys
      from collections import Counter

      head, *rows = sys.stdin.read().strip().splitlines()
      n, k = map(int, head.split())

      totals = Counter()
      for row in rows:
          shipper, weight = row.split()
          totals[shipper] += int(weight)

      ranked = sorted(totals.items(), key=lambda item: (-item[1], item[0]))
      for shipper, total in ranked[:k]:
          print(shipper, total)
    `,
  },
  tests: [
    first,
    sample(['3 3', 'wren 5', 'auk 5', 'wren 5'], ['wren 10', 'auk 5']),
    hidden(2, ['1 1', 'a 1'], ['a 1']),
    hidden(2, ['4 2', 'tern 7', 'skua 7', 'gull 7', 'gannet 7'], ['gannet 7', 'gull 7']),
    hidden(2, ['3 2', 'ab 100', 'abc 9', 'abc 91'], ['ab 100', 'abc 100']),
    hidden(2, ['4 1', 'eel 900', 'cod 450', 'cod 450', 'cod 1'], ['cod 901']),
    check(3, 5, manifest(51, 200, 12, 10)),
    check(3, 40, manifest(52, 2000, 60, 1000)),
    check(4, 2000, manifest(53, 2000, 400, 3)),
  ],
}
