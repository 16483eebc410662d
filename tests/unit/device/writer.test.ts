import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import { localDatabase, type OpRecord, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { readState } from '#pwa/attempt/state.ts'
import {
  ATTEMPT,
  attemptOf,
  type Breaking,
  breakWrites,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** Entries to the log: one write after the other, tried again if the storage fails, and shown if it fails for good. */

const draft = (answer: string): NewEntry => ({
  type: 'draft',
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, answer },
})
const finish: NewEntry = { type: 'finish', key: '', body: { reason: 'candidate' } }

let memory: Memory
let writer: LogWriter
/** The last op of each write that was told of, and how often the memory was said to have changed. */
let told: OpRecord[]
let changes: number
let mend: (() => void) | null

beforeEach(async () => {
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  told = []
  changes = 0
  mend = null
  memory.on('OPS_WRITTEN', ({ written }) => void told.push(...written.ops.slice(-1)))
  memory.subscribe(() => void changes++)
  writer = new LogWriter(memory)
})
afterEach(async () => {
  mend?.()
  await localDatabase().delete()
})

/** The next writes fail as told, the ones after that succeed. */
function failing(...plan: (Breaking | null)[]): { broken: () => number } {
  const fault = breakWrites('ops', () => plan.shift() ?? null)
  mend = fault.mend
  return fault
}
const ops = () => localDatabase().ops.toArray()
const texts = async () =>
  (await ops()).map((op) => (JSON.parse(op.body ?? '{}') as { answer?: string }).answer)

/** Seqs without a gap, each op chained to the one before it. */
async function expectChain(): Promise<void> {
  const all = await ops()
  expect(all.map((op) => op.seq)).toEqual(all.map((_, index) => index + 1))
  for (const [index, op] of all.entries())
    if (index > 0) expect(op.prev_hash, `seq ${op.seq}`).toBe(all[index - 1]?.hash)
}

describe('the order', () => {
  it('is that of the calls, however many are made at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `text ${index}`)
    const done: string[] = []
    await Promise.all(names.map((name) => writer.append([draft(name)]).then(() => done.push(name))))
    expect(await texts()).toEqual(names)
    expect(done).toEqual(names)
    expect(told.map((op) => op.seq)).toEqual(names.map((_, index) => index + 1))
    await expectChain()
  })

  it('stays that of the calls where the first of them has to be tried again', async () => {
    const fault = failing('commit', 0)
    await Promise.all(['a', 'b', 'c'].map((name) => writer.append([draft(name)])))
    expect(fault.broken()).toBe(2)
    expect(await texts()).toEqual(['a', 'b', 'c'])
    await expectChain()
  })

  it('goes on behind a write that failed for good', async () => {
    failing('commit', 'commit', 'commit')
    const first = writer.append([draft('a')])
    const second = writer.append([draft('b')])
    await expect(first).rejects.toMatchObject({ said: expect.stringContaining('QuotaExceededError') })
    await second
    expect(await texts()).toEqual(['b'])
    await expectChain()
  })
})

