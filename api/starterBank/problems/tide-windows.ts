import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

const lines = (draught: number, depths: number[]) => [`${depths.length} ${draught}`, depths.join(' ')]

function answer(draught: number, depths: number[]): string {
  const runs = depths
    .map((depth) => (depth >= draught ? 'o' : '.'))
    .join('')
    .split('.')
    .filter((run) => run !== '')
  return `${runs.length} ${Math.max(0, ...runs.map((run) => run.length))}`
}

const check = (marks: number, draught: number, depths: number[]) =>
  hidden(marks, lines(draught, depths), [answer(draught, depths)])

function swell(seed: number, count: number): number[] {
  const roll = dice(seed)
  return times(count, (hour) => 700 + Math.round(400 * Math.sin(hour / 4)) + roll(-60, 60))
}

const first = sample(['8 500', '480 500 620 510 490 300 500 470'], ['2 3'])

export const tideWindows: BankProblem = {
  slug: 'tide-windows',
  title: 'Tide windows',
  description: statement({
    story:
      'A ship can cross the harbour bar only while the water is at least as deep as her draught. The pilot ' +
      'has one sounding per hour. A **tide window** is a run of consecutive hours, as long as possible, in ' +
      'which every sounding is deep enough. Count the windows and find the longest.',
    input:
      'The first line holds `n` and the draught `d`. The second line holds `n` soundings. Depths and ' +
      'draught are in centimetres.',
    output:
      'One line: the number of windows and the length of the longest in hours. Without a window, print `0 0`.',
    constraints: ['1 ≤ n ≤ 3000', '1 ≤ d ≤ 2000', '0 ≤ sounding ≤ 2000'],
    example: first,
    why: 'The windows are hours 2–4 and hour 7.',
  }),
  difficulty: 'easy',
  tags: ['arrays', 'scanning'],
  timeInMinutes: 15,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [n, draught, ...soundings] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      // Count the windows here, then print both numbers.
      console.log('0 0')
    `,
    python: program`
      import sys

      n, draught, *soundings = map(int, sys.stdin.read().split())

      # Count the windows here, then print both numbers.
      print(0, 0)
    `,
  },
  reference: {
    javascript: program`
      const [n, draught, ...soundings] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number)

      let windows = 0
      let longest = 0
      let run = 0
      for (const depth of soundings) {
        run = depth >= draught ? run + 1 : 0
        if (run === 1) windows += 1
        if (run > longest) longest = run
      }
      console.log(windows + ' ' + longest)
    `,
    python: program`
      import sys

      n, draught, *soundings = map(int, sys.stdin.read().split())

      windows = longest = run = 0
      for depth in soundings:
          run = run + 1 if depth >= draught else 0
          if run == 1:
              windows += 1
          longest = max(longest, run)
      print(windows, longest)
    `,
  },
  tests: [
    first,
    sample(['5 900', '100 200 300 200 100'], ['0 0']),
    hidden(1, ['1 1', '0'], ['0 0']),
    hidden(1, ['1 2000', '2000'], ['1 1']),
    hidden(1, ['6 10', '10 11 12 13 14 15'], ['1 6']),
    hidden(1, ['7 300', '300 299 300 299 300 299 300'], ['4 1']),
    check(2, 760, swell(11, 400)),
    check(2, 820, swell(29, 3000)),
  ],
}
