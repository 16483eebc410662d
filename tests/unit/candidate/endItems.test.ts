import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Deeds } from '#pwa/actors/deeds.ts'
import { Finishing } from '#pwa/actors/finishing.ts'
import { LogWriter } from '#pwa/actors/logWriter.ts'
import { type Memory, readMemory } from '#pwa/actors/memory.ts'
import { snapshotOf } from '#pwa/actors/snapshot.ts'
import { Typing } from '#pwa/actors/typing.ts'
import { endItems } from '#pwa/candidate/end/items.ts'
import { notCounted } from '#pwa/candidate/end/unsavedChoices.ts'
import { formatClock } from '#pwa/candidate/format.ts'
import { localDatabase, reopenDatabase } from '#pwa/local/database.ts'
import { ATTEMPT, attemptOf, breakEvery, openStorage } from '../../factories/deviceStorage.ts'

/** The items of the end page on a device that kept some of the work and then had no more room. */

let memory: Memory
let writer: LogWriter
let deeds: Deeds
let typing: Typing
let finishing: Finishing
let mend: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await readMemory(localDatabase(), ATTEMPT)
  memory.content = {
    problems: [1, 2, 3].map((id) => ({ id, title: `Problem ${id}`, submission_count: 3 })),
    questions: [11, 12, 13, 14].map((id) => ({ id })),
  } as unknown as Memory['content']
  const none = () => {}
  writer = new LogWriter(memory, none, none)
  deeds = new Deeds(memory, writer, none)
  typing = new Typing(() => Promise.reject(new Error('the disk is full')), none)
  finishing = new Finishing(memory, typing, writer, none, none)
  memory.isTyping = (key) => typing.isPending(key)
  memory.notKept = () => new Set([...writer.notKept(), ...typing.keys()])
  mend = none
})
afterEach(async () => {
  mend()
  typing.letGo()
  vi.useRealTimers()
  await localDatabase().delete()
})

const items = () => endItems(snapshotOf(memory)).map(({ name, state }) => [name, state])

it('names all whose newest state is on the page only, and leaves the rest where it is', async () => {
  await deeds.submit(1, 2, 'kept')
  await deeds.choose('mcq_save', 11, [110])
  await deeds.choose('mcq_save', 12, [120])
  mend = breakEvery('ops', 'commit').mend
  void deeds.choose('mcq_save', 12, [])
  void deeds.choose('mcq_save', 13, [130])
  void deeds.choose('mcq_select', 14, [140])
  void deeds.submit(2, 2, 'submitted')
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
  expect(notCounted(snapshotOf(memory))).toEqual(['MCQ 4: 1 choice not saved. It does not count.'])

  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
  await vi.waitFor(() => expect(snapshotOf(memory).isFinishing).toBe(false))
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
  const { tail_seq } = memory.attempt
  const made = memory.attempt.finished_at ?? 0
  memory.attempt = { ...memory.attempt, acked_seq: tail_seq, acked_at: made + 600_000 }
  expect(endItems(snapshotOf(memory))).toEqual([
    { name: 'Finish', detail: formatClock(made), state: 'server', at: null },
  ])
})
