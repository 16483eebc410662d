import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import { ownHashAt } from '#pwa/attempt/db/ops.ts'
import { localDatabase, type OpRecord, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { restoreAttempt } from '#pwa/attempt/session/restore.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import { ATTEMPT, answerOf, attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** The browser's data is deleted under an open test: the page keeps all of it anew, and its log goes on. */

const code = { problem_id: 1, language_id: 2 }
const draft = (answer: string): NewEntry => ({ type: 'draft', key: 'code:1:2', body: { ...code, answer } })
const submit = (source_code: string): NewEntry => ({
  type: 'submit',
  key: 'code:1:2',
  body: { ...code, source_code },
})
const choose = (type: 'mcq_save' | 'mcq_select', option: number): NewEntry => ({
  type,
  key: 'mcq:7',
  body: { question_id: 7, selected_options: [option] },
})

let memory: Memory
let writer: LogWriter

beforeEach(async () => {
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  writer = new LogWriter(memory)
  memory.answer('RESTORE', async () => {
    const restored = await restoreAttempt(localDatabase(), memory.state, 'this device')
    if (restored) await rereadState(memory, localDatabase())
    return restored
  })
})
afterEach(() => localDatabase().delete())

const ops = () => localDatabase().ops.toArray()
const said = (all: readonly OpRecord[]) => all.map(({ type, body }) => [type, JSON.parse(body ?? 'null')])
async function acknowledge(state: 'running' | 'finished' = 'running'): Promise<OpRecord> {
  const last = (await ops()).at(-1)
  if (!last) throw new Error('nothing was written')
  await recordAck(localDatabase(), ATTEMPT, answerOf(last, { state }))
  await rereadState(memory, localDatabase())
  return last
}
async function deleted(): Promise<void> {
  await localDatabase().delete()
  reopenDatabase()
}

describe('a storage that was deleted', () => {
  it('has with the next write all that the page has; what was acknowledged stays so, the rest follows behind it', async () => {
    await writer.append([draft('acknowledged'), choose('mcq_save', 3)])
    const last = await acknowledge()
    await writer.append([choose('mcq_save', 4), choose('mcq_select', 5), draft('not yet')])
    await deleted()
    await writer.append([draft('and on')])
    const all = await ops()
    expect(said(all)).toEqual([
      ['restored', { ms: 0, why: 'storage deleted' }],
      ['mcq_save', { question_id: 7, selected_options: [4] }],
      ['mcq_select', { question_id: 7, selected_options: [5] }],
      ['draft', { ...code, answer: 'not yet' }],
      ['draft', { ...code, answer: 'and on' }],
    ])
    expect(all.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7])
    for (const [index, op] of all.entries()) expect(op.prev_hash).toBe((all[index - 1] ?? last).hash)
    expect(memory.state.storageFault).toBeNull()
    const attempt = await localDatabase().attempts.get(ATTEMPT)
    expect(attempt).toMatchObject({ acked_seq: 2, tail_seq: 7, token: 'token', lease_id: 'lease-1' })
    // A heartbeat that repeats what both agreed on is an acknowledgement still.
    expect(attempt && (await ownHashAt(localDatabase(), attempt, 2))).toBe(last.hash)
    expect((await localDatabase().settings.get('device_id'))?.value).toBe('this device')
    expect((await localDatabase().answers.toArray()).map(({ key, value }) => [key, value])).toEqual([
      ['code:1:2', 'and on'],
      ['mcq:7', [5]],
    ])
  })

  it('keeps what the server has without sending it again', async () => {
    await writer.append([draft('acknowledged'), choose('mcq_save', 3)])
    await acknowledge()
    await deleted()
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(true)
    expect(said(await ops())).toEqual([['restored', { ms: 0, why: 'storage deleted' }]])
    const again = await readState(localDatabase(), ATTEMPT)
    expect(again.answers).toEqual(memory.state.answers)
    expect(again.attempt).toMatchObject({ tail_seq: 3, acked_seq: 2 })
  })

  it('goes on showing what the server refused as refused: it is asked again', async () => {
    await writer.append([choose('mcq_save', 3)])
    const last = (await ops()).at(-1)
    if (!last) throw new Error('nothing was written')
    const results = [
      { seq: 1, op_id: last.op_id, result: 'rejected' as const, reason: 'unknown_option' as const },
    ]
    await recordAck(localDatabase(), ATTEMPT, answerOf(last, { results }))
    await rereadState(memory, localDatabase())
    expect(memory.state.refused).toEqual(new Set([1]))
    await deleted()
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(true)
    expect(said(await ops()).slice(1)).toEqual([['mcq_save', { question_id: 7, selected_options: [3] }]])
  })

  it('goes on marking what does not count: saved again as it is, it counts', async () => {
    await writer.append([draft('in the pause'), choose('mcq_save', 3)])
    const last = (await ops()).at(-1)
    if (!last) throw new Error('nothing was written')
    const results = (await ops()).map(({ seq, op_id }) => ({ seq, op_id, result: 'applied_late' as const }))
    await recordAck(localDatabase(), ATTEMPT, answerOf(last, { state: 'running', results }))
    await rereadState(memory, localDatabase())
    await deleted()
    await writer.append([draft('and on')])
    await rereadState(memory, localDatabase())
    const shown = snapshotOf(memory.state)
    expect(shown.choices[7]?.light?.isLate).toBe(true)
    expect(shown.drafts['1:2']).toMatchObject({ text: 'and on' })
    expect(shown.drafts['1:2']?.light?.isLate).toBeUndefined()
  })

  it('submits the program that was submitted, under its own id, and the newer text behind it', async () => {
    await writer.append([submit('submitted')])
    const [id] = (await ops()).map(({ op_id }) => op_id)
    await writer.append([draft('newer')])
    await deleted()
    await writer.append([choose('mcq_save', 3)])
    expect(said(await ops()).slice(1, 3)).toEqual([
      ['submit', { ...code, source_code: 'submitted' }],
      ['draft', { ...code, answer: 'newer' }],
    ])
    expect((await localDatabase().submissions.toArray()).map(({ op_id }) => op_id)).toEqual([id])
  })

  it.each(['candidate', 'switched', 'timeout'] as const)('ends as it ended: %s', async (reason) => {
    const at = memory.state.attempt.deadline_at
    await writer.append([
      { ...draft('last words'), madeAt: at },
      { type: 'mcq_submit_all', key: '', body: { at_zero: true }, madeAt: at },
      { type: 'finish', key: '', body: { reason }, madeAt: at },
    ])
    await deleted()
    await writer.append([{ type: 'feedback', key: '', body: { rating: 4, comment: '' } }])
    const all = await ops()
    expect(said(all)).toEqual([
      ['draft', { ...code, answer: 'last words' }],
      ['mcq_submit_all', reason === 'timeout' ? { at_zero: true } : {}],
      ['finish', { reason }],
      ['feedback', { rating: 4, comment: '' }],
    ])
    expect(all.slice(0, 3).map(({ est_server_ms }) => est_server_ms)).toEqual([at, at, at])
    expect(memory.state.attempt.finished_at).toBe(at)
  })

  it('keeps the time that work was made at, not that of the keeping', async () => {
    const at = memory.state.attempt.anchor.serverMs - 60_000
    await writer.append([
      { ...choose('mcq_save', 3), madeAt: at },
      { ...draft('typed'), madeAt: at + 1000 },
    ])
    await deleted()
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(true)
    const times = (await ops()).filter(({ type }) => type !== 'restored').map((op) => op.est_server_ms)
    expect(times).toEqual([at, at + 1000])
    // The answers that were kept anew know it as well.
    expect((await localDatabase().answers.toArray()).map(({ made_at }) => made_at)).toEqual([at + 1000, at])
  })

  it.each([
    ['has not the end either', 0, ['finish', 'feedback', 'fraud_report']],
    ['has the end', 1, ['feedback', 'fraud_report']],
    ['has both', 2, ['fraud_report']],
  ] as const)('says again what is said once where the server %s', async (_, acknowledged, said) => {
    const entries: NewEntry[] = [
      { type: 'finish', key: '', body: { reason: 'candidate' } },
      { type: 'feedback', key: '', body: { rating: 4, comment: 'clear' } },
      { type: 'fraud_report', key: '', body: { reason: 'somebody helped' } },
    ]
    for (const [index, entry] of entries.entries()) {
      await writer.append([entry])
      if (index < acknowledged) await acknowledge('finished')
    }
    const before = await ops()
    await deleted()
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(true)
    const again = await ops()
    expect(again.map(({ type }) => type)).toEqual(said)
    expect(again.map(({ body, est_server_ms }) => [body, est_server_ms])).toEqual(
      before.slice(acknowledged).map(({ body, est_server_ms }) => [body, est_server_ms]),
    )
    expect(await localDatabase().attempts.get(ATTEMPT)).toMatchObject({
      feedback_given: true,
      fraud_reported: true,
      finish_kind: 'candidate',
    })
  })

  it('submits all choices again in a test that was opened again', async () => {
    await writer.append([{ type: 'finish', key: '', body: { reason: 'candidate' } }])
    await acknowledge('running')
    know(memory, { attempt: { ...memory.state.attempt, finished_at: null } })
    await localDatabase().attempts.update(ATTEMPT, { finished_at: null })
    await writer.append([{ type: 'mcq_submit_all', key: '', body: {} }])
    await deleted()
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(true)
    expect((await ops()).map(({ type }) => type)).toEqual(['restored', 'mcq_submit_all'])
  })

  it('is left alone by a test that is over and on the server whole, and by one that another device has', async () => {
    await writer.append([{ type: 'finish', key: '', body: { reason: 'candidate' } }])
    await acknowledge('finished')
    await deleted()
    await writer.append([{ type: 'feedback', key: '', body: { rating: 4, comment: '' } }])
    expect(await localDatabase().attempts.toArray()).toEqual([])
    know(memory, { attempt: { ...memory.state.attempt, finished_at: null, lease_lost: true } })
    expect(await restoreAttempt(localDatabase(), memory.state, 'this device')).toBe(false)
  })

  it('is filled by one tab alone', async () => {
    await writer.append([draft('mine')])
    await deleted()
    await Promise.all([1, 2].map(() => restoreAttempt(localDatabase(), memory.state, 'this device')))
    expect(said(await ops())).toEqual([
      ['restored', { ms: 0, why: 'storage deleted' }],
      ['draft', { ...code, answer: 'mine' }],
    ])
  })
})
