import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import type { AttemptRecord, LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { type BufferedProgram, readUnloadBuffer, writeUnloadBuffer } from '#pwa/attempt/db/unloadBuffer.ts'
import { Recovery } from '#pwa/attempt/log/recovery.ts'
import type { Named } from '#pwa/attempt/log/writer.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import {
  ATTEMPT,
  appendOps,
  attemptOf,
  know,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** Work that was typed, chosen or submitted in the moment before a page went, and the page that comes after it. */

const word: BufferedProgram = { problemId: 1, languageId: 2, text: 'theirs', after: 0, at: 1, over: [] }

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
async function page(typed: string | null, change: Partial<ClientState> = {}, writing: Named[] = []) {
  const memory = await openMemory(db)
  know(memory, change)
  const waiting = typed === null ? [] : [{ problemId: 1, languageId: 2, text: typed }]
  const typing = {
    waiting: () => waiting as never,
    isPending: () => waiting.length > 0,
    flush: async () => {},
    discard: () => {},
  }
  let round: Promise<unknown> = Promise.resolve()
  const append = (entries: readonly NewEntry[]) => {
    const done = appendOps(db, ATTEMPT, entries).then(() => undefined)
    round = done
    return done
  }
  const pending = [...writing]
  const log = {
    append,
    underway: (key: string) => pending.filter((entry) => entry.key === key),
    pending: () => pending,
    idle: () => round.then(() => undefined),
    discard: () => {},
  }
  const written = () => {
    waiting.pop()
    pending.length = 0
  }
  const taken: NewEntry[][] = []
  const finishing = { takeUp: async (entries: readonly NewEntry[]) => void taken.push([...entries]) }
  return {
    memory,
    words: new Recovery(() => db, memory, typing, log, finishing),
    written,
    taken,
  }
}
const draft = (answer: string): Named => ({
  type: 'draft',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, answer },
  op_id: `draft ${answer}`,
})
const choice = (option: number, type: 'mcq_select' | 'mcq_save' = 'mcq_select'): Named => ({
  type,
  key: 'mcq:7',
  body: { question_id: 7, selected_options: [option] },
  op_id: `${type} ${option}`,
})
const submit = (source_code: string): Named => ({
  type: 'submit',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, source_code },
  op_id: `submit ${source_code}`,
})
const log = async () => (await db.ops.toArray()).map((op) => op.op_id)
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

it('are not written again where this page is writing them already', async () => {
  ;(await page('the last words')).words.keep()
  await (await page(null, {}, [draft('the last words')])).words.take()
  expect(await drafts()).toEqual([])
  await (await page(null, {}, [draft('others')])).words.take()
  expect(await drafts()).toEqual(['the last words'])
})

it('come after what the page was still writing as it went', async () => {
  await appendOps(db, ATTEMPT, [draft('first')])
  ;(await page('third', {}, [draft('second')])).words.keep()
  await appendOps(db, ATTEMPT, [draft('second')])
  await (await page(null)).words.take()
  expect(await drafts()).toEqual(['first', 'second', 'third'])
})

it('have choices and submissions among them, which are made once', async () => {
  const underway = [choice(70), choice(70, 'mcq_save'), submit('once')]
  ;(await page('typed after it', {}, underway)).words.keep()
  await (await page(null)).words.take()
  expect(await log()).toEqual([...underway.map(({ op_id }) => op_id), expect.any(String)])
  expect((await drafts()).at(-1)).toBe('typed after it')
  expect(local.size).toBe(0)
})

it('have the finish among them, which goes on behind all else and stays until it is kept', async () => {
  const finish: Named = { type: 'finish', key: '', body: { reason: 'switched' }, op_id: 'finish' }
  const all: Named = { type: 'mcq_submit_all', key: '', body: { at_zero: true }, op_id: 'all' }
  const before = await page(null, {}, [draft('brought along'), all, finish, choice(70)])
  expect([...before.words.unkept()]).toEqual([['1:2', 'brought along']])
  before.words.keep()
  const { words, taken } = await page(null)
  await words.take()
  expect(taken).toHaveLength(1)
  expect(taken[0]?.map(({ type }) => type)).toEqual(['mcq_select', 'draft', 'mcq_submit_all', 'finish'])
  expect(await log()).toEqual([])
  expect(local.size).toBe(1)
  words.settle()
  expect(local.size).toBe(0)
})

it('are not made a second time where the write that was under way has come to its end', async () => {
  const underway = [choice(70), submit('once'), choice(71)]
  ;(await page(null, {}, underway)).words.keep()
  await appendOps(db, ATTEMPT, underway.slice(0, 2))
  await (await page(null)).words.take()
  expect(await log()).toEqual(underway.map(({ op_id }) => op_id))
})

it('are taken also where an earlier version of the pages left them', async () => {
  ;(await page(null, {}, [submit('once')])).words.keep()
  const [{ tail, ...deed }, ...none] = JSON.parse(local.get(`holdfast.typed.${ATTEMPT}`) ?? '{}').deeds
  expect(none).toEqual([])
  local.clear()
  local.set('holdfast.typed', JSON.stringify({ attempt_id: ATTEMPT, words: [], deeds: [deed], tail }))
  const next = await page(null)
  await next.words.take()
  expect(await log()).toEqual(['submit once'])
  next.words.settle()
  expect(local.size).toBe(0)
})

