import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

type Visit = [arrive: number, leave: number]
const WEEK = 10080

/** Counts the ships minute by minute. */
function answer(visits: Visit[]): string {
  const ships = times(WEEK, () => 0)
  for (const [arrive, leave] of visits) {
    for (let minute = arrive; minute < leave; minute += 1) ships[minute] = (ships[minute] ?? 0) + 1
  }
  const most = Math.max(...ships)
  return `${most} ${ships.indexOf(most)}`
}

function check(marks: number, visits: Visit[]) {
  const rows = visits.map(([arrive, leave]) => `${arrive} ${leave}`)
  return hidden(marks, [String(visits.length), ...rows], [answer(visits)])
}

function traffic(seed: number, count: number, longest: number): Visit[] {
  const roll = dice(seed)
  return times(count, () => {
    const arrive = roll(0, WEEK - longest - 1)
    return [arrive, arrive + roll(1, longest)]
  })
}

const first = sample(['4', '10 50', '20 40', '40 90', '45 60'], ['3 45'])

export const berthPlanner: BankProblem = {
  slug: 'berth-planner',
  title: 'Berth planner',
  description: statement({
    story:
      'Each ship of the coming week occupies one berth from the minute `a` in which she arrives until the ' +
      'minute `b` in which she leaves. At minute `b` itself her berth is free again, so another ship can ' +
      'take it in that same minute. How many berths are needed, and when are they all in use for the ' +
      'first time?',
    input: 'The first line holds the number of ships `n`. Each of the next `n` lines holds `a` and `b`.',
    output:
      'One line: the smallest number of berths with which no ship waits, and the first minute in which that ' +
      'many ships lie in the harbour.',
    constraints: ['1 ≤ n ≤ 2000', '0 ≤ a < b ≤ 10 080'],
    example: first,
  }),
  difficulty: 'medium',
  tags: ['sorting', 'sweep line', 'intervals'],
  timeInMinutes: 25,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [count, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const visits = rows.map((row) => row.trim().split(' ').map(Number))

      // Each visit is [arrive, leave]. Print the berths needed and the first busiest minute.
    `,
    python: program`
      import sys

      count, *rows = sys.stdin.read().strip().splitlines()
      visits = [tuple(map(int, row.split())) for row in rows]

      # Each visit is (arrive, leave). Print the berths needed and the first busiest minute.
    `,
  },
  reference: {
    javascript: program`
      const [count, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const visits = rows.map((row) => row.trim().split(' ').map(Number))

      const events = []
      for (const [arrive, leave] of visits) events.push([arrive, 1], [leave, -1])
      events.sort((x, y) => x[0] - y[0] || x[1] - y[1])

      let ships = 0
      let most = 0
      let when = 0
      for (const [minute, change] of events) {
        ships += change
        if (ships > most) {
          most = ships
          when = minute
        }
      }
      console.log(most + ' ' + when)
    `,
    python: program`
      import heapq
      import sys

      count, *rows = sys.stdin.read().strip().splitlines()
      visits = [tuple(map(int, row.split())) for row in rows]

      leaving = []
      most = when = 0
      for arrive, leave in sorted(visits):
          while leaving and leaving[0] <= arrive:
              heapq.heappop(leaving)
          heapq.heappush(leaving, leave)
          if len(leaving) > most:
              most = len(leaving)
              when = arrive
      print(most, when)
    `,
  },
  tests: [
    first,
    sample(['3', '0 10', '10 20', '20 30'], ['1 0']),
    hidden(2, ['1', '10079 10080'], ['1 10079']),
    hidden(2, ['3', '5 9', '5 9', '5 9'], ['3 5']),
    hidden(2, ['4', '100 200', '1 2', '150 160', '160 170'], ['2 150']),
    hidden(2, ['4', '70 80', '60 75', '10 30', '20 40'], ['2 20']),
    check(3, traffic(41, 200, 900)),
    check(3, traffic(42, 2000, 300)),
    check(4, traffic(43, 2000, 5000)),
  ],
}
