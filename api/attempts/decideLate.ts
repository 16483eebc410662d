import type { LateDecision } from '#contract/views/lateWork.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, findAnswer, setAnswerVerdict, setSaved } from '#db/queries/answers.ts'
import { setSubmissionVerdict } from '#db/queries/judging.ts'
import { findClaimedBefore, type LateRow } from '#db/queries/lateWork.ts'
import { valueIn, workOf } from './mergeQuarantinedOp.ts'
import { storedText } from './storedBody.ts'

/** A staff decision about work of the log changes how that work counts. The log itself stays as it is. */

type LoggedPiece = Pick<
  LateRow,
  'op_id' | 'type' | 'key' | 'seq' | 'verdict' | 'body' | 'body_deflated' | 'made_at'
> & {
  received_at: number
}

/**
 * Lets a program of the log count, or not. One that came too late behind a claimed one becomes the answer by being accepted
 * alone, and gives the claimed one its place back where staff changes its mind. It takes the place of no newer one.
 */
export async function decideLogged(
  tx: Queries,
  attemptId: number,
  piece: LoggedPiece,
  decision: LateDecision,
): Promise<void> {
  const verdict = decision === 'accepted' ? 'on_time' : 'late'
  await setSubmissionVerdict(tx, attemptId, piece, verdict)
  const answer = await findAnswer(tx, attemptId, piece.key)
  if (answer?.saved_seq === piece.seq) {
    const claimed =
      decision === 'rejected' && piece.verdict === 'late'
        ? await findClaimedBefore(tx, attemptId, piece)
        : undefined
    if (claimed) await setSaved(tx, attemptId, piece.key, savedOf(claimed, claimed.verdict))
    else await setAnswerVerdict(tx, attemptId, piece, verdict)
  } else if (decision === 'accepted' && isNewer(piece, answer)) {
    await setSaved(tx, attemptId, piece.key, savedOf(piece, 'on_time'))
  }
}

/** An answer from beside the log has no place in it: then the times they were made at tell. */
function isNewer({ seq, made_at }: LoggedPiece, answer: AnswerRow | undefined): boolean {
  if (!answer) return false
  return answer.saved_from === null ? seq > (answer.saved_seq ?? 0) : (made_at ?? 0) > answer.made_at
}

function savedOf<V extends string>(piece: Omit<LoggedPiece, 'op_id' | 'verdict'>, verdict: V) {
  const text = piece.body === null ? null : storedText(piece.body as Buffer, piece.body_deflated === 1)
  const body = workOf({ type: piece.type, key: piece.key, body: text })?.body
  if (!body || piece.made_at === null) throw new Error(`Change ${piece.seq} is no work`)
  return {
    saved: valueIn(body),
    saved_seq: piece.seq,
    saved_at: piece.received_at,
    made_at: piece.made_at,
    verdict,
  }
}
