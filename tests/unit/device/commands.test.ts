import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { Commands, keepDrafts } from '#pwa/attempt/commands.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { draftEntry } from '#pwa/attempt/db/append.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakEvery,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** A person's actions on the test screen while the disk is slow or fails. */

let memory: Memory
let typing: DraftBuffer
/** Resolve what the log was given, one after the other. */
let writes: (() => void)[]
let commands: Commands
let mend: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  typing = new DraftBuffer(memory)
  mend = () => {}
  writes = []
  const log = { append: () => new Promise<void>((resolve) => void writes.push(resolve)) }
  commands = new Commands(localDatabase, memory, log, typing)
})
afterEach(async () => {
  mend()
  vi.useRealTimers()
  await localDatabase().delete()
})

const KEY = choiceKey(7)
const logged = async () =>
  (await localDatabase().ops.toArray()).map(({ type, body }) => [type, JSON.parse(body ?? '{}')])

it('goes on with a save that is on its way when another option is clicked meanwhile', async () => {
  const save = commands.choose('mcq_save', 7, [71])
  const click = commands.choose('mcq_select', 7, [72])
  expect(memory.state.choosing.get(KEY)).toEqual({ selected: [72], saving: [71] })
  writes[0]?.()
  await save
  // The disk has the save; the click is shown until it has that as well.
  expect(memory.state.choosing.get(KEY)).toEqual({ selected: [72], saving: [71] })
  writes[1]?.()
  await click
  expect(memory.state.choosing.size).toBe(0)
})

it('tries a draft again that could not be saved', async () => {
  memory.answer('KEEP_DRAFT', () => Promise.reject(new Error('the disk is full')))
  await expect(commands.saveDraft(1, 2, 'print(1)')).rejects.toThrow('the disk is full')
  expect(typing.waiting()).toMatchObject([{ problemId: 1, languageId: 2, text: 'print(1)' }])
})

it('tries what was typed meanwhile instead of the draft that could not be saved', async () => {
  memory.answer('KEEP_DRAFT', async () => {
    typing.type(1, 2, 'print(12)')
    throw new Error('the disk is full')
  })
  await expect(commands.saveDraft(1, 2, 'print(1)')).rejects.toThrow('the disk is full')
  expect(typing.waiting()).toMatchObject([{ text: 'print(12)' }])
})

it('keeps a choice as soon as the disk takes it, however often that failed, and shows it until then', async () => {
  const writer = new LogWriter(memory)
  commands = new Commands(localDatabase, memory, writer, typing)
  mend = breakEvery('ops', 'commit').mend
  const choice = commands.choose('mcq_save', 7, [71])
  for (let n = 0; n < 3; n++) {
    await writer.idle()
    await vi.advanceTimersByTimeAsync(5_000)
  }
  await writer.idle()
  expect(memory.state.choosing.get(KEY)).toEqual({ selected: [71], saving: [71] })
  expect(await logged()).toEqual([])
  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await choice
  expect(memory.state.choosing.size).toBe(0)
  expect(await logged()).toEqual([['mcq_save', { question_id: 7, selected_options: [71] }]])
})

/** A log that keeps drafts, and holds this one. */
async function withDraft(text: string) {
  const writer = new LogWriter(memory)
  keepDrafts(memory, writer)
  const [op] = await appendOps(localDatabase(), ATTEMPT, [draftEntry(1, 2, text)])
  await rereadState(memory, localDatabase())
  if (!op) throw new Error('nothing was written')
  return { op, save: () => memory.request('KEEP_DRAFT', { problemId: 1, languageId: 2, text }), writer }
}
const texts = async () => (await logged()).map(([, { answer }]) => answer)

it('keeps the same text once', async () => {
  const { save } = await withDraft('print(1)')
  await save()
  expect(await texts()).toEqual(['print(1)'])
})

it('keeps the same text anew where the server refused it', async () => {
  const { op, save } = await withDraft('print(1)')
  const refused = { seq: op.seq, op_id: op.op_id, result: 'rejected', reason: 'too_large' } as const
  await recordAck(localDatabase(), ATTEMPT, { ...answerOf(op), results: [refused] })
  await rereadState(memory, localDatabase())
  expect(memory.state.answers.get(codeKey(1, 2))?.value).toBe('print(1)')
  await save()
  expect(await texts()).toEqual(['print(1)', 'print(1)'])
})

it('keeps the same text anew while this device could not keep something else', async () => {
  const { save, writer } = await withDraft('print(1)')
  mend = breakEvery('ops', 'commit').mend
  await expect(writer.append([draftEntry(3, 2, 'other')])).rejects.toThrow('could not keep')
  mend()
  expect(memory.state.storageFault).not.toBeNull()
  await save()
  expect(await texts()).toEqual(['print(1)', 'print(1)'])
})
