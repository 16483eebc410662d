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
 * Lets a piece of the log count, or not. Work that came too late behind claimed work becomes the answer only by being
 * accepted, and gives the claimed work its place back if staff changes its mind.
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

/** A piece behind the answer takes its place; a piece before it does so only if the answer does not count itself. */
const isNewer = ({ seq }: LoggedPiece, answer: AnswerRow | undefined): boolean =>
  answer !== undefined && (seq > (answer.saved_seq ?? 0) || answer.verdict !== 'on_time')

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
