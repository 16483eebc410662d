import { expect, it } from 'vitest'
import { playMany, times } from './simulator/many.ts'

it('keeps every invariant through 20,000 seeded exams (half A)', async () => {
  const from = 1
  const count = 10_000 * times
  const offset = times > 1 ? 1 * 100 : 0
  expect(await playMany(from + offset, from + offset + count - 1)).toBe(count)
})
