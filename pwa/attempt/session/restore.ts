import { codeKey, type FinishBody } from '#contract/ops.ts'
import { answerEntries } from '../db/answerEntries.ts'
import type { NewEntry } from '../db/append.ts'
import { putBack } from '../db/putBack.ts'
import type { LocalDatabase, SubmissionRecord } from '../db/schema.ts'
import { unsentCount } from '../pending.ts'
import { type ClientState, isUncounted } from '../state.ts'
import { readSession, takeSession } from './store.ts'

/**
 * The browser's data was deleted under an open test: the page still has all of it, and keeps it anew. The log goes on
 * behind what the server acknowledged; what it had not is appended again from what the page knows. If the server has
 * more of the log than it could acknowledge, it calls that a fork, and the test goes on under a fresh lease as after
 * any other.
 */

/** Whether there is anything to keep: a test that has ended and is on the server whole may leave the device. */
const isOwed = ({ attempt }: ClientState): boolean =>
  !attempt.lease_lost && (attempt.finished_at === null || unsentCount({ ...attempt, aside_waiting: 0 }) > 0)

/**
 * @param deviceId this browser's, by which the server knows whose lease it is
 * @returns whether the test is on the device now
 */
export async function restoreAttempt(
  db: LocalDatabase,
  memory: ClientState,
  deviceId: string,
): Promise<boolean> {
  const { attempt, content, languageOf, position } = memory
  if (!isOwed(memory)) return false
  const isHeld = (row: { seq: number }): boolean => !isLost(memory, row)
  const entries = lostEntries(memory)
  await putBack(db, {
    attempt,
    // Their ops go with the storage, and what those said of them.
    answers: [...memory.answers.values()]
      .filter(isHeld)
      .map((row) => (isUncounted(memory, row) ? { ...row, is_uncounted: true } : row)),
    submissions: memory.submissions.filter(isHeld),
    content,
    deviceId,
    prefs: { languageOf, position },
    entries,
  })
  // The browser may be in another test by now.
  if (readSession() === null) takeSession(memory.attempt)
  return true
}

/** The server has not acknowledged it, or refused it: then it is refused again, and goes on being shown as not saved. */
const isLost = ({ attempt, refused }: ClientState, { seq }: { seq: number }): boolean =>
  seq > attempt.acked_seq || refused.has(seq)

/**
 * Entries that the page knows and the server had not acknowledged, in the order they were made in, and the end behind
 * them.
 */
function lostEntries(memory: ClientState): NewEntry[] {
  const { attempt, answers, submissions } = memory
  const submits = submissions.filter((row) => isLost(memory, row)).flatMap((row) => submitOf(row, answers))
  const submitted = new Set(submits.map(({ seq }) => seq))
  const values = [...answers.values()]
    .filter((answer) => isLost(memory, answer) && !submitted.has(answer.seq))
    .flatMap((answer) => {
      // Nothing in a test that has ended was made later than its end.
      const madeAt = answer.made_at ?? attempt.finished_at ?? undefined
      return answerEntries(answer).map((entry) => ({ seq: answer.seq, entry: { ...entry, madeAt } }))
    })
  const work = [...submits, ...values].toSorted((a, b) => a.seq - b.seq)
  // Signals that the page had not sent went with the storage, and the log is told that they did.
  const told: NewEntry = { type: 'restored', key: '', body: { ms: 0, why: 'storage deleted' } }
  const isOver = attempt.finished_at !== null
  return [
    ...(isOver ? [] : [told]),
    ...work.map(({ entry }) => entry),
    ...endEntries(attempt),
    ...onceEntries(attempt),
  ]
}

/** A submission with the program it had; one of an older version of the pages is known by its answer, while that is its own. */
function submitOf(
  { seq, op_id, problem_id, language_id, made_at, source }: SubmissionRecord,
  answers: ClientState['answers'],
): { seq: number; entry: NewEntry }[] {
  const key = codeKey(problem_id, language_id)
  const answer = answers.get(key)
  const source_code = source ?? (answer?.seq === seq ? String(answer.value) : undefined)
  if (source_code === undefined) return []
  const body = { problem_id, language_id, source_code }
  return [{ seq, entry: { type: 'submit', key, body, op_id, madeAt: made_at } }]
}

/** The end as it was made here, where the server has not acknowledged all of it. */
function endEntries(attempt: ClientState['attempt']): NewEntry[] {
  const { finished_at, mcqs_submitted, deadline_at, acked_seq, tail_seq } = attempt
  const isOver = finished_at !== null
  if (tail_seq <= acked_seq || (isOver && (attempt.finish_seq ?? tail_seq) <= acked_seq)) return []
  const madeAt = finished_at ?? undefined
  const reason: FinishBody['reason'] =
    attempt.finish_kind ?? (isOver && finished_at >= deadline_at ? 'timeout' : 'candidate')
  const atZero = isOver && reason === 'timeout'
  return [
    ...(mcqs_submitted
      ? [{ type: 'mcq_submit_all' as const, key: '', body: atZero ? { at_zero: true } : {}, madeAt }]
      : []),
    ...(isOver ? [{ type: 'finish' as const, key: '', body: { reason }, madeAt }] : []),
  ]
}

/** The feedback, and what was told of how the test was left, where the server has not acknowledged it. */
const onceEntries = ({ said_once = [], acked_seq }: ClientState['attempt']): NewEntry[] =>
  said_once
    .filter(({ seq }) => seq > acked_seq)
    .map(({ type, body, made_at }) => ({ type, key: '', body, madeAt: made_at }))
