import { expect, test } from 'vitest'
import { runsOf } from '#api/attempts/rescueRuns.ts'
import { BATCH_MAX_OPS, LOG_MAX_OPS } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'

const op = (lease_id: string, seq: number, wall_ms = seq) => ({ lease_id, seq, wall_ms }) as Op
const told = (ops: Op[]) =>
  runsOf(ops).map((run) => run.map(({ lease_id, seq }) => `${lease_id}${seq}`).join(' '))

test('a run is unbroken, of one lease, and no longer than a batch', () => {
  expect(told([op('a', 3), op('a', 1), op('a', 2)])).toEqual(['a1 a2 a3'])
  expect(told([op('a', 1), op('a', 3), op('a', 4)])).toEqual(['a1', 'a3 a4'])
  expect(told([op('a', 1), op('b', 2), op('a', 2), op('b', 3)])).toEqual(['a1 a2', 'b2 b3'])
  // The same place twice, of a log that forked: what goes on goes on behind the later one.
  expect(told([op('a', 1), op('a', 2, 1), op('a', 2, 2), op('a', 3)])).toEqual(['a1 a2', 'a2 a3'])
  const many = runsOf(Array.from({ length: BATCH_MAX_OPS + 1 }, (_, n) => op('a', n + 1)))
  expect(many.map(({ length }) => length)).toEqual([BATCH_MAX_OPS, 1])
})

test('as many leases as changes take no longer than one lease does', () => {
  const from = performance.now()
  expect(runsOf(Array.from({ length: LOG_MAX_OPS }, (_, n) => op(`lease ${n}`, n + 1)))).toHaveLength(
    LOG_MAX_OPS,
  )
  // Each looked for among all before it they took seconds.
  expect(performance.now() - from).toBeLessThan(1_000)
})
