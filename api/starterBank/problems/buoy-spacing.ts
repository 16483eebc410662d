import { dice, hidden, program, sample, statement } from '../build.ts'
import type { BankProblem } from '../types.ts'

/** Climbs from gap to gap: a placement that works shows which gap to ask for next. */
function answer(buoys: number, anchors: number[]): number {
  const sorted = [...anchors].sort((a, b) => a - b)
  let reached = 0
  for (;;) {
    const gaps: number[] = []
    let last = sorted[0] ?? 0
    for (const anchor of sorted) {
      if (anchor - last <= reached || gaps.length === buoys - 1) continue
      gaps.push(anchor - last)
      last = anchor
    }
    if (gaps.length < buoys - 1) return reached
    reached = Math.min(...gaps)
  }
}

function check(marks: number, buoys: number, anchors: number[]) {
  return hidden(marks, [`${anchors.length} ${buoys}`, anchors.join(' ')], [answer(buoys, anchors)])
}

/** Different positions in no particular order. */
function channel(seed: number, count: number, longest: number): number[] {
  const roll = dice(seed)
  const anchors = new Set<number>()
  while (anchors.size < count) anchors.add(roll(0, longest))
  return [...anchors]
}

const first = sample(['6 3', '1 14 2 8 30 19'], ['13'])

export const buoySpacing: BankProblem = {
  slug: 'buoy-spacing',
  title: 'Buoy spacing',
  description: statement({
    story:
      'A straight channel has `n` anchor points, given by their distance from the harbour mouth in metres. ' +
      'Exactly `k` buoys are laid, each on an anchor point of its own. Choose the points so that the ' +
      '**smallest** distance between any two buoys is as **large** as possible.',
    input:
      'The first line holds `n` and `k`. The second line holds the `n` anchor points, all different, in no ' +
      'particular order.',
    output: 'The largest possible smallest distance in metres.',
    constraints: ['2 ≤ k ≤ n ≤ 2500', '0 ≤ anchor point ≤ 1 000 000'],
    example: first,
    why: 'Buoys at 1, 14 and 30 are at least 13 metres apart; 14 metres cannot be had.',
  }),
  difficulty: 'medium',
  tags: ['binary search', 'greedy', 'sorting'],
  timeInMinutes: 30,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [n, k, ...anchors] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      // Find the best smallest distance here.
      console.log(0)
    `,
    python: program`
      import sys

      n, k, *anchors = map(int, sys.stdin.read().split())

      # Find the best smallest distance here.
      print(0)
    `,
  },
  reference: {
    javascript: program`
      const [n, k, ...anchors] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)
      anchors.sort((a, b) => a - b)

      const fits = (gap) => {
        let laid = 1
        let last = anchors[0]
        for (const anchor of anchors) {
          if (anchor - last >= gap) {
            laid += 1
            last = anchor
          }
        }
        return laid >= k
      }

      let low = 1
      let high = anchors[n - 1] - anchors[0]
      while (low < high) {
        const middle = Math.floor((low + high + 1) / 2)
        if (fits(middle)) low = middle
        else high = middle - 1
      }
      console.log(low)
    `,
    python: program`
      import sys
      from bisect import bisect_left

      n, k, *anchors = map(int, sys.stdin.read().split())
      anchors.sort()


      def fits(gap):
          at = 0
          for _ in range(k - 1):
              at = bisect_left(anchors, anchors[at] + gap, at + 1)
              if at == n:
                  return False
          return True


      low = 1
      high = anchors[-1] - anchors[0]
      while low < high:
          middle = (low + high + 1) // 2
          if fits(middle):
              low = middle
          else:
              high = middle - 1
      print(low)
    `,
  },
  tests: [
    first,
    sample(['4 4', '10 0 7 3'], ['3']),
    hidden(2, ['2 2', '1000000 0'], ['1000000']),
    hidden(2, ['5 2', '9 5 6 7 8'], ['4']),
    hidden(2, ['7 4', '0 1 2 3 4 5 6'], ['2']),
    hidden(2, ['5 3', '0 1 100 101 102'], ['2']),
    check(3, 20, channel(81, 150, 5000)),
    check(3, 40, channel(82, 2500, 1_000_000)),
    check(4, 1200, channel(83, 2500, 1_000_000)),
  ],
}
