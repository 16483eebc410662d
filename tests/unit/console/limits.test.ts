import { expect, test } from 'vitest'
import { formatLimits } from '#pwa/console/bank/problem/values.ts'

const languages = [{ id: 1, name: 'Python 3.12', code: '', mode: 'python' }]

test('its own limits stand in words, by the language’s name where it is known', () => {
  expect(formatLimits(null, languages)).toBe('-')
  expect(
    formatLimits({ python: { cpu_ms: 1500 }, javascript: { cpu_ms: 900, memory_mb: 64 } }, languages),
  ).toBe('Python 3.12: 1500 ms; javascript: 900 ms, 64 MB')
})
