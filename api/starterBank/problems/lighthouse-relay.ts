import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

type Link = [from: number, to: number, minutes: number]

/** Relaxes all links again and again, with two values per lighthouse: rocket kept and rocket fired. */
function answer(count: number, links: Link[]): number {
  const kept = times(count + 1, (index) => (index === 1 ? 0 : Number.POSITIVE_INFINITY))
  const fired = [...kept]
  const at = (values: number[], index: number) => values[index] ?? Number.POSITIVE_INFINITY
  const both = [...links, ...links.map(([from, to, minutes]): Link => [to, from, minutes])]
  for (let changed = true; changed; ) {
    changed = false
    for (const [from, to, minutes] of both) {
      const slow = at(kept, from) + minutes
      const fast = Math.min(at(fired, from) + minutes, at(kept, from))
      if (slow >= at(kept, to) && fast >= at(fired, to)) continue
      kept[to] = Math.min(slow, at(kept, to))
      fired[to] = Math.min(fast, at(fired, to))
      changed = true
    }
  }
  const best = Math.min(at(kept, count), at(fired, count))
  return Number.isFinite(best) ? best : -1
}

function check(marks: number, count: number, links: Link[]) {
  return hidden(
    marks,
    [`${count} ${links.length}`, ...links.map((link) => link.join(' '))],
    [answer(count, links)],
  )
}

/** A chain of short links in random order, and random longer ones across it. */
function coast(seed: number, count: number, extra: number): Link[] {
  const roll = dice(seed)
  const chain = times(count - 1, (index): Link => [index + 1, index + 2, roll(1, 30)])
  const across = times(extra, (): Link => {
    const from = roll(1, count - 1)
    return [from, roll(from + 1, Math.min(count, from + 60)), roll(200, 1000)]
  })
  return [...across, ...chain.reverse()]
}

/** Two halves without a link between them. */
function split(seed: number, half: number, links: number): Link[] {
  const roll = dice(seed)
  return times(links, (index) => {
    const base = index % 2 === 0 ? 0 : half
    const from = roll(1, half - 1)
    return [base + from, base + roll(from + 1, half), roll(1, 1000)]
  })
}

const first = sample(['4 4', '1 2 5', '2 3 9', '3 4 2', '1 4 20'], ['0'])
const second = sample(['4 3', '1 2 5', '2 3 9', '3 4 2'], ['7'])

export const lighthouseRelay: BankProblem = {
  slug: 'lighthouse-relay',
  title: 'Lighthouse relay',
  description: statement({
    story:
      'A message travels from lighthouse 1 to lighthouse `n` over links between lighthouses. Each link works ' +
      'in both directions and takes some minutes. The keepers own **one** signal rocket: at most once, it ' +
      'carries the message over one link in 0 minutes. Find the shortest total time.',
    input:
      'The first line holds the number of lighthouses `n` and of links `m`. Each of the next `m` lines holds ' +
      '`a`, `b` and `t`: a link between `a` and `b` that takes `t` minutes. Two lighthouses may have ' +
      'several links.',
    output: 'The shortest total time in minutes, or `-1` if the message cannot arrive.',
    constraints: ['2 ≤ n ≤ 400', '1 ≤ m ≤ 2000', '1 ≤ a, b ≤ n and a ≠ b', '1 ≤ t ≤ 1000'],
    example: second,
    why: 'The rocket replaces the link of 9 minutes.',
  }),
  difficulty: 'hard',
  tags: ['graphs', 'shortest path', 'priority queue'],
  timeInMinutes: 40,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, m] = head.split(' ').map(Number)
      const links = rows.map((row) => row.trim().split(' ').map(Number))

      // Each link is [a, b, t]. Find the shortest time with one rocket here.
      console.log(-1)
    `,
    python: program`
      import sys

      head, *rows = sys.stdin.read().strip().splitlines()
      n, m = map(int, head.split())
      links = [tuple(map(int, row.split())) for row in rows]

      # Each link is (a, b, t). Find the shortest time with one rocket here.
      print(-1)
    `,
  },
  reference: {
    javascript: program`
      const [head, ...rows] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [n, m] = head.split(' ').map(Number)
      const links = rows.map((row) => row.trim().split(' ').map(Number))

      const near = Array.from({ length: n + 1 }, () => [])
      for (const [a, b, t] of links) {
        near[a].push([b, t])
        near[b].push([a, t])
      }

      // The shortest times from one lighthouse to all others.
      const timesFrom = (start) => {
        const best = new Array(n + 1).fill(Infinity)
        const done = new Array(n + 1).fill(false)
        best[start] = 0
        for (;;) {
          let here = 0
          for (let i = 1; i <= n; i += 1) if (!done[i] && best[i] < best[here]) here = i
          if (here === 0) return best
          done[here] = true
          for (const [to, t] of near[here]) if (best[here] + t < best[to]) best[to] = best[here] + t
        }
      }

      const left = timesFrom(1)
      const right = timesFrom(n)
      let answer = left[n]
      for (const [a, b] of links) {
        answer = Math.min(answer, left[a] + right[b], left[b] + right[a])
      }
      console.log(answer === Infinity ? -1 : answer)
    `,
    python: program`
      import heapq
      import sys

      head, *rows = sys.stdin.read().strip().splitlines()
      n, m = map(int, head.split())
      links = [tuple(map(int, row.split())) for row in rows]

      near = [[] for _ in range(n + 1)]
      for a, b, t in links:
          near[a].append((b, t))
          near[b].append((a, t))

      # A state is a lighthouse and whether the rocket has been fired.
      best = {(1, False): 0}
      heap = [(0, 1, False)]
      answer = -1
      while heap:
          minutes, here, fired = heapq.heappop(heap)
          if minutes > best[here, fired]:
              continue
          if here == n:
              answer = minutes
              break
          for to, t in near[here]:
              choices = [(minutes + t, to, fired)]
              if not fired:
                  choices.append((minutes, to, True))
              for total, place, used in choices:
                  if total < best.get((place, used), 10**9):
                      best[place, used] = total
                      heapq.heappush(heap, (total, place, used))
      print(answer)
    `,
  },
  tests: [
    second,
    first,
    sample(['3 1', '1 2 10'], ['-1']),
    hidden(3, ['2 2', '1 2 7', '2 1 3'], ['0']),
    hidden(3, ['5 6', '1 2 1', '2 3 1', '3 5 1', '1 4 100', '4 5 1', '2 5 50'], ['1']),
    hidden(3, ['4 4', '1 2 10', '2 4 10', '1 3 3', '3 4 18'], ['3']),
    check(4, 60, coast(91, 60, 120)),
    check(5, 400, coast(92, 400, 1600)),
    check(5, 400, coast(93, 400, 150)),
    check(4, 400, split(94, 200, 2000)),
  ],
}
