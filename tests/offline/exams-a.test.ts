import { expect, it } from 'vitest'
import { playMany, times } from './simulator/many.ts'

const count = 10_000 * times

it(`keeps every invariant through ${count} seeded exams (half A)`, async () => {
  const from = 1
  const offset = times > 1 ? 1 * 100 : 0
  expect(await playMany(from + offset, from + offset + count - 1)).toBe(count)
})
