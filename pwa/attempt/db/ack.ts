import type { ReceiptFile } from '#contract/receipt.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import { anchorNow } from '../clock.ts'
import { fileOfAnswer } from '../receipt.ts'
import { opsOf } from './ops.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from './schema.ts'

/** The changes that the server's answers make on this device. */

/**
 * Writes what the server holds, before anything is shown as saved.
 * @param leaseId of the request that was answered: of a lease taken meanwhile it says nothing
 */
export async function recordAck(
  db: LocalDatabase,
  attemptId: string,
  answer: SyncAnswer,
  leaseId?: string,
): Promise<void> {
  const serverMs = Date.parse(answer.server_time)
  await db.transaction('rw', [db.attempts, db.ops, db.submissions], async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt || (leaseId !== undefined && attempt.lease_id !== leaseId)) return
    // Read and written together: after an outage there are a hundred of them in every answer.
    const ops = await opsOf(db, attemptId, answer.results)
    const acked: OpRecord[] = []
    let wasOver = attempt.finished_at !== null || attempt.state !== 'running'
    for (const [index, result] of answer.results.entries()) {
      const op = ops[index]
      const reason = result.result === 'rejected' ? result.reason : null
      if (op) acked.push({ ...op, result: result.result, reason, acked_at: serverMs })
      // The clock was not over: minutes were given that this device had not heard of. The test goes on.
      if (reason === 'not_over') {
        const isFinish = op?.type !== 'mcq_submit_all'
        wasOver &&= !isFinish
        await db.attempts.update(attemptId, isFinish ? { finished_at: null } : { mcqs_submitted: false })
      }
      if (result.result !== 'rejected' && result.submission_id !== undefined)
        await db.submissions.update([attemptId, result.op_id], { submission_id: result.submission_id })
    }
    await db.ops.bulkPut(acked)
    // The server has all that this device wrote, its end as well, and says that the test runs: it was opened again.
    const hasAll = answer.head_seq === attempt.tail_seq
    const goesOn = hasAll && answer.state === 'running'
    await db.attempts.update(attemptId, {
      ...(hasAll && { mcqs_submitted: answer.mcqs_submitted }),
      ...(goesOn && {
        finished_at: null,
        end_reached: false,
        ended_elsewhere: false,
        // Both belong to an end that counts no more.
        finish_receipt: undefined,
        finish_file: undefined,
      }),
      // As the server does: what ended it before does not end it again at once.
      ...(goesOn && wasOver && { strikes: 0, strikes_seq: undefined, screen_exits: 0 }),
      acked_seq: answer.head_seq,
      acked_hash: answer.head_hash,
      acked_at: serverMs,
      server_epoch: answer.server_epoch,
      ...toldBy(attempt, answer),
      receipt: answer.receipt,
      receipt_file: furthest(attempt, fileOfAnswer(attempt, answer)),
      ...(answer.state !== 'running' &&
        !attempt.ended_elsewhere &&
        attempt.finish_receipt === undefined && {
          finish_receipt: answer.receipt,
          finish_file: fileOfAnswer(attempt, answer),
        }),
    })
  })
}

/** A server that came back from a backup is shown what it held before, until it holds as much again. */
const furthest = (
  { lease_id, receipt_file: known }: AttemptRecord,
  given: ReceiptFile | undefined,
): ReceiptFile | undefined =>
  known?.lease_id === lease_id && given && known.head_seq > given.head_seq ? known : given

/** The facts an answer tells of the test, whatever it acknowledges: its time, its rules and its end. */
export const toldBy = (attempt: AttemptRecord, answer: SyncAnswer): Partial<AttemptRecord> => ({
  anchor: anchorNow(answer.anchor, Date.parse(answer.server_time)),
  deadline_at: Date.parse(answer.deadline_at),
  state: answer.state,
  end_reason: answer.end_reason,
  paused_at: timeOrNull(answer.paused_at),
  newest_notice: answer.newest_notice,
  ...(answer.rules && { view: { ...attempt.view, ...answer.rules } }),
})

export const timeOrNull = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
