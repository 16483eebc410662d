import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draftEntry } from '#pwa/attempt/db/append.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { readUnloadBuffer } from '#pwa/attempt/db/unloadBuffer.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { Finishing } from '#pwa/attempt/finishing.ts'
import { Recovery } from '#pwa/attempt/log/recovery.ts'
import { LogWriter, type Named } from '#pwa/attempt/log/writer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { ATTEMPT, attemptOf, breakEvery, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** Work that one page left, on a device that does not keep it at the next page either. */

let local: Map<string, string>
let mend: () => void
let typings: DraftBuffer[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  local = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  mend = () => {}
  typings = []
})
afterEach(async () => {
  mend()
  for (const typing of typings) typing.discard()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await localDatabase().delete()
})

interface Page {
  memory: Memory
  writer: LogWriter
  typing: DraftBuffer
  finishing: Finishing
  words: Recovery
}

/** A page of the test, as the actor puts it together. */
async function openPage(): Promise<Page> {
  const memory = await openMemory(localDatabase())
  const writer = new LogWriter(memory)
  const typing = new DraftBuffer(memory)
  memory.answer('KEEP_DRAFT', ({ problemId, languageId, text }) =>
    writer.append([draftEntry(problemId, languageId, text)]),
  )
  const finishing = new Finishing(memory, typing, writer)
  const words = new Recovery(localDatabase, memory, typing, writer, finishing)
  typings.push(typing)
  return { memory, writer, typing, finishing, words }
}

/** A page that is no more writes nothing, and forgets nothing. */
const gone = ({ memory }: Page): Promise<void> => memory.request('HAND_OVER')

/** A page that was reloaded while the disk was full, and the one after it. */
async function reloaded(typed: Record<number, string>): Promise<Page> {
  mend = breakEvery('ops', 'commit').mend
  const before = await openPage()
  for (const [problem, text] of Object.entries(typed)) before.typing.type(Number(problem), 2, text)
  await before.typing.flush()
  before.words.keep()
  await gone(before)
  const page = await openPage()
  await page.words.take()
  return page
}

/** The disk has room again, and what waits for it is tried. */
async function makeRoom({ writer }: Page): Promise<void> {
  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
}

/** The window loses the focus, as it does a hundred times. */
async function blur({ words, typing, writer }: Page): Promise<void> {
  words.keep()
  await Promise.all([typing.flush(), writer.idle()])
  words.settle()
}

const texts = async () =>
  (await localDatabase().ops.toArray()).map(({ type, body }) => {
    const { answer, source_code } = JSON.parse(body ?? '{}') as { answer?: string; source_code?: string }
    return answer ?? source_code ?? type
  })
const shown = ({ words, memory }: Page) => words.shownIn(snapshotOf(memory.state))

it('is shown, can be copied, and is not called saved', async () => {
  const page = await reloaded({ 1: 'first', 2: 'second' })
  expect([...page.words.unkept()]).toEqual([
    ['1:2', 'first'],
    ['2:2', 'second'],
  ])
  expect(shown(page)).toMatchObject({
    drafts: {
      '1:2': { text: 'first', light: { state: 'unsaved' } },
      '2:2': { text: 'second', light: { state: 'unsaved' } },
    },
    total: { state: 'unsaved' },
  })
  await makeRoom(page)
  expect(shown(page)).toMatchObject({
    drafts: { '1:2': { text: 'first', light: { state: 'device' } } },
    total: { state: 'device', waiting: 2 },
  })
  expect([await texts(), page.words.unkept().size, local.size]).toEqual([['first', 'second'], 0, 0])
})

it('outlives what is typed elsewhere, a window that loses the focus, and stands ahead of the finish', async () => {
  const page = await reloaded({ 1: 'first', 2: 'second' })
  page.typing.type(3, 2, 'third')
  page.words.keep()
  expect(readUnloadBuffer(ATTEMPT).words.map(({ text }) => text)).toEqual(['first', 'second', 'third'])
  mend()
  await blur(page)
  expect(local.size).toBe(0)
  await page.finishing.finish('candidate')
  await page.writer.idle()
  expect(await texts()).toEqual(['first', 'second', 'third', 'finish'])
})

it('stands ahead of a finish that is made while nothing can be kept', async () => {
  const page = await reloaded({ 1: 'first', 2: 'second' })
  await page.finishing.finish('candidate')
  await makeRoom(page)
  await vi.waitFor(() => expect(page.memory.state.attempt.finished_at).not.toBeNull())
  expect(await texts()).toEqual(['first', 'second', 'finish'])
})

it('stands ahead of a finish that was made on the page before, also where the server ended the test meanwhile', async () => {
  mend = breakEvery('ops', 'commit').mend
  const before = await openPage()
  before.typing.type(1, 2, 'first')
  await before.finishing.finish('candidate')
  before.words.keep()
  await gone(before)
  await localDatabase().attempts.update(ATTEMPT, { state: 'finished' })
  const page = await openPage()
  await page.words.take()
  await makeRoom(page)
  await vi.waitFor(() => expect(page.memory.state.attempt.finished_at).not.toBeNull())
  expect(await texts()).toEqual(['first', 'finish'])
  expect(local.size).toBe(0)
})

