import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initialState } from '#machines/sync/state.ts'
import { storedState } from '#pwa/attempt/db/attempts.ts'
import { reduce } from '#pwa/attempt/reduce.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readClocks, readState } from '#pwa/attempt/state.ts'
import { isSame } from '#pwa/candidate/exam/hooks/useAttempt.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** The changes that make the test screen draw anew, and those that leave it as it stands. */

const plain = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

it('takes a copy for the same, and any other value for another', () => {
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      expect(isSame(a, structuredClone(a))).toBe(true)
      expect(isSame(a, b)).toBe(sorted(a) === sorted(b))
    }),
  )
})

/** The value as JSON, its keys in one order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  )

it.each([
  ['a field deep within', { a: { b: [1, { c: 1 }] } }, { a: { b: [1, { c: 2 }] } }],
  ['a key more', { a: 1 }, { a: 1, b: undefined }],
  ['another key without a value', { a: undefined }, { b: undefined }],
  ['nothing at all', { a: {} }, { a: null }],
  ['what every object brings along', { a: JSON.parse('{"__proto__":{}}') }, { a: { b: {} } }],
  ['a list and an object', { a: [] }, { a: {} }],
])('tells apart: %s', (_, a, b) => {
  expect(isSame(a, b)).toBe(false)
  expect(isSame(b, a)).toBe(false)
})

it('has nothing to draw anew while the server is out of reach and nothing happens', async () => {
  const db = openStorage()
  await db.attempts.add(attemptOf())
  const body = { problem_id: 1, language_id: 2, answer: 'let a = 1' }
  await appendOps(db, ATTEMPT, [{ type: 'draft', key: 'code:1:2', body }])
  const known = await readState(db, ATTEMPT)
  const state = initialState(storedState(known.attempt), Date.now())
  const sync = { ...state, offlineSince: Date.now() - 10_400, notBefore: Date.now() + 7_400 }
  const memory = reduce(known, { type: 'SYNC_CHANGED', sync, at: readClocks(known) })
  const first = snapshotOf(memory)
  expect(first.connection).toMatchObject({ state: 'offline' })
  const seconds = new Set<number | null>()
  for (let look = 0; look < 200; look++) {
    const { connection, drafts } = snapshotOf(memory)
    seconds.add(connection.since)
    expect(isSame(drafts, first.drafts)).toBe(true)
  }
  // A second's border may lie between two looks.
  expect(seconds.size).toBeLessThanOrEqual(2)
  for (const at of seconds) expect((at ?? 1) % 1_000).toBe(0)
  db.close()
})
