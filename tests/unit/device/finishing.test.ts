import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { Finishing } from '#pwa/attempt/finishing.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { type ClientState, serverNow } from '#pwa/attempt/state.ts'
import {
  ATTEMPT,
  attemptOf,
  breakEvery,
  know,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The finish on a device that keeps it, and on one that does not yet. */

let memory: Memory
let writer: LogWriter
let typing: DraftBuffer
let finishing: Finishing
let kept: number
let mend: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  kept = 0
  mend = () => {}
  writer = new LogWriter(memory)
  typing = new DraftBuffer(memory)
  finishing = new Finishing(memory, typing, writer)
  memory.answer('KEEP_DRAFT', () => Promise.reject(new Error('the disk is full')))
  memory.on('FINISH_KEPT', () => void kept++)
})
afterEach(async () => {
  mend()
  typing.discard()
  vi.useRealTimers()
  await localDatabase().delete()
})

const ops = async () =>
  (await localDatabase().ops.toArray()).map(({ type, body }) => [type, JSON.parse(body ?? '{}')])
const seen = () => {
  const { phase, finishedAt, isFinishing, total } = snapshotOf(memory.state)
  return { phase, isMade: finishedAt !== null, isFinishing, light: total.state }
}

it('is kept at once where the disk takes it, with what was typed before it', async () => {
  typing.type(1, 2, 'typed')
  await finishing.finish('candidate')
  await vi.waitFor(() => expect(kept).toBe(1))
  expect((await ops()).map(([type]) => type)).toEqual(['draft', 'finish'])
  expect(typing.isPending()).toBe(false)
  expect(seen()).toEqual({ phase: 'locked', isMade: true, isFinishing: false, light: 'device' })
})

it('that a full disk does not keep locks the test, calls nothing saved, and is made once when there is room', async () => {
  mend = breakEvery('ops', 'commit').mend
  typing.type(1, 2, 'typed')
  await finishing.finish('switched')
  const waits = { phase: 'locked', isMade: true, isFinishing: true, light: 'unsaved' }
  expect(seen()).toEqual(waits)
  expect(typing.isPending()).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
  await finishing.finish('timeout')
  expect(seen()).toEqual(waits)
  expect([kept, await ops()]).toEqual([0, []])
  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
  await vi.waitFor(() => expect(kept).toBe(1))
  expect(await ops()).toMatchObject([
    ['draft', { answer: 'typed' }],
    ['finish', { reason: 'switched' }],
  ])
  expect(memory.state.storageFault).toBeNull()
  expect(seen().isFinishing).toBe(false)
})

it('at zero is made at the deadline, whenever it is kept, and never before', async () => {
  await finishing.finish('timeout')
  expect(snapshotOf(memory.state).finishedAt).toBeNull()
  const deadline_at = Math.round(serverNow(memory.state))
  await localDatabase().attempts.update(ATTEMPT, { deadline_at })
  know(memory, { attempt: { ...memory.state.attempt, deadline_at } })
  mend = breakEvery('ops', 'commit').mend
  await finishing.finish('timeout')
  expect(snapshotOf(memory.state).finishedAt).toBe(memory.state.attempt.deadline_at)
  mend()
  await vi.advanceTimersByTimeAsync(5_000)
  await writer.idle()
  const all = await localDatabase().ops.toArray()
  expect(all.map(({ type, est_server_ms }) => [type, est_server_ms])).toEqual([
    ['finish', memory.state.attempt.deadline_at],
  ])
})

it('just past zero is the time’s, whoever asks for it: what was chosen by then counts', async () => {
  const deadline_at = Math.round(serverNow(memory.state)) - 300
  await localDatabase().attempts.update(ATTEMPT, { deadline_at })
  know(memory, { attempt: { ...memory.state.attempt, deadline_at } })
  await finishing.finish('candidate')
  expect(await ops()).toMatchObject([['finish', { reason: 'timeout' }]])
})

it.each([
  ['closes the questions that are open', false, ['mcq_submit_all', 'finish']],
  ['closes no questions that were submitted', true, ['finish']],
] as const)('at zero %s', async (_name, mcqs_submitted, types) => {
  const deadline_at = Math.round(serverNow(memory.state))
  await localDatabase().attempts.update(ATTEMPT, { deadline_at, mcqs_submitted })
  const content = { problems: [], languages: [], questions: [{ id: 7, options: [] }] }
  know(memory, {
    attempt: { ...memory.state.attempt, deadline_at, mcqs_submitted },
    content: content as unknown as ClientState['content'],
  })
  await finishing.finish('timeout')
  await vi.waitFor(() => expect(kept).toBe(1))
  expect((await ops()).map(([type]) => type)).toEqual(types)
})

it('goes to another tab that takes the test over, and is not called kept here', async () => {
  mend = breakEvery('ops', 'commit').mend
  await finishing.finish('candidate')
  writer.discard()
  await vi.waitFor(() => expect(memory.state.finishing).toBeNull())
  expect([kept, memory.state.attempt.finished_at]).toEqual([0, null])
})
