import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Commands } from '#pwa/attempt/commands.ts'
import { draftEntry } from '#pwa/attempt/db/append.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { Finishing } from '#pwa/attempt/finishing.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { endItems } from '#pwa/candidate/end/items.ts'
import { notCountedLines } from '#pwa/candidate/end/unsavedChoices.ts'
import { openEnds, stillHere } from '#pwa/candidate/exam/modals/finishFacts.ts'
import { formatClock } from '#pwa/candidate/format.ts'
import { attemptOf, breakEvery, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** The items of the end page on a device that kept some of the work and then had no more room. */

let memory: Memory
let writer: LogWriter
let commands: Commands
let typing: DraftBuffer
let finishing: Finishing
let mend: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  const content = {
    problems: [1, 2, 3].map((id) => ({ id, title: `Problem ${id}`, submission_count: 3 })),
    questions: [11, 12, 13, 14].map((id) => ({ id, is_multi_select: false, options: [{ id: 10 * id }] })),
    languages: [{ id: 2 }, { id: 3 }],
  } as unknown as ClientState['content']
  know(memory, { content })
  writer = new LogWriter(memory)
  typing = new DraftBuffer(memory)
  commands = new Commands(localDatabase, memory, writer, typing)
  finishing = new Finishing(memory, typing, writer)
  memory.answer('KEEP_DRAFT', () => Promise.reject(new Error('the disk is full')))
  mend = () => {}
})
afterEach(async () => {
  mend()
  typing.discard()
  vi.useRealTimers()
  await localDatabase().delete()
})

const items = () => endItems(snapshotOf(memory.state)).map(({ name, state }) => [name, state])

it('names all whose newest state is on the page only, and leaves the rest where it is', async () => {
  await commands.submit(1, 2, 'kept')
  await commands.choose('mcq_save', 11, [110])
  await commands.choose('mcq_save', 12, [120])
  mend = breakEvery('ops', 'commit').mend
  void commands.choose('mcq_save', 12, [])
  void commands.choose('mcq_save', 13, [130])
  void commands.choose('mcq_select', 14, [140])
  void commands.submit(2, 2, 'submitted')
  typing.type(3, 2, 'typed')
  await finishing.finish('candidate')
  await writer.idle()
  expect(items()).toEqual([
    ['1 Problem 1', 'device'],
    ['2 Problem 2', 'unsaved'],
    ['3 Problem 3', 'unsaved'],
    ['MCQs 2 to 4', 'unsaved'],
    ['MCQ 1', 'device'],
    ['Finish', 'unsaved'],
  ])
  // The save of the third is made, and kept as soon as there is room; the fourth was only chosen.
  expect(notCountedLines(snapshotOf(memory.state))).toEqual(['MCQ 4: 1 choice not saved. It does not count.'])

  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
  await vi.waitFor(() => expect(snapshotOf(memory.state).isFinishing).toBe(false))
  expect(items()).toEqual([
    ['1 Problem 1', 'device'],
    ['2 Problem 2', 'device'],
    ['3 Problem 3', 'device'],
    ['MCQs 1 and 3', 'device'],
    ['Finish', 'device'],
  ])
})

it('names the feedback where it was given and the disk was full, and not where none was', async () => {
  await finishing.finish('candidate')
  await writer.idle()
  expect(items().map(([name]) => name)).toEqual(['Finish'])
  mend = breakEvery('ops', 'commit').mend
  await expect(
    writer.append([{ type: 'feedback', key: '', body: { rating: 3, comment: '' } }]),
  ).rejects.toThrow()
  expect(items()).toEqual([
    ['Finish', 'device'],
    ['Feedback', 'unsaved'],
  ])
})

it('says when the test was finished, and no time of what arrived after it', async () => {
  await finishing.finish('candidate')
  await writer.idle()
  const { tail_seq } = memory.state.attempt
  const made = memory.state.attempt.finished_at ?? 0
  know(memory, { attempt: { ...memory.state.attempt, acked_seq: tail_seq, acked_at: made + 600_000 } })
  expect(endItems(snapshotOf(memory.state))).toEqual([
    { name: 'Finish', detail: formatClock(made), state: 'server', at: null },
  ])
})

it('names code that was written since a submission, before the finish and after, and what becomes of it', async () => {
  const view = { drive: { allow_coding: true, allow_mcq: false } }
  know(memory, {
    attempt: { ...memory.state.attempt, view: { ...memory.state.attempt.view, ...view } as never },
  })
  const told = () => openEnds(snapshotOf(memory.state)).filter((words) => words.includes('changed since'))
  await commands.submit(1, 2, 'first')
  expect(told()).toEqual([])
  // Another language of the same problem is newer code too.
  await writer.append([draftEntry(1, 3, 'second')])
  expect(told()).toEqual([
    '1 problem changed since it was submitted; the newest code is judged as well, and the better result counts.',
  ])
  const [problem] = endItems(snapshotOf(memory.state))
  expect(problem?.detail).toBe('1 submission, queued; the newer code is judged too')
  await commands.submit(1, 3, 'second')
  expect(told()).toEqual([])
})

it('tells a submission that was refused from one that was taken', async () => {
  await commands.submit(1, 2, 'refused')
  const [refused] = memory.state.submissions
  know(memory, { rejected: new Map([[refused?.op_id ?? '', 'no_submissions_left']]) })
  const detail = () => endItems(snapshotOf(memory.state))[0]?.detail
  expect(detail()).toBe('draft; 1 submission refused')
  await commands.submit(1, 2, 'taken')
  expect(detail()).toBe('1 submission, queued; 1 submission refused')
})

it('says of an ended link what sends the work, in place of waiting for the server', () => {
  const total = { state: 'device', at: null, waiting: 2 } as const
  const connection = { state: 'unauthorized', since: 1, nextTryAt: null } as const
  expect(stillHere({ total, connection })).toContain('open it on this device')
})

it('names what a takeover put aside, and calls the finish where it is all the same', async () => {
  know(memory, { attempt: { ...memory.state.attempt, aside_waiting: 42, finished_at: 1 } })
  expect(items()).toEqual([
    ['From before the test continued elsewhere', 'device'],
    ['Finish', 'server'],
  ])
  know(memory, { attempt: { ...memory.state.attempt, aside_waiting: 0 } })
  expect(items()).toEqual([['Finish', 'server']])
})
