import { isStrike } from '#machines/attempt/proctoring.ts'
import { NO_TEST, NoAttempt } from './append.ts'
import { listOpsAfter, opsOf } from './ops.ts'
import type { AnswerRecord, AttemptRecord, LocalDatabase, OpRecord, SubmissionRecord } from './schema.ts'

/** A test's contents on this device, read together. */

/** The part that acks change. */
export interface Work {
  readonly attempt: Readonly<AttemptRecord>
  readonly answers: ReadonlyMap<string, Readonly<AnswerRecord>>
  /** Server time each seq of an answer was taken at. */
  readonly ackedAt: ReadonlyMap<number, number>
  readonly submissions: readonly Readonly<SubmissionRecord>[]
  readonly rejected: ReadonlyMap<string, string>
  /** Seqs of answers that the server refused: acknowledged, and not saved. */
  readonly refused: ReadonlySet<number>
  /** Seqs of answers that came in time and count for nothing by themselves: they were made while the clock stood. */
  readonly late: ReadonlySet<number>
}

export const byTime = (a: SubmissionRecord, b: SubmissionRecord): number => a.made_at - b.made_at

/**
 * Reads it together, in one transaction: this is done after every ack, and the next write waits for reads that began
 * before it. A test that leaves the device meanwhile is read whole, or not at all.
 * @throws NoAttempt
 */
export const readWork = (db: LocalDatabase, attemptId: string): Promise<Work> =>
  db.transaction('r', [db.attempts, db.answers, db.submissions, db.ops], async () => {
    const [attempt, answers, submissions] = await Promise.all([
      db.attempts.get(attemptId),
      db.answers.where('attempt_id').equals(attemptId).toArray(),
      db.submissions.where('attempt_id').equals(attemptId).toArray(),
    ])
    if (!attempt) throw new NoAttempt(NO_TEST)
    const [ops, submitOps] = await Promise.all([
      opsOf(db, attemptId, answers),
      opsOf(db, attemptId, submissions),
    ])
    return {
      attempt,
      answers: new Map(answers.map((row) => [row.key, row])),
      ackedAt: new Map(ops.flatMap((op) => (op?.acked_at ? [[op.seq, op.acked_at] as const] : []))),
      refused: new Set(ops.flatMap((op) => (op?.reason ? [op.seq] : []))),
      late: new Set(ops.flatMap((op) => (op && isLateInTime(op, attempt) ? [op.seq] : []))),
      submissions: submissions.toSorted(byTime),
      rejected: new Map(submitOps.flatMap((op) => (op?.reason ? [[op.op_id, op.reason] as const] : []))),
    }
  })

/**
 * Work that came after the deadline gets the same answer and is left out: it may have been made in time, so staff
 * decides.
 */
const isLateInTime = ({ result, acked_at }: OpRecord, { deadline_at }: AttemptRecord): boolean =>
  result === 'applied_late' && acked_at !== null && acked_at <= deadline_at

/**
 * Those the server told of, and those this device has written since. In a test that was begun with an earlier version of
 * the pages they stand in the log, which is read only where they decide anything.
 */
export async function strikesOf(db: LocalDatabase, attempt: AttemptRecord): Promise<number> {
  const { attempt_id, strikes = 0, strikes_seq } = attempt
  if (strikes_seq === undefined) return strikes
  if (attempt.view.leave_policy !== 'warn') return 0
  const since = await listOpsAfter(db, attempt_id, strikes_seq)
  return strikes + since.filter((op) => isStrike(op.type, JSON.parse(op.body ?? '{}'))).length
}
