import { expect, it } from 'vitest'
import { rereadWhile } from '#pwa/console/results/results/useResults.ts'

it('results are read again as long as something is judged, and no longer', () => {
  expect(rereadWhile(true)).toBeGreaterThan(0)
  expect(rereadWhile(false)).toBe(false)
  expect(rereadWhile(undefined)).toBe(false)
})
