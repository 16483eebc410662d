import { expect, test } from 'vitest'
import type { z } from 'zod'
import { JSON_MAX_BYTES, JSON_MAX_NAME } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { opBodies } from '#contract/opSchemas.ts'
import { harmless, hostile } from '../../factories/hostileTexts.ts'
import { type Place, placesOf, stringsOf } from '../../factories/stringsOf.ts'

/** No text of any call's input stops the server: all are judged in the time that a harmless one takes. */

/** The most that a query and a path may hold, with the other headers. */
const HEADERS_MAX_BYTES = 16_384

interface Input extends Place {
  most: number
}
const table = endpoints as Record<string, Endpoint>
function inputs(): Input[] {
  const seen = new Set<unknown>()
  const all: Input[] = []
  const add = (schema: z.ZodType | undefined, path: string, most: number): void => {
    if (!schema) return
    for (const place of placesOf(schema, path)) {
      const isName = place.path.endsWith('{}')
      all.push({ ...place, most: isName ? JSON_MAX_NAME : most })
    }
  }
  for (const [name, { params, query, body, maxBytes }] of Object.entries(table)) {
    add(params, `${name} params`, HEADERS_MAX_BYTES)
    add(query, `${name} query`, HEADERS_MAX_BYTES)
    add(body, `${name} body`, maxBytes ?? JSON_MAX_BYTES)
  }
  for (const [type, body] of Object.entries(opBodies)) add(body, `op ${type}`, JSON_MAX_BYTES)
  // The same schema in many calls is tried once, at the largest body that reaches it.
  return all
    .sort((one, other) => other.most - one.most)
    .filter(({ schema, path }) => {
      const key = path.endsWith('[]') || path.endsWith('{}') ? path : schema
      return !seen.has(key) && seen.add(key)
    })
}

/**
 * Milliseconds, at the most, that this process itself worked: others on the machine lengthen the wall's time, and other
 * threads of this process the processor's.
 */
function timeOf(work: () => unknown): number {
  const from = performance.now()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.min(performance.now() - from, (user + system) / 1000)
}
const TRIES = 5
/** A machine that is busy with something else makes nothing quicker: what seems slow is tried for so long. */
const PATIENCE_MS = 5_000
function quickest(work: () => unknown, enough: number, patience = 0): number {
  const until = performance.now() + patience
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; best > enough && (n < TRIES || performance.now() < until); n++)
    best = Math.min(best, timeOf(work))
  return best
}

/** So many times what one look at a harmless text of that size takes. */
const RATIO = 40
const MAX_MS = 50
/** Below this the clock tells nothing. */
const LEAST_MS = 15

/**
 * The name of a text that takes too long; null if none does. It grows, so that a bad one is found while it is small.
 */
function tooSlow(place: Input, of: string, textOf: (bytes: number) => string): string | null {
  for (const bytes of [8_000, 64_000, place.most]) {
    const text = textOf(Math.min(bytes, place.most))
    const allowed = Math.min(MAX_MS, Math.max(LEAST_MS, RATIO * look(Math.min(bytes, place.most))))
    const took = quickest(() => place.schema.safeParse(place.wrap(text)), allowed, PATIENCE_MS)
    if (took > allowed) return `${place.path}: ${of} of ${bytes} bytes, ${took.toFixed(1)} ms`
  }
  return null
}
const known = new Map<number, number>()
function look(bytes: number): number {
  const took = known.get(bytes) ?? quickest(() => /\p{Cs}/u.test(harmless(bytes)), 0)
  known.set(bytes, took)
  return took
}

test('the walk finds the fields of the table', () => {
  const paths = inputs().map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(60)
  for (const path of [
    'signIn body.email',
    'op draft.answer',
    'postProblem body.tags[]',
    'postSync body.ops[].key',
  ])
    expect(paths).toContain(path)
})

test('every text is refused by its length before anything else looks at it', () => {
  const unbounded = Object.entries(table).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) =>
      schema ? stringsOf(schema, name).filter(({ isBounded }) => !isBounded) : [],
    ),
  )
  const inOps = Object.entries(opBodies).flatMap(([type, body]) => stringsOf(body, type))
  expect([...unbounded, ...inOps.filter(({ isBounded }) => !isBounded)].map(({ path }) => path)).toEqual([])
})

const all = inputs()

test.each(Object.entries(hostile))('%s: no field takes long', (of, textOf) => {
  const made = new Map<number, string>()
  const kept = (bytes: number): string => {
    const text = made.get(bytes) ?? textOf(bytes)
    made.set(bytes, text)
    return text
  }
  expect(all.flatMap((place) => tooSlow(place, of, kept) ?? [])).toEqual([])
})
