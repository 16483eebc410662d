import type { FinishBody } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import type { Queries } from '#db/connect.ts'
import { type AttemptChange, updateAttempt } from '#db/queries/attempts.ts'
import { countInDrive } from '#db/queries/drives.ts'
import { insertEvent } from '#db/queries/events.ts'
import type { HeadRow } from '#db/queries/log.ts'
import type { Verdict } from '#machines/attempt/verdict.ts'
import { dropUnsavedChoices } from './choices.ts'
import type { DriveContent } from './content.ts'
import { endOfPause } from './deadline.ts'
import { judgeLastDrafts } from './lastDrafts.ts'
import { recomputeScore } from './scoring.ts'

/** The one place where a test ends. Everything that follows an end, whoever brought it, hangs here. */

/** Who ended it, when, and why. A finish is an op of the log; the server ends what nobody came back to. */
type End =
  | { by: 'candidate'; at: number; reason: FinishBody['reason']; seq: number; verdict: Verdict }
  | { by: 'server'; at: number; reason: 'timeout' | 'connection_lost' }

type EndingHead = Pick<
  HeadRow,
  | 'id'
  | 'drive_id'
  | 'finish_seq'
  | 'sealed_at'
  | 'end_reason'
  | 'deadline_at'
  | 'paused_at'
  | 'paused_ms'
  | 'unused_ms'
>

const endReasons: Record<End['reason'], string> = {
  candidate: texts.finishedByCandidate,
  timeout: texts.timeOver,
  switched: texts.switchedWindow,
  feedback: texts.finishedByCandidate,
  connection_lost: texts.connectionLost,
}

/**
 * The reason by which a finish ends the test. A finish made past the deadline found the test over: its time had run
 * out, and the choices made by then count as they do at zero.
 */
export const finishKind = (reason: FinishBody['reason'], verdict: string): FinishBody['reason'] =>
  verdict === 'late' ? 'timeout' : reason

/** Whether a test is over, by its candidate's finish or by the server's seal. */
export const isEnded = ({ finish_seq, sealed_at }: Pick<HeadRow, 'finish_seq' | 'sealed_at'>): boolean =>
  finish_seq !== null || sealed_at !== null

/**
 * Ends a test in the caller's transaction, then judges the last drafts and scores. A finish that comes behind the
 * server's end closes the log; made in time it also takes the place of that end, otherwise it moves nothing. The receipt
 * is the caller's: it names the head, which a finish has yet to move.
 * @param now when the end is written, in server milliseconds; `end.at` is when it was made
 * @returns the reason in words that stands now
 */
export async function endAttempt(
  tx: Queries,
  head: EndingHead,
  content: DriveContent,
  end: End,
  now: number,
): Promise<string | null> {
  const isFirst = !isEnded(head)
  const moves = isFirst || (end.by === 'candidate' && end.verdict !== 'late')
  const kind = end.by === 'candidate' ? finishKind(end.reason, end.verdict) : null
  if (moves && end.by === 'candidate' && kind !== 'timeout')
    await dropUnsavedChoices(tx, head.id, { finish_kind: kind })
  const change: AttemptChange = {
    ...endOfPause(head, end.at),
    ...(end.by === 'candidate' ? { finish_seq: end.seq } : { sealed_at: now }),
    ...(moves && {
      ...(end.by === 'candidate' && { finish_kind: kind, finish_verdict: end.verdict }),
      finished_at: Math.min(end.at, head.deadline_at ?? end.at),
      end_reason: endReasons[kind ?? end.reason],
    }),
  }
  await updateAttempt(tx, head.id, change)
  if (isFirst) await countInDrive(tx, head.drive_id, { finished: 1 })
  await scoreEnded(tx, head.id, content, now)
  // A candidate who finished knows; a page that is still open is told of the server's end.
  if (end.by === 'server')
    await insertEvent(tx, { attempt_id: head.id }, { type: 'attempt', what: 'ended' }, now)
  return change.end_reason ?? head.end_reason
}

/** Scores work that came in, or was decided, once a test was over: it counts as if it had been there at the end. */
export async function scoreEnded(
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  now: number,
): Promise<void> {
  await judgeLastDrafts(tx, attemptId, content, now)
  await recomputeScore(tx, attemptId, content)
}
