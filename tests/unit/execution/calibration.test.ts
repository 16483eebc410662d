import { expect, it } from 'vitest'
import { machineFactor } from '#api/execution/embedded/calibration.ts'

it.each([
  ['as fast as the other', [100, 130], 1],
  ['faster: no limit gets tighter', [40], 1],
  ['slower', [230, 180], 1.8],
  ['much slower, within bounds', [5_000], 3],
  ['not measured', [], 1],
])('a machine that is %s', (_what, measured, factor) => {
  expect(machineFactor(measured, 100)).toBe(factor)
})
