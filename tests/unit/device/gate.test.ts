import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_SNAPSHOTS } from '#contract/constants.ts'
import type { OpType, TypedOp } from '#contract/ops.ts'
import type { RejectReason } from '#contract/sync.ts'
import type { SubmissionView } from '#contract/views/candidate.ts'
import { refusalText } from '#machines/attempt/rules.ts'
import { Commands } from '#pwa/attempt/commands.ts'
import { appendEntries, type NewEntry } from '#pwa/attempt/db/append.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { RefusedByRules, refusalHere } from '#pwa/attempt/gate.ts'
import { LogWriter } from '#pwa/attempt/log/writer.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { ATTEMPT, attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** This device refuses what the server's rules would, before it is written: a row a rule, from what its log says. */

let memory: Memory

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  const content = {
    problems: [{ id: 1, submission_count: 2 }],
    questions: [
      { id: 7, is_multi_select: false, options: [{ id: 71 }, { id: 72 }] },
      { id: 8, is_multi_select: true, options: [{ id: 81 }, { id: 82 }] },
    ],
    languages: [{ id: 2 }],
  } as unknown as ClientState['content']
  know(memory, { content })
})
afterEach(async () => {
  vi.useRealTimers()
  await localDatabase().delete()
})

const choice = (question_id: number, ...selected_options: number[]) =>
  ({ type: 'mcq_save', body: { question_id, selected_options } }) as const
const code = (problem_id: number, language_id: number) => ({ problem_id, language_id })
const draft = (problem: number, language: number) =>
  ({ type: 'draft', body: { ...code(problem, language), answer: '' } }) as const
const submit = { type: 'submit', body: { ...code(1, 2), source_code: 'print(1)' } } as const
const submitAll = { type: 'mcq_submit_all', body: {} } as const
const finish = { type: 'finish', body: { reason: 'candidate' } } as const
const feedback = { type: 'feedback', body: { rating: 5, comment: '' } } as const
const report = { type: 'fraud_report', body: { reason: 'phone' } } as const
const picture = { type: 'snapshot_taken', body: { sha256: 'a'.repeat(64), bytes: 9 } } as const

/** As the log of this device has them. */
async function write(...ops: readonly TypedOp[]): Promise<void> {
  const entries = ops.map(
    (op, place): NewEntry => ({
      ...op,
      key: '',
      ...(op.type === 'snapshot_taken' && {
        picture: { sha256: String(place).padStart(64, '0'), body: new Blob(['jpeg']), not_before: 0 },
      }),
    }),
  )
  memory.send({ type: 'OPS_WRITTEN', written: await appendEntries(localDatabase(), ATTEMPT, entries) })
}
const verdict = (change: Partial<SubmissionView>): SubmissionView => ({
  submission_id: 1,
  problem_id: 1,
  status: 'processing',
  submission_count: 0,
  total_testcases: 3,
  passed_testcases: 0,
  judged_testcases: 0,
  marks: 0,
  ...change,
})

const table: [string, readonly TypedOp[], TypedOp, RejectReason | null][] = [
  ['a choice', [], choice(7, 71), null],
  ['of no question of the test', [], choice(9, 91), 'unknown_question'],
  ['with an option of another question', [], choice(7, 81), 'unknown_option'],
  ['with an option twice', [], choice(8, 81, 81), 'bad_body'],
  ['with two options where one is asked', [], choice(7, 71, 72), 'single_choice'],
  ['with two where several are', [], choice(8, 81, 82), null],
  ['behind the end of the questions', [submitAll], choice(7, 71), 'already_submitted'],
  ['the end of the questions again', [submitAll], submitAll, 'already_submitted'],
  ['a draft', [], draft(1, 2), null],
  ['a draft of no problem of the test', [], draft(3, 2), 'unknown_problem'],
  ['a draft in no language of the test', [], draft(1, 9), 'unknown_language'],
  ['the last submission allowed', [submit], submit, null],
  ['one more', [submit, submit], submit, 'no_submissions_left'],
  ['work behind the finish', [finish], draft(1, 2), 'after_finish'],
  ['a second finish', [finish], finish, 'already_finished'],
  ['the end by time before it is over', [], { type: 'finish', body: { reason: 'timeout' } }, 'not_over'],
  ['feedback behind the finish', [finish], feedback, null],
  ['feedback twice', [finish, feedback], feedback, 'already_submitted'],
  ['feedback on another end', [finish, feedback, finish], feedback, null],
  ['a report twice', [report], report, 'already_submitted'],
  ['the last picture', Array(MAX_SNAPSHOTS - 1).fill(picture), picture, null],
  ['one picture more', Array(MAX_SNAPSHOTS).fill(picture), picture, 'too_large'],
  ['what the page noticed', [], { type: 'focus_lost', body: {} }, null],
]

