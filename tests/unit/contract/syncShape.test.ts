import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { opTypes } from '#contract/ops.ts'
import { syncRequest } from '#contract/syncSchemas.ts'
import { isSyncRequest } from '#contract/syncShape.ts'

/** The quick check of POST sync's body says what its schema says. */

const hash = 'ab'.repeat(32)
const key = 'AbCdEfGhIjKlMnOp'
const op = {
  op_id: key,
  attempt_id: key,
  lease_id: key,
  seq: 1,
  type: 'draft',
  key: 'code:1:1',
  body: '{}',
  body_hash: hash,
  prev_hash: hash,
  hash,
  boot_id: 'boot',
  mono_ms: 5,
  wall_ms: -5,
  anchor_id: 'anchor',
  est_server_ms: 0,
}
const request = {
  proto: 1,
  build: '1.0',
  lease_id: key,
  lease_epoch: 1,
  server_epoch_seen: 0,
  nonce: key,
  from_seq: 1,
  ops: [op],
  tail_seq: 1,
  tail_hash: hash,
}

/** Values at the borders of what any field takes, and far from it. */
const strange = fc.oneof(
  fc.constantFrom(
    ...[null, true, '', 'x', '-0', {}, [], [[]], NaN, Infinity, -0, 0, 1, 2, -1, 1.5, 1e7, 1e7 + 1],
    ...[8.64e15, 8.64e15 + 2, -8.64e15, -8.64e15 - 2, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2],
    ...['a'.repeat(15), 'a'.repeat(16), 'a'.repeat(64), 'a'.repeat(65), `${key}\n`, `${hash}\n`, `${key}ä`],
    ...['\u{1F600}'.repeat(51), '\u{1F600}'.repeat(101), '\uD800', 'a\0'],
    ...['a'.repeat(100), 'a'.repeat(101), 'a'.repeat(200), 'a'.repeat(201), hash.toUpperCase(), hash],
    ...opTypes,
    Array.from({ length: 100 }, () => op),
    Array.from({ length: 101 }, () => op),
  ),
  fc.jsonValue(),
)
const change = (keys: string[]) =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...keys, 'extra', '__proto__'), strange),
    fc.tuple(fc.constantFrom(...keys), fc.constant(undefined)),
  )
type Change = [string, unknown]

/** The object with one key set, or taken away. */
function changed(object: object, [name, value]: Change): object {
  const entries = Object.entries(object).filter(([other]) => other !== name)
  return Object.fromEntries(value === undefined ? entries : [...entries, [name, value]])
}
const both = (value: unknown) => [isSyncRequest(value), syncRequest.safeParse(value).success]

describe('the form of a sync', () => {
  test('a request of our own pages has it, with and without ops', () => {
    expect(both(request)).toEqual([true, true])
    expect(both({ ...request, ops: [], tail_hash: '', tail_seq: 0 })).toEqual([true, true])
    expect(both({ ...request, ops: [{ ...op, body: null }] })).toEqual([true, true])
  })

  test('without any one field it does not', () => {
    for (const name of Object.keys(request))
      expect(both(changed(request, [name, undefined]))).toEqual([false, false])
    for (const name of Object.keys(op))
      expect(both({ ...request, ops: [changed(op, [name, undefined])] })).toEqual([false, false])
  })

  test('whatever stands in a field: it says what the schema says', () => {
    const outer = change(Object.keys(request)).map((c) => changed(request, c))
    const inner = change(Object.keys(op)).map((c) => ({ ...request, ops: [op, changed(op, c)] }))
    fc.assert(
      fc.property(fc.oneof(outer, inner, strange), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value))
        const [quick, slow] = both(parsed)
        expect(quick).toBe(slow)
      }),
      { numRuns: 5_000 },
    )
  })
})
