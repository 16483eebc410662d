import { expect, it } from 'vitest'
import { playMany, times } from './simulator/many.ts'

it('keeps every invariant through 20,000 seeded exams (half B)', async () => {
  const from = 25001
  const count = 10_000 * times
  const offset = times > 1 ? 25001 * 100 : 0
  expect(await playMany(from + offset, from + offset + count - 1)).toBe(count)
})
