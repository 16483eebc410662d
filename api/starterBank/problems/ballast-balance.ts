import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

/** Cuts the blocks into two halves and pairs the subset sums of both. */
function answer(blocks: number[]): number {
  const total = blocks.reduce((sum, block) => sum + block, 0)
  const size = Math.floor(blocks.length / 2)
  const middle = Math.floor(blocks.length / 2)
  const front = sumsBySize(blocks.slice(0, middle))
  const back = sumsBySize(blocks.slice(middle))
  let best = total
  front.forEach((sums, taken) => {
    const others = [...(back[size - taken] ?? [])]
    for (const sum of sums) {
      for (const other of others) best = Math.min(best, Math.abs(total - 2 * (sum + other)))
    }
  })
  return best
}

/** The different sums that subsets of each size can reach. */
function sumsBySize(blocks: number[]): Set<number>[] {
  const sums = times(blocks.length + 1, () => new Set<number>())
  for (let mask = 0; mask < 1 << blocks.length; mask += 1) {
    const chosen = blocks.filter((_, index) => (mask >> index) & 1)
    sums[chosen.length]?.add(chosen.reduce((sum, block) => sum + block, 0))
  }
  return sums
}

const check = (marks: number, blocks: number[]) =>
  hidden(marks, [String(blocks.length), blocks.join(' ')], [answer(blocks)])

function hold(seed: number, count: number, low: number, high: number): number[] {
  const roll = dice(seed)
  return times(count, () => roll(low, high))
}

const first = sample(['5', '10 2 3 4 5'], ['0'])
const second = sample(['4', '1 1 1 9'], ['8'])

export const ballastBalance: BankProblem = {
  slug: 'ballast-balance',
  title: 'Ballast balance',
  description: statement({
    story:
      'All ballast blocks are stowed to port or to starboard. For the lashings, the **numbers** of blocks on ' +
      'the two sides must differ by at most one. Under this rule, make the difference between the total ' +
      'weights of the two sides as small as possible.',
    input: 'The first line holds the number of blocks `n`. The second line holds their weights in tonnes.',
    output: 'The smallest possible difference in tonnes.',
    constraints: ['2 ≤ n ≤ 24', '1 ≤ weight ≤ 100, a whole number'],
    example: second,
    why: 'Two blocks go to each side: 1 + 1 against 1 + 9.',
  }),
  difficulty: 'hard',
  tags: ['dynamic programming', 'subset sum'],
  timeInMinutes: 40,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [n, ...blocks] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      // Find the smallest difference here.
      console.log(0)
    `,
    python: program`
      import sys

      n, *blocks = map(int, sys.stdin.read().split())

      # Find the smallest difference here.
      print(0)
    `,
  },
  reference: {
    javascript: program`
      const [n, ...blocks] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      const total = blocks.reduce((sum, block) => sum + block, 0)
      const size = Math.floor(n / 2)
      // reachable[k][s]: some k of the blocks so far weigh s together.
      const reachable = Array.from({ length: size + 1 }, () => new Uint8Array(total + 1))
      reachable[0][0] = 1
      let most = 0
      for (const block of blocks) {
        most += block
        for (let k = size; k >= 1; k -= 1) {
          const from = reachable[k - 1]
          const to = reachable[k]
          for (let s = most; s >= block; s -= 1) if (from[s - block]) to[s] = 1
        }
      }

      let best = total
      for (let s = 0; s <= total; s += 1) {
        if (reachable[size][s]) best = Math.min(best, Math.abs(total - 2 * s))
      }
      console.log(best)
    `,
    python: program`
      import sys

      n, *blocks = map(int, sys.stdin.read().split())

      total = sum(blocks)
      size = n // 2
      # Bit s of reachable[k] is set if some k of the blocks so far weigh s together.
      reachable = [1] + [0] * size
      for block in blocks:
          for k in range(size, 0, -1):
              reachable[k] |= reachable[k - 1] << block

      sums = reachable[size]
      print(min(abs(total - 2 * s) for s in range(total + 1) if sums >> s & 1))
    `,
  },
  tests: [
    second,
    first,
    hidden(3, ['2', '100 1'], ['99']),
    hidden(3, ['2', '7 7'], ['0']),
    hidden(3, ['3', '10 10 20'], ['0']),
    hidden(3, ['5', '1 1 1 1 100'], ['98']),
    hidden(3, ['6', '50 50 50 1 1 1'], ['49']),
    check(4, hold(111, 11, 1, 100)),
    check(4, [...hold(112, 12, 60, 100), ...hold(113, 8, 1, 3)]),
    check(5, hold(114, 24, 1, 100)),
    check(5, [97, ...hold(115, 22, 30, 32).map((weight) => weight * 3), 1]),
  ],
}