/** All but the last stand in the record alone: hundreds of pictures in one test say no more than one. */
async function writeAll(ops: readonly TypedOp[]): Promise<void> {
  const pictures = ops.filter(({ type }) => type === 'snapshot_taken').length
  if (pictures < 2) return write(...ops)
  await localDatabase().attempts.update(ATTEMPT, { pictures_named: pictures - 1 })
  await write(picture)
}

it.each(table)('%s', async (_, before, op, reason) => {
  await writeAll(before)
  expect(refusalHere(memory.state, op)).toBe(reason)
  // Also after a reload: it is the log that says so.
  const { content } = memory.state
  memory = await openMemory(localDatabase())
  know(memory, { content })
  expect(refusalHere(memory.state, op)).toBe(reason)
})

describe('a submission', () => {
  it('that the server refused, or holds, is none of those that are spent', async () => {
    await write(submit, submit)
    const [first, second] = memory.state.submissions
    if (!first || !second) throw new Error('nothing was submitted')
    know(memory, { rejected: new Map([[first.op_id, 'bad_body']]) })
    expect(refusalHere(memory.state, submit)).toBeNull()
    know(memory, { rejected: new Map() })
    const held = verdict({ not_counted: 'The test was paused when this was made.' })
    memory.send({ type: 'SUBMISSION_JUDGED', opId: first.op_id, result: held })
    expect(refusalHere(memory.state, submit)).toBeNull()
    memory.send({ type: 'SUBMISSION_JUDGED', opId: second.op_id, result: verdict({ status: 'accepted' }) })
    await write(submit)
    expect(refusalHere(memory.state, submit)).toBe('no_submissions_left')
  })

  it('on its way into the log is spent', () => {
    const making = { problem_id: 1, language_id: 2, made_at: 0 }
    know(memory, { submitting: ['a', 'b'].map((op_id) => ({ ...making, op_id })) })
    expect(refusalHere(memory.state, submit)).toBe('no_submissions_left')
  })

  it('that has just come into it is one, and not two', async () => {
    await write(submit)
    const submitting = memory.state.submissions.map(({ op_id, problem_id, language_id, made_at }) => ({
      op_id,
      problem_id,
      language_id,
      made_at,
    }))
    know(memory, { submitting })
    expect(refusalHere(memory.state, submit)).toBeNull()
  })
})

it('before the questions are here the server alone knows what belongs to the test', () => {
  know(memory, { content: null })
  expect([choice(9, 91), draft(3, 9), submit].map((op) => refusalHere(memory.state, op))).toEqual([
    null,
    null,
    null,
  ])
})

describe('what is refused', () => {
  const types = async (): Promise<OpType[]> => (await localDatabase().ops.toArray()).map(({ type }) => type)

  it('is told in words, shown nowhere and not written; behind the end nobody is told', async () => {
    const commands = new Commands(localDatabase, memory, new LogWriter(memory), new DraftBuffer(memory))
    const refused = commands.choose('mcq_select', 7, [71, 72])
    await expect(refused).rejects.toThrow(RefusedByRules)
    await expect(refused).rejects.toThrow(refusalText.single_choice)
    await expect(commands.submit(1, 9, 'x')).rejects.toThrow(refusalText.unknown_language)
    expect([memory.state.choosing.size, memory.state.submitting, await types()]).toEqual([0, [], []])
    await write(finish)
    await commands.choose('mcq_save', 7, [71])
    await commands.submit(1, 2, 'late')
    expect([memory.state.choosing.size, memory.state.submitting, await types()]).toEqual([0, [], ['finish']])
  })
})