describe('a write', () => {
  it('is told of once it is on the disk, with what the memory then holds', async () => {
    const seen: number[] = []
    memory.on('OPS_WRITTEN', () => void seen.push(memory.state.attempt.tail_seq))
    await writer.append([draft('a'), draft('b')])
    expect(seen).toEqual([2])
    expect(memory.state.answers.get('code:1:2')).toMatchObject({ value: 'b', seq: 2 })
  })

  it.each<[string, (Breaking | null)[]]>([
    ['at its commit', ['commit']],
    ['in the middle', [3]],
    ['twice', ['commit', 2]],
  ])('that fails %s is made once, and nothing is said of the fault', async (_, plan) => {
    const times = plan.length
    const fault = failing(...plan)
    await writer.append([draft('a')])
    expect(fault.broken()).toBe(times)
    expect(await texts()).toEqual(['a'])
    expect(told).toHaveLength(1)
    expect(memory.state.storageFault).toBeNull()
  })

  it('that fails goes on with a database opened anew', async () => {
    const before = localDatabase()
    failing('commit')
    await writer.append([draft('a')])
    expect(localDatabase()).not.toBe(before)
    expect(before.isOpen()).toBe(false)
  })

  it('that fails twice takes the room that this test’s pictures have, and no other’s', async () => {
    const picture = { sha256: 'a', seq: 1, body: new Blob(['picture']), not_before: 0 }
    await localDatabase().blobs.bulkAdd([
      { ...picture, attempt_id: ATTEMPT },
      { ...picture, attempt_id: 'another' },
    ])
    failing('commit')
    await writer.append([draft('a')])
    expect(await localDatabase().blobs.count()).toBe(2)
    mend?.()
    failing('commit', 'commit')
    await writer.append([draft('b')])
    expect((await localDatabase().blobs.toArray()).map((blob) => blob.attempt_id)).toEqual(['another'])
  })

  it('of a picture that finds no room is made without it: the op that names it is worth more', async () => {
    const picture = { sha256: 'a', body: new Blob(['picture']), not_before: 0 }
    const entry: NewEntry = { type: 'snapshot_taken', key: '', body: { sha256: 'a', bytes: 7 }, picture }
    const fault = breakWrites('blobs', () => 'commit')
    mend = fault.mend
    await writer.append([entry])
    mend()
    expect((await ops()).map((op) => op.type)).toEqual(['snapshot_taken'])
    expect(await localDatabase().blobs.count()).toBe(0)
    expect(memory.state.storageFault).toBeNull()
  })

  it('that fails for good rejects, is shown, and is told of to nobody', async () => {
    failing('commit', 'commit', 'commit')
    await expect(writer.append([draft('a')])).rejects.toThrow('This device could not keep it.')
    expect(memory.state.storageFault).toContain('QuotaExceededError')
    expect(changes).toBe(1)
    expect(told).toEqual([])
    expect(await ops()).toEqual([])
    expect(memory.state.attempt.tail_seq).toBe(0)
  })

  it('that succeeds afterwards ends the alarm', async () => {
    failing('commit', 'commit', 'commit')
    await writer.append([draft('a')]).catch(() => {})
    expect(memory.state.storageFault).not.toBeNull()
    await writer.append([draft('b')])
    expect(memory.state.storageFault).toBeNull()
    await expectChain()
  })

  it('leaves in the memory what another page would read from the disk, and reads nothing for it', async () => {
    const choice = (type: 'mcq_select' | 'mcq_save', option: number): NewEntry => ({
      type,
      key: 'choice:7',
      body: { question_id: 7, selected_options: [option] },
    })
    const submit: NewEntry = {
      type: 'submit',
      key: 'code:1:2',
      body: { problem_id: 1, language_id: 2, source_code: 'c' },
    }
    const told = () => {
      const { answers, submissions, attempt } = memory.state
      return { answers: new Map([...answers].sort()), submissions, attempt }
    }
    for (const entries of [
      [draft('a'), draft('b')],
      [choice('mcq_save', 70)],
      [choice('mcq_select', 71)],
      [submit],
      [draft('d'), submit, finish],
    ]) {
      await writer.append(entries)
      const { answers, submissions, attempt } = await readState(localDatabase(), ATTEMPT)
      expect(told()).toEqual({ answers, submissions, attempt })
    }
    // A listener that is told of the write may close the database.
    memory.on('OPS_WRITTEN', () => localDatabase().close())
    await writer.append([{ type: 'feedback', key: '', body: { rating: 3, comment: '' } }])
    expect(memory.state.attempt.tail_seq).toBe(9)
    expect(localDatabase().isOpen()).toBe(false)
  })
})

