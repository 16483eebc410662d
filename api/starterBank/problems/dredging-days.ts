import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

type Cell = [row: number, column: number]

/** Floods the whole area from the west bank, as it is after some day. */
function isOpen(columns: number, dredged: Cell[]): boolean {
  const water = new Set(dredged.map(([row, column]) => row * 100 + column))
  const reached = [...water].filter((cell) => cell % 100 === 1)
  for (const cell of reached) water.delete(cell)
  for (const cell of reached) {
    if (cell % 100 === columns) return true
    for (const next of [cell - 100, cell + 100, cell - 1, cell + 1]) {
      if (water.delete(next)) reached.push(next)
    }
  }
  return false
}

/** Halves the span of days in which the channel must have opened. */
function answer(columns: number, plan: Cell[]): number {
  if (!isOpen(columns, plan)) return -1
  let closed = 0
  let open = plan.length
  while (open - closed > 1) {
    const day = Math.floor((open + closed) / 2)
    if (isOpen(columns, plan.slice(0, day))) open = day
    else closed = day
  }
  return open
}

function check(marks: number, rows: number, columns: number, plan: Cell[]) {
  const lines = [`${rows} ${columns} ${plan.length}`, ...plan.map((cell) => cell.join(' '))]
  return hidden(marks, lines, [answer(columns, plan)])
}

/** All cells that `keep` lets through, shuffled. */
function plan(
  seed: number,
  rows: number,
  columns: number,
  keep: (cell: Cell) => boolean = () => true,
): Cell[] {
  const roll = dice(seed)
  const cells = times(rows * columns, (i): Cell => [Math.floor(i / columns) + 1, (i % columns) + 1])
  return cells
    .filter(keep)
    .map((cell) => ({ cell, order: roll(0, 1_000_000) }))
    .sort((a, b) => a.order - b.order)
    .map(({ cell }) => cell)
}

/** A winding channel: whole odd columns, joined at alternating ends. */
const isWinding = (rows: number) => (cell: Cell) =>
  cell[1] % 2 === 1 || cell[0] === (cell[1] % 4 === 2 ? rows : 1)

const first = sample(['2 3 5', '1 1', '2 3', '1 2', '2 1', '2 2'], ['5'])

export const dredgingDays: BankProblem = {
  slug: 'dredging-days',
  title: 'Dredging days',
  description: statement({
    story:
      'A sandbank is a grid of `r` rows and `c` columns. Each day, one cell is dredged and becomes water. The ' +
      'channel is **open** as soon as a boat can go from some cell of the west column (column 1) to some cell of ' +
      'the east column (column `c`) over dredged cells, moving up, down, left or right. On which day does the ' +
      'channel open?',
    input:
      'The first line holds `r`, `c` and the number of days `n`. Line `i` of the next `n` lines holds the row and ' +
      'the column of the cell dredged on day `i`. No cell occurs twice.',
    output: 'The first day on which the channel is open, or `-1` if it stays closed.',
    constraints: ['1 ≤ r, c ≤ 50', '1 ≤ n ≤ r · c'],
    example: first,
  }),
  difficulty: 'hard',
  tags: ['graphs', 'union-find', 'grid'],
  timeInMinutes: 40,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [head, ...days] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [rows, columns, n] = head.split(' ').map(Number)
      const cells = days.map((day) => day.trim().split(' ').map(Number))

      // Each cell is [row, column], counted from 1. Find the day here.
      console.log(-1)
    `,
    python: program`
      import sys

      head, *days = sys.stdin.read().strip().splitlines()
      rows, columns, n = map(int, head.split())
      cells = [tuple(map(int, day.split())) for day in days]

      # Each cell is (row, column), counted from 1. Find the day here.
      print(-1)
    `,
  },
  reference: {
    javascript: program`
      const [head, ...days] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [rows, columns, n] = head.split(' ').map(Number)
      const cells = days.map((day) => day.trim().split(' ').map(Number))

      // Cells have a frame around them; the two banks are the last two numbers.
      const width = columns + 2
      const west = (rows + 2) * width
      const east = west + 1
      const parent = Array.from({ length: east + 1 }, (_, i) => i)
      const dug = new Uint8Array(east + 1)

      const find = (cell) => {
        while (parent[cell] !== cell) {
          parent[cell] = parent[parent[cell]]
          cell = parent[cell]
        }
        return cell
      }

      let answer = -1
      for (let day = 0; day < n && answer < 0; day += 1) {
        const [row, column] = cells[day]
        const cell = row * width + column
        dug[cell] = 1
        for (const next of [cell - width, cell + width, cell - 1, cell + 1]) {
          if (dug[next]) parent[find(next)] = find(cell)
        }
        if (column === 1) parent[find(west)] = find(cell)
        if (column === columns) parent[find(east)] = find(cell)
        if (find(west) === find(east)) answer = day + 1
      }
      console.log(answer)
    `,
    python: program`
      import sys

      head, *days = sys.stdin.read().strip().splitlines()
      rows, columns, n = map(int, head.split())
      cells = [tuple(map(int, day.split())) for day in days]

      WEST, EAST = "west", "east"
      parent = {WEST: WEST, EAST: EAST}


      def find(item):
          while parent[item] != item:
              parent[item] = parent[parent[item]]
              item = parent[item]
          return item


      answer = -1
      for day, (row, column) in enumerate(cells, start=1):
          cell = (row, column)
          parent[cell] = cell
          neighbours = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
          if column == 1:
              neighbours.append(WEST)
          if column == columns:
              neighbours.append(EAST)
          for other in neighbours:
              if other in parent:
                  parent[find(other)] = find(cell)
          if find(WEST) == find(EAST):
              answer = day
              break
      print(answer)
    `,
  },
  tests: [
    first,
    sample(['2 2 2', '1 1', '2 2'], ['-1']),
    hidden(3, ['1 1 1', '1 1'], ['1']),
    hidden(3, ['3 1 2', '2 1', '1 1'], ['1']),
    hidden(3, ['1 4 4', '1 4', '1 1', '1 2', '1 3'], ['4']),
    hidden(3, ['3 3 7', '1 1', '1 3', '3 1', '3 3', '2 1', '2 3', '1 2'], ['7']),
    check(4, 10, 12, plan(121, 10, 12)),
    check(5, 50, 50, plan(122, 50, 50)),
    check(5, 49, 49, plan(123, 49, 49, isWinding(49))),
    check(
      4,
      50,
      50,
      plan(124, 50, 50, ([, column]) => column !== 33),
    ),
  ],
}
