import { dice, hidden, program, sample, statement } from '../build.ts'
import type { BankProblem } from '../types.ts'

/** Keeps no stack: counts the later arrivals that are still there. */
function answer(orders: string[]): string[] {
  const arrivals = new Map<string, number>()
  const output: string[] = []
  orders.forEach((order, moment) => {
    const [verb = '', id = ''] = order.split(' ')
    if (verb === 'PUT') {
      arrivals.set(id, moment)
      return
    }
    const arrival = arrivals.get(id)
    const above = [...arrivals.values()].filter((other) => arrival !== undefined && other > arrival).length
    output.push(arrival === undefined ? 'missing' : String(2 * above + 1))
    arrivals.delete(id)
  })
  return output
}

const check = (marks: number, orders: string[]) =>
  hidden(marks, [String(orders.length), ...orders], answer(orders))

function shift(seed: number, count: number, putsInTen: number): string[] {
  const roll = dice(seed)
  const orders = ['PUT B0']
  for (let id = 1; orders.length < count - 1; ) {
    if (roll(1, 10) <= putsInTen) orders.push(`PUT B${id++}`)
    else orders.push(`TAKE B${roll(Math.max(0, id - 60), id)}`)
  }
  return [...orders, 'TAKE B0']
}

function tower(height: number): string[] {
  const ids = Array.from({ length: height }, (_, index) => `T${index}`)
  return [...ids.map((id) => `PUT ${id}`), ...ids.map((id) => `TAKE ${id}`)]
}

const first = sample(['6', 'PUT A', 'PUT B', 'PUT C', 'TAKE A', 'TAKE A', 'TAKE C'], ['5', 'missing', '1'])

export const containerStack: BankProblem = {
  slug: 'container-stack',
  title: 'Container stack',
  description: statement({
    story:
      'A crane works on a single stack of containers. `PUT x` sets container `x` on top. `TAKE x` removes ' +
      'container `x`: the crane lifts the containers above it to the quay one by one, takes `x` away, and ' +
      'puts the others back in their old order. Each container lifted or put back is one move, and taking ' +
      '`x` away is one more.',
    input:
      'The first line holds the number of orders `n`, each of the next `n` lines one order. No container is put twice.',
    output:
      'For each `TAKE`, one line with its number of moves, or `missing` if the container is not in the ' +
      'stack (nothing moves then).',
    constraints: ['1 ≤ n ≤ 2000, at least one `TAKE`', 'A name has 1 to 6 capital letters and digits.'],
    example: first,
  }),
  difficulty: 'medium',
  tags: ['stack', 'simulation'],
  timeInMinutes: 20,
  submissionCount: 3,
  checker: 'exact',
  templates: {
    javascript: program`
      const [count, ...orders] = require('fs').readFileSync(0, 'utf8').trim().split('\n')

      for (const order of orders) {
        const [verb, name] = order.trim().split(' ')
        // Carry out the order; print a line for each TAKE.
      }
    `,
    python: program`
      import sys

      count, *orders = sys.stdin.read().strip().splitlines()

      for order in orders:
          verb, name = order.split()
          # Carry out the order; print a line for each TAKE.
    `,
  },
  reference: {
    javascript: program`
      const [count, ...orders] = require('fs').readFileSync(0, 'utf8').trim().split('\n')

      const stack = []
      const output = []
      for (const order of orders) {
        const [verb, name] = order.trim().split(' ')
        if (verb === 'PUT') {
          stack.push(name)
          continue
        }
        const at = stack.lastIndexOf(name)
        if (at < 0) {
          output.push('missing')
          continue
        }
        output.push(2 * (stack.length - 1 - at) + 1)
        stack.splice(at, 1)
      }
      console.log(output.join('\n'))
    `,
    python: program`
      import sys

      count, *orders = sys.stdin.read().strip().splitlines()

      stack = []
      known = set()
      for order in orders:
          verb, name = order.split()
          if verb == "PUT":
              stack.append(name)
              known.add(name)
          elif name not in known:
              print("missing")
          else:
              at = stack.index(name)
              print(2 * (len(stack) - 1 - at) + 1)
              del stack[at]
              known.remove(name)
    `,
  },
  tests: [
    first,
    sample(['4', 'PUT K1', 'TAKE K1', 'PUT K2', 'TAKE K2'], ['1', '1']),
    hidden(2, ['1', 'TAKE GHOST'], ['missing']),
    hidden(2, ['3', 'PUT A1', 'TAKE A', 'TAKE A1'], ['missing', '1']),
    hidden(2, ['7', 'PUT 1', 'PUT 2', 'PUT 3', 'TAKE 2', 'PUT 4', 'TAKE 1', 'TAKE 3'], ['3', '5', '3']),
    check(3, shift(61, 120, 6)),
    check(3, shift(62, 2000, 5)),
    check(3, shift(63, 2000, 8)),
    check(3, tower(1000)),
  ],
}
