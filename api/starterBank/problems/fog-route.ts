import { dice, hidden, program, sample, statement, times } from '../build.ts'
import type { BankProblem } from '../types.ts'

const FAR = 1_000_000

/** Sweeps the whole chart until no distance shrinks any more. */
function answer(chart: string[]): number {
  const cell = (row: number, column: number) => chart[row]?.[column] ?? '#'
  const distance = chart.map((line) => [...line].map((mark): number => (mark === 'S' ? 0 : FAR)))
  const from = (mark: string, row: number, column: number) => {
    const other = cell(row, column)
    return other === '#' || (mark === '~' && other === '~') ? FAR : (distance[row]?.[column] ?? FAR) + 1
  }
  let best = FAR
  for (let changed = true; changed; ) {
    changed = false
    distance.forEach((line, row) => {
      line.forEach((old, column) => {
        const mark = cell(row, column)
        if (mark === 'E') best = Math.min(best, old)
        if (mark === '#') return
        const vertical = Math.min(from(mark, row - 1, column), from(mark, row + 1, column))
        const offer = Math.min(vertical, from(mark, row, column - 1), from(mark, row, column + 1))
        if (offer >= old) return
        line[column] = offer
        changed = true
      })
    })
  }
  return best === FAR ? -1 : best
}

const lines = (chart: string[]) => [`${chart.length} ${chart[0]?.length ?? 0}`, ...chart]
const check = (marks: number, chart: string[]) => hidden(marks, lines(chart), [answer(chart)])

function waters(seed: number, rows: number, columns: number, rock: number, fog: number): string[] {
  const roll = dice(seed)
  return times(rows, (row) =>
    times(columns, (column) => {
      const value = roll(1, 100)
      if (row === 0 && column === 0) return 'S'
      if (row === rows - 1 && column === columns - 1) return 'E'
      return value <= rock ? '#' : value <= rock + fog ? '~' : '.'
    }).join(''),
  )
}

/** Walls with one gap each, at alternating ends. */
function maze(size: number): string[] {
  const wall = (row: number) => (row % 4 === 1 ? `${'#'.repeat(size - 1)}.` : `.${'#'.repeat(size - 1)}`)
  const rows = times(size, (row) => (row % 2 === 1 ? wall(row) : '.~'.repeat(size).slice(0, size)))
  return rows.map((row, index) =>
    index === 0 ? `S${row.slice(1)}` : index === size - 1 ? `E${row.slice(1)}` : row,
  )
}

const chart = ['S~~.', '.##.', '...E']
const first = sample(lines(chart), [5])

export const fogRoute: BankProblem = {
  slug: 'fog-route',
  title: 'A route through the fog',
  description: statement({
    story:
      'A chart is a grid: `S` start, `E` end, `.` open water, `~` fog, `#` rock. A boat moves one cell up, ' +
      'down, left or right and never enters rock. She may enter fog, but from a fog cell she must **not** ' +
      'move to another fog cell. Find the smallest number of moves from `S` to `E`.',
    input:
      'The first line holds the rows `r` and columns `c` of the chart, each of the next `r` lines one row with ' +
      '`c` cells. `S` and `E` occur once each.',
    output: 'The smallest number of moves, or `-1` if there is no route.',
    constraints: ['1 ≤ r, c ≤ 50', 'r · c ≥ 2'],
    example: first,
    why: 'Along the top row, two fog cells would follow each other.',
  }),
  difficulty: 'medium',
  tags: ['graphs', 'breadth-first search', 'grid'],
  timeInMinutes: 30,
  submissionCount: 3,
  checker: 'tokens',
  templates: {
    javascript: program`
      const [head, ...chart] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [rows, columns] = head.split(' ').map(Number)

      // chart[y][x] is one cell. Search for the shortest route here.
      console.log(-1)
    `,
    python: program`
      import sys

      head, *chart = sys.stdin.read().split("\n")
      rows, columns = map(int, head.split())

      # chart[y][x] is one cell. Search for the shortest route here.
      print(-1)
    `,
  },
  reference: {
    javascript: program`
      const [head, ...chart] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
      const [rows, columns] = head.split(' ').map(Number)

      const distance = chart.slice(0, rows).map(() => new Array(columns).fill(-1))
      const queue = []
      for (let y = 0; y < rows; y += 1) {
        const x = chart[y].indexOf('S')
        if (x >= 0) {
          queue.push([y, x])
          distance[y][x] = 0
        }
      }

      let answer = -1
      for (let i = 0; i < queue.length && answer < 0; i += 1) {
        const [y, x] = queue[i]
        if (chart[y][x] === 'E') answer = distance[y][x]
        for (const [dy, dx] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
          const ny = y + dy
          const nx = x + dx
          if (ny < 0 || nx < 0 || ny >= rows || nx >= columns || distance[ny][nx] >= 0) continue
          const cell = chart[ny][nx]
          if (cell === '#' || (cell === '~' && chart[y][x] === '~')) continue
          distance[ny][nx] = distance[y][x] + 1
          queue.push([ny, nx])
        }
      }
      console.log(answer)
    `,
    python: program`
      import sys

      head, *chart = sys.stdin.read().split("\n")
      rows, columns = map(int, head.split())

      start = next((y, chart[y].index("S")) for y in range(rows) if "S" in chart[y])
      seen = {start}
      edge = [start]
      moves = 0
      answer = -1
      while edge and answer < 0:
          following = []
          for y, x in edge:
              here = chart[y][x]
              if here == "E":
                  answer = moves
                  break
              for ny, nx in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                  if not (0 <= ny < rows and 0 <= nx < columns) or (ny, nx) in seen:
                      continue
                  cell = chart[ny][nx]
                  if cell == "#" or (cell == "~" and here == "~"):
                      continue
                  seen.add((ny, nx))
                  following.append((ny, nx))
          edge = following
          moves += 1
      print(answer)
    `,
  },
  tests: [
    first,
    sample(['1 4', 'S~~E'], ['-1']),
    hidden(2, ['1 2', 'ES'], ['1']),
    hidden(2, ['3 3', 'S#.', '##.', '..E'], ['-1']),
    hidden(2, ['3 1', 'E', '~', 'S'], ['2']),
    hidden(2, ['3 5', '.~.~E', '~~~~~', 'S.~..'], ['6']),
    check(3, waters(81, 12, 20, 22, 25)),
    check(3, waters(81, 50, 50, 30, 15)),
    check(3, waters(101, 50, 50, 25, 30)),
    check(3, maze(49)),
  ],
}
