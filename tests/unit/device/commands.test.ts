import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { choiceKey } from '#contract/ops.ts'
import { Commands } from '#pwa/attempt/commands.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { attemptOf, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** What a person does on the test screen while the disk is slow or fails. */

let memory: Memory
let typing: DraftBuffer
/** Resolve what the log was given, one after the other. */
let writes: (() => void)[]
let commands: Commands

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  typing = new DraftBuffer(memory)
  writes = []
  const log = { append: () => new Promise<void>((resolve) => void writes.push(resolve)) }
  commands = new Commands(localDatabase, memory, log, typing)
})
afterEach(async () => {
  vi.useRealTimers()
  await localDatabase().delete()
})

const KEY = choiceKey(7)

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
