import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

type Booking = [start: number, end: number, fee: number]
const END = 10080

/** The best income up to each minute of the week. */
function answer(pause: number, bookings: Booking[]): number {
  const byEnd = new Map<number, Booking[]>()
  for (const booking of bookings) byEnd.set(booking[1], [...(byEnd.get(booking[1]) ?? []), booking])
  const best = [0]
  for (let minute = 1; minute <= END; minute += 1) {
    const offers = (byEnd.get(minute) ?? []).map(([start, , fee]) => fee + (best[start - pause] ?? 0))
    best.push(Math.max(best[minute - 1] ?? 0, ...offers))
  }
  return best[END] ?? 0
}

function check(marks: number, pause: number, bookings: Booking[]) {
  const rows = bookings.map((booking) => booking.join(' '))
  return hidden(marks, [`${bookings.length} ${pause}`, ...rows], [answer(pause, bookings)])
}

function season(seed: number, count: number, longest: number): Booking[] {
  const roll = dice(seed)
  return times(count, () => {
    const start = roll(0, END - longest)
    const length = roll(1, longest)
    return [start, start + length, roll(1, 50) + length]
  })
}

const first = sample(['4 10', '0 60 50', '65 120 40', '70 90 30', '100 130 35'], ['115'])

export const dockBookings: BankProblem = {
  slug: 'dock-bookings',
  title: 'Dry dock bookings',
  description: statement({
    story:
      'A dry dock takes one ship at a time. Each request asks for the dock from minute `s` to minute `e` and ' +
      'pays a fee. After a ship leaves at `e`, the dock is cleaned for `g` minutes, so the next ship can ' +
      'start at `e + g` or later. Choose the requests to accept so that the fees add up to as much as possible.',
    input:
      'The first line holds the number of requests `n` and the pause `g`. Each of the next `n` lines holds ' +
      '`s`, `e` and the fee.',
    output: 'The greatest possible sum of fees.',
    constraints: ['1 ≤ n ≤ 2000', '0 ≤ g ≤ 1000', '0 ≤ s < e ≤ 10 080', '1 ≤ fee ≤ 100 000'],
    example: first,
    why: 'The first, third and fourth request pay 50 + 30 + 35.',
  }),
  difficulty: 'hard',
  tags: ['dynamic programming', 'binary search', 'intervals'],
  timeInMinutes: 40,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, pause] = head.split(' ').map(Number)
      const requests = rows.map((row) => row.trim().split(' ').map(Number))

      // Each request is [start, end, fee]. Find the greatest income here.
      console.log(0)
    `,
    python: program`
      import sys

      head, *rows = sys.stdin.read().strip().splitlines()
      n, pause = map(int, head.split())
      requests = [tuple(map(int, row.split())) for row in rows]

      # Each request is (start, end, fee). Find the greatest income here.
      print(0)
    `,
  },
  reference: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, pause] = head.split(' ').map(Number)
      const requests = rows.map((row) => row.trim().split(' ').map(Number))

      requests.sort((x, y) => x[1] - y[1])
      const best = [0]
      for (let i = 0; i < n; i += 1) {
        const [start, , fee] = requests[i]
        // Count the requests before this one that end early enough.
        let low = 0
        let high = i
        while (low < high) {
          const middle = (low + high) >> 1
          if (requests[middle][1] + pause <= start) low = middle + 1
          else high = middle
        }
        best.push(Math.max(best[i], best[low] + fee))
      }
      console.log(best[n])
    `,
    python: program`
      import sys
      from bisect import bisect_right

      head, *rows = sys.stdin.read().strip().splitlines()
      n, pause = map(int, head.split())
      requests = [tuple(map(int, row.split())) for row in rows]

      requests.sort(key=lambda request: request[1])
      ends = [end for start, end, fee in requests]
      best = [0]
      for index, (start, end, fee) in enumerate(requests):
          fitting = bisect_right(ends, start - pause)
          best.append(max(best[index], best[fitting] + fee))
      print(best[n])
    `,
  },
  tests: [
    first,
    sample(['3 0', '0 10 5', '10 20 5', '5 15 9'], ['10']),
    hidden(3, ['1 1000', '10079 10080 1'], ['1']),
    hidden(3, ['3 1', '0 10 5', '10 20 5', '5 15 9'], ['9']),
    hidden(3, ['4 5', '0 100 99', '0 20 40', '25 50 40', '60 100 40'], ['120']),
    hidden(3, ['3 0', '10 20 100000', '10 20 99999', '20 21 1'], ['100001']),
    check(4, 15, season(101, 150, 1200)),
    check(5, 0, season(102, 2000, 240)),
    check(5, 90, season(103, 2000, 2000)),
  ],
}