describe('what nobody else has', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())
  const choice = (option: number): NewEntry => ({
    type: 'mcq_select',
    key: 'mcq:7',
    body: { question_id: 7, selected_options: [option] },
  })
  const submit: NewEntry = {
    type: 'submit',
    key: 'code:1:2',
    body: { problem_id: 1, language_id: 2, source_code: 'c' },
  }
  const signal: NewEntry = { type: 'focus_lost', key: '', body: {} }
  const kinds = async () => (await ops()).map((op) => op.type)
  const failedOnce = ['commit', 'commit', 'commit'] as const

  it('is tried again after some seconds until it is kept, with the time it was made at', async () => {
    failing(...failedOnce, ...failedOnce)
    let isKept = false
    const done = writer.append([submit], 'forever').then(() => {
      isKept = true
    })
    await writer.idle()
    const [{ op_id } = { op_id: '' }] = writer.pending()
    const madeAt = writer.pending()[0]?.madeAt
    expect(op_id).not.toBe('')
    for (const _ of [1, 2]) {
      expect([isKept, memory.state.storageFault === null, await kinds()]).toEqual([false, false, []])
      await vi.advanceTimersByTimeAsync(5_000)
      await writer.idle()
    }
    await done
    expect(memory.state.storageFault).toBeNull()
    expect(writer.pending()).toEqual([])
    expect(await ops()).toMatchObject([{ type: 'submit', op_id, est_server_ms: madeAt }])
    vi.advanceTimersByTime(20_000)
    await writer.idle()
    expect(await kinds()).toEqual(['submit'])
  })

  it('goes before whatever is written next, and the alarm stays until both are kept', async () => {
    failing(...failedOnce)
    const first = writer.append([choice(70)], 'forever')
    await writer.idle()
    expect(memory.state.storageFault).not.toBeNull()
    await writer.append([signal])
    await first
    expect(await kinds()).toEqual(['mcq_select', 'focus_lost'])
    expect(memory.state.storageFault).toBeNull()
  })

  it('is not overtaken under its key, nor by the finish, while others go on', async () => {
    // The first choice fails in each of three rounds; what is behind it is not tried at all.
    failing(...failedOnce, ...failedOnce, ...failedOnce)
    const older = writer.append([choice(70)], 'forever')
    await writer.idle()
    const newer = writer.append([choice(71)], 'forever')
    await expect(writer.append([finish])).rejects.toThrow()
    await writer.append([signal])
    expect(memory.state.storageFault).not.toBeNull()
    expect(await kinds()).toEqual(['focus_lost'])
    await writer.append([finish])
    await Promise.all([older, newer])
    expect(await kinds()).toEqual(['focus_lost', 'mcq_select', 'mcq_select', 'finish'])
    expect(memory.state.answers.get('mcq:7')?.value).toEqual([71])
    expect(memory.state.storageFault).toBeNull()
    await expectChain()
  })

  it('is not overtaken by the end of the questions where it is a choice', async () => {
    failing(...failedOnce, ...failedOnce)
    const chosen = writer.append([choice(70)], 'forever')
    await writer.idle()
    await expect(writer.append([{ type: 'mcq_submit_all', key: '', body: {} }])).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(5_000)
    await chosen
    await writer.append([{ type: 'mcq_submit_all', key: '', body: {} }])
    expect(await kinds()).toEqual(['mcq_select', 'mcq_submit_all'])
  })

  it('is not overtaken by anything where it is the finish, which takes the alarm of what is given up with it', async () => {
    failing(...failedOnce, ...failedOnce, ...failedOnce)
    await expect(writer.append([{ type: 'mcq_submit_all', key: '', body: {} }])).rejects.toThrow()
    const done = writer.append([finish], 'forever')
    await writer.idle()
    const report = writer.append([{ type: 'fraud_report', key: '', body: { reason: 'r' } }], 'forever')
    await writer.idle()
    expect(await kinds()).toEqual([])
    await vi.advanceTimersByTimeAsync(5_000)
    await writer.idle()
    await Promise.all([done, report])
    expect(await kinds()).toEqual(['finish', 'fraud_report'])
    expect(memory.state.storageFault).toBeNull()
  })

  it('is let go for another tab', async () => {
    failing(...failedOnce)
    const done = writer.append([choice(70)], 'forever')
    await writer.idle()
    writer.discard()
    await done
    expect(writer.pending()).toEqual([])
    expect(memory.state.storageFault).toBeNull()
    await writer.append([signal])
    expect(await kinds()).toEqual(['focus_lost'])
  })

  it('of a maker who has it still keeps the alarm until it was made again', async () => {
    failing(...failedOnce)
    await expect(writer.append([draft('a')])).rejects.toThrow()
    await writer.append([signal])
    expect(memory.state.storageFault).not.toBeNull()
    await writer.append([draft('a')])
    expect(memory.state.storageFault).toBeNull()
  })
})

describe('a test that has left the device', () => {
  const picture: NewEntry = { type: 'snapshot_taken', key: '', body: { sha256: 'a', bytes: 1 } }

  it('takes nothing more, and nothing is wrong about that once it has ended', async () => {
    await writer.append([finish])
    await localDatabase().attempts.delete(ATTEMPT)
    const before = localDatabase()
    await writer.append([picture], 'forever')
    expect([memory.state.storageFault, writer.pending()]).toEqual([null, []])
    expect(localDatabase()).toBe(before)
  })

  it('while it runs is the loss that it is', async () => {
    await localDatabase().attempts.delete(ATTEMPT)
    await expect(writer.append([draft('a')])).rejects.toThrow()
    expect(memory.state.storageFault).toContain('no test on this device')
  })
})

describe('after the finish', () => {
  it('only what may follow it is written, also of what was called for before it stood', async () => {
    const before = writer.append([draft('a'), finish])
    const late = writer.append([
      draft('too late'),
      { type: 'snapshot_taken', key: '', body: { sha256: 'a', bytes: 1 } },
    ])
    const nothing = writer.append([draft('too late as well')])
    await Promise.all([before, late, nothing])
    await writer.append([{ type: 'feedback', key: '', body: { rating: 3, comment: '' } }])
    expect((await ops()).map((op) => op.type)).toEqual(['draft', 'finish', 'snapshot_taken', 'feedback'])
    expect(told).toHaveLength(3)
    await expectChain()
  })
})
