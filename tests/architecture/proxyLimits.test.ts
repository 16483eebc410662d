import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, SNAPSHOT_MAX_BYTES } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

/** The limits that the operator is told to set in a proxy hold all that the calls take. */

const told = readFileSync(new URL('../../docs/operator/proxy.md', import.meta.url), 'utf8')
const bodies = told.split('\n').find((line) => line.startsWith('- **Bodies**')) ?? ''

it('the bodies that a proxy is to allow are those of the largest call, and the greater ones are named', () => {
  const all: Endpoint[] = Object.values(endpoints)
  const limits = new Set([IMAGE_MAX_BYTES, SNAPSHOT_MAX_BYTES, ...all.map((one) => one.maxBytes ?? 0)])
  limits.delete(0)
  const allowed = Number(/allow (\d+) MB/.exec(bodies)?.[1]) * 1_000_000
  expect(allowed).toBeGreaterThan(Math.max(...limits))
  expect(allowed).toBeLessThan(Math.max(...limits) * 1.1)
  const format = (bytes: number) =>
    bytes < 1_000_000 ? `${bytes / 1_000} KB` : `${Math.ceil(bytes / 100_000) / 10} MB`
  expect([...limits].map(format).filter((words) => !bodies.includes(`${words}`))).toEqual([])
})
