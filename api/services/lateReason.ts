import type { LateReason } from '#contract/views/lateWork.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'
import type { LateRow, listFirstWritings } from '#db/queries/lateWork.ts'
import { isInPause, type Pause } from '#machines/attempt/verdict.ts'

export type Writings = Awaited<ReturnType<typeof listFirstWritings>>

/**
 * Why a piece stands among late work: what rows show for certain, and no guess between two.
 * @param evidence when it was made by the device's account, and who wrote to each place of the log since when, and when the
 *   clock stood still
 */
export function reasonOf(
  row: LateRow,
  { attempt }: Pick<JoinedAttempt, 'attempt'>,
  { made, written, pauses }: { made: number; written: Writings; pauses: readonly Pause[] },
): LateReason {
  if (row.source === 'log') {
    if (row.verdict === 'on_time_claimed') return 'claimed'
    if (isInPause(made, pauses)) return 'paused'
    return made > (attempt.deadline_at ?? Infinity) ? 'made_late' : 'unproven'
  }
  // A piece that staff took over says nothing of how it stood before.
  if (row.decision === null && row.was_adopted) {
    if (row.adopted_at !== null) return 'adopted'
    if (row.superseded) return 'superseded'
    return row.same ? 'same' : 'written_over'
  }
  if (row.decision === null && row.same) return 'same'
  const before = written.some(
    ({ key, epoch, received_at }) => key === row.key && epoch > row.epoch && received_at <= row.received_at,
  )
  if (before) return 'written_before'
  const ends = [
    attempt.finished_at,
    attempt.deadline_at,
    row.type.startsWith('mcq_') ? attempt.mcqs_submitted_at : null,
  ].filter((at) => at !== null)
  if (ends.some((at) => at < row.received_at)) return 'after_end'
  return row.given_up ? 'given_up' : 'lost'
}
