import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LastWordsOf } from '#pwa/actors/lastWordsOf.ts'
import { type Memory, readMemory } from '#pwa/actors/memory.ts'
import type { LocalDatabase } from '#pwa/local/database.ts'
import type { NewEntry } from '#pwa/local/log.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** What was typed in the moment before a page went, and the page that comes after it. */

let db: LocalDatabase
let local: Map<string, string>
beforeEach(async () => {
  local = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  })
  db = openStorage()
  await db.attempts.add(attemptOf())
})
afterEach(() => {
  vi.unstubAllGlobals()
  db.close()
})

/** A page with so much typed and not kept yet, and this on its way into the log. */
async function page(typed: string | null, change: Partial<Memory> = {}, writing: NewEntry[] = []) {
  const memory = { ...(await readMemory(db, ATTEMPT)), ...change }
  const waiting = typed === null ? [] : [{ problemId: 1, languageId: 2, text: typed }]
  const typing = { waiting: () => waiting as never, isPending: () => waiting.length > 0 }
  const append = (entries: NewEntry[]) => appendOps(db, ATTEMPT, entries).then(() => undefined)
  const log = { append, underway: () => writing }
  return { words: new LastWordsOf(memory, typing, log), written: () => void waiting.pop() }
}
const draft = (answer: string): NewEntry => ({
  type: 'draft',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, answer },
})
const drafts = async () =>
  (await db.ops.toArray()).map((op) => (JSON.parse(op.body ?? '{}') as { answer?: string }).answer)

it('are written into the log by the next page, once', async () => {
  ;(await page('the last words')).words.keep()
  const { words } = await page(null)
  await Promise.all([words.take(), words.take()])
  expect(await drafts()).toEqual(['the last words'])
  expect(local.size).toBe(0)
  await (await page(null)).words.take()
  expect(await drafts()).toHaveLength(1)
})

it('go nowhere where the page stayed and wrote them itself', async () => {
  const { words, written } = await page('kept after all')
  words.keep()
  words.settle()
  expect(local.size).toBe(1)
  written()
  words.settle()
  expect(local.size).toBe(0)
})

it('give way to what was written since, and are not said twice', async () => {
  ;(await page('older')).words.keep()
  await appendOps(db, ATTEMPT, [draft('newer')])
  await (await page(null)).words.take()
  expect(await drafts()).toEqual(['newer'])
})

it('come after what the page was still writing as it went', async () => {
  await appendOps(db, ATTEMPT, [draft('first')])
  ;(await page('third', {}, [draft('second')])).words.keep()
  await appendOps(db, ATTEMPT, [draft('second')])
  await (await page(null)).words.take()
  expect(await drafts()).toEqual(['first', 'second', 'third'])
})

it.each<[string, Partial<Memory>]>([
  ['the test goes on elsewhere', { attempt: { ...attemptOf(), lease_lost: true } }],
  ['the test is over', { attempt: { ...attemptOf(), finished_at: 1 } }],
])('stay where they are while %s', async (_, change) => {
  ;(await page('waiting')).words.keep()
  await (await page(null, change)).words.take()
  expect(await drafts()).toEqual([])
  expect(local.size).toBe(1)
})

it.each(['{', '{}', 'null', '{"attempt_id":"attempt","words":[{"text":1}]}'])(
  '%s is nothing to take',
  async (stored) => {
    local.set('holdfast.typed', stored)
    await (await page(null)).words.take()
    expect(await drafts()).toEqual([])
  },
)