it('of one test leave those of another alone: several people may sit down at one computer', async () => {
  const other = JSON.stringify({ attempt_id: 'another', words: [], deeds: [] })
  local.set('holdfast.typed', other)
  writeUnloadBuffer('third', { words: [word], deeds: [] })
  const before = await page('mine')
  before.words.keep()
  const after = await page(null)
  await after.words.take()
  expect(await drafts()).toEqual(['mine'])
  after.words.settle()
  expect(readUnloadBuffer('third').words).toEqual([word])
  expect(local.get('holdfast.typed')).toBe(other)
  expect(local.size).toBe(2)
})

it('leave a question alone that was answered since, and submit all the same', async () => {
  ;(await page(null, {}, [choice(70), submit('mine')])).words.keep()
  // A program that was written since takes the place of no submission either.
  await appendOps(db, ATTEMPT, [choice(72), draft('newer'), submit('another')])
  await (await page(null)).words.take()
  expect((await log()).slice(-2)).toEqual(['submit another', 'submit mine'])
  expect((await db.ops.toArray()).filter(({ type }) => type === 'mcq_select')).toHaveLength(1)
})

it('stay until a submission that was under way is in the log', async () => {
  const { words, written } = await page(null, {}, [submit('once')])
  expect(words.keep()).toBe(true)
  words.settle()
  expect(local.size).toBe(1)
  written()
  words.settle()
  expect(local.size).toBe(0)
})

it('say so where the browser’s storage keeps nothing', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect((await page(null, {}, [choice(70)])).words.keep()).toBe(false)
  expect((await page(null)).words.keep()).toBe(true)
})

it.each<[string, Partial<ClientState>]>([
  ['the test is over by what was done here', { attempt: { ...attemptOf(), finished_at: 1 } }],
  ['nobody takes them any more', { attempt: { ...attemptOf(), deadline_at: 0 } }],
])('stay where they are while %s', async (_, change) => {
  ;(await page('waiting')).words.keep()
  await (await page(null, change)).words.take()
  expect(await drafts()).toEqual([])
  expect(local.size).toBe(1)
})

it.each<[string, Partial<AttemptRecord>]>([
  ['the server ended the test', { state: 'finished' }],
  ['the test went on elsewhere', { lease_lost: true }],
])('are taken also where %s meanwhile: it may still count them', async (_, change) => {
  ;(await page('the last words', {}, [submit('mine')])).words.keep()
  await db.attempts.update(ATTEMPT, change)
  await (await page(null)).words.take()
  expect((await db.ops.toArray()).map(({ type }) => type)).toEqual(['submit', 'draft'])
  expect(local.size).toBe(0)
})

it.each([
  '{',
  '{}',
  'null',
  '{"attempt_id":"attempt","words":[{"text":1}]}',
  '{"attempt_id":"attempt","words":[],"deeds":[{"type":"finish","key":"","body":{},"op_id":"a","madeAt":1}]}',
  '{"attempt_id":"attempt","deeds":[null]}',
])('%s is nothing to take', async (stored) => {
  local.set('holdfast.typed', stored)
  await (await page(null)).words.take()
  expect(await drafts()).toEqual([])
})

describe('what was held beside the log while it was typed', () => {
  const typing = (text: string) => ({ problemId: 1, languageId: 2, text })
  const rows = async () => (await db.settings.toArray()).filter(({ name }) => name.startsWith('typing:'))
  const held = async (text: string, change: Partial<ClientState> = {}) => {
    const { memory } = await page(null, change)
    memory.send({ type: 'TEXT_UNHELD', text: typing(text) })
    await vi.waitFor(async () =>
      expect((await rows()).map(({ value }) => (value as BufferedProgram).text)).toContain(text),
    )
  }

  it('is one row that is written over, and no op', async () => {
    await held('a')
    await held('ab')
    expect(await rows()).toHaveLength(1)
    expect(await log()).toEqual([])
  })

  it('comes into the log of the next page, once, and goes', async () => {
    await held('killed in the midst of it')
    await (await page(null)).words.take()
    expect(await drafts()).toEqual(['killed in the midst of it'])
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
  })

  it('says nothing where the log has something newer', async () => {
    await held('older')
    await appendOps(db, ATTEMPT, [draft('newer')])
    await (await page(null)).words.take()
    expect(await drafts()).toEqual(['newer'])
  })

  it('gives way to the words of a page that was closed later', async () => {
    await held('held')
    writeUnloadBuffer(ATTEMPT, { words: [{ ...word, text: 'left', at: Date.now() * 2 }], deeds: [] })
    await (await page(null)).words.take()
    expect(await drafts()).toEqual(['left'])
  })

  it('goes before the words of a page that was closed earlier', async () => {
    writeUnloadBuffer(ATTEMPT, { words: [{ ...word, text: 'left long ago', at: 1 }], deeds: [] })
    await held('held')
    await (await page(null)).words.take()
    expect((await drafts()).at(-1)).toBe('held')
  })

  it('is nobody else’s', async () => {
    await db.settings.put({ name: 'typing:another:1:2', value: { ...word, text: 'not mine' } })
    await db.settings.put({ name: `typing:${ATTEMPT}:1:3`, value: { text: 'no words' } })
    await (await page(null)).words.take()
    expect(await log()).toEqual([])
  })
})