it('keeps the time it was typed at over as many pages as it takes', async () => {
  await gone(await reloaded({ 1: 'first' }))
  const [word] = readUnloadBuffer(ATTEMPT).words
  if (!word) throw new Error('nothing was left')
  const at = word.at - 60_000
  local.set(`holdfast.typed.${ATTEMPT}`, JSON.stringify({ attempt_id: ATTEMPT, words: [{ ...word, at }] }))
  const second = await openPage()
  await second.words.take()
  second.words.keep()
  await gone(second)
  const third = await openPage()
  await third.words.take()
  await makeRoom(third)
  const [op] = await localDatabase().ops.toArray()
  expect(op?.est_server_ms).toBe(at)
})

it('shows choices and submissions that wait, and makes each once', async () => {
  const deeds: Named[] = [
    { type: 'mcq_select', key: 'mcq:7', body: { question_id: 7, selected_options: [70] }, op_id: 'choice' },
    {
      type: 'submit',
      key: 'code:1:2',
      body: { problem_id: 1, language_id: 2, source_code: 'mine' },
      op_id: 'submit',
    },
  ]
  mend = breakEvery('ops', 'commit').mend
  const before = await openPage()
  for (const deed of deeds) void before.writer.append([deed], 'forever')
  await before.writer.idle()
  before.words.keep()
  await gone(before)
  const page = await openPage()
  await page.words.take()
  expect(shown(page)).toMatchObject({
    choices: { 7: { selected: [70], light: { state: 'unsaved' } } },
    submissions: [{ opId: 'submit', problemId: 1, stage: 'saving' }],
    drafts: { '1:2': { text: 'mine' } },
  })
  // Reloaded once more, with another question answered meanwhile.
  const other = { type: 'mcq_select', key: 'mcq:8', body: { question_id: 8, selected_options: [] } } as const
  page.writer.append([other]).catch(() => {})
  page.words.keep()
  // Two pages of one process share the handle of the storage: the older one is done with it first.
  await page.writer.idle()
  await gone(page)
  const third = await openPage()
  await third.words.take()
  await third.words.take()
  await makeRoom(third)
  await vi.waitFor(() => expect(third.memory.state.submitting).toEqual([]))
  const ids = (await localDatabase().ops.toArray()).map(({ op_id }) => op_id)
  expect([ids.filter((id) => id === 'choice'), ids.filter((id) => id === 'submit')]).toEqual([
    ['choice'],
    ['submit'],
  ])
  expect(third.memory.state.choosing.size).toBe(0)
  expect(local.size).toBe(0)
})

it('stays for the tab that takes the test over', async () => {
  const page = await reloaded({ 1: 'first' })
  await page.memory.request('HAND_OVER')
  await blur(page)
  expect(readUnloadBuffer(ATTEMPT).words.map(({ text }) => text)).toEqual(['first'])
  const other = await openPage()
  await other.words.take()
  await makeRoom(other)
  expect([await texts(), local.size]).toEqual([['first'], 0])
})

it('stays with the tab that has it where nothing takes it down for the other one', async () => {
  mend = breakEvery('ops', 'commit').mend
  const page = await openPage()
  page.typing.type(1, 2, 'first')
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => {},
  })
  await page.memory.request('HAND_OVER')
  expect(page.typing.isPending()).toBe(true)
  await makeRoom(page)
  await page.typing.flush()
  expect(await texts()).toEqual(['first'])
})

it('is read anew where the log could not be, and meanwhile nothing takes its place', async () => {
  mend = breakEvery('ops', 'commit').mend
  const before = await openPage()
  before.typing.type(1, 2, 'first')
  const body = { problem_id: 2, language_id: 2, source_code: 'second' }
  void before.writer.append([{ type: 'submit', key: 'code:2:2', body }], 'forever')
  await Promise.all([before.typing.flush(), before.writer.idle()])
  before.words.keep()
  await gone(before)
  mend()
  const page = await openPage()
  const reading = vi.spyOn(localDatabase().ops, 'where').mockImplementationOnce(() => {
    throw new Error('The storage failed')
  })
  const taking = page.words.take()
  await expect(taking).rejects.toThrow('The storage failed')
  reading.mockRestore()
  page.typing.type(3, 2, 'third')
  page.words.keep()
  await page.typing.flush()
  page.words.settle()
  const { words, deeds } = readUnloadBuffer(ATTEMPT)
  expect([...words.map(({ text }) => text), ...deeds.map(({ key }) => key)]).toEqual([
    'first',
    'third',
    'code:2:2',
  ])
  await page.words.take()
  expect(await texts()).toEqual(['third', 'second', 'first'])
  expect(local.size).toBe(0)
})
