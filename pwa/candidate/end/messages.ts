import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { formatClock } from '../format.ts'
import { timeOverMessage } from './reasons.ts'

/**
 * When it was finished, and how long before the end; where nobody finished it, that its time was over, or when it was ended.
 * @param endedAt by the server's word, where this device was told
 */
export function finishedMessage(
  finishedAt: number | null,
  deadlineAt: number,
  reason: string | null,
  endedAt?: number,
): string {
  if (finishedAt === null) {
    if (reason === texts.timeOver) return ` ${timeOverMessage}`
    return endedAt === undefined ? '' : ` It was ended at ${formatClock(endedAt)}.`
  }
  const early = Math.round((deadlineAt - finishedAt) / 1000)
  const at = ` Finished at ${formatClock(finishedAt)}`
  if (early < 1) return `${at}, at the end of your time.`
  return `${at}, ${plural(Math.floor(early / 60), 'minute')} and ${plural(early % 60, 'second')} before the end.`
}

/** That some of it does not count as things stand. */
function waitingWork(pieces: number): string {
  const came = 'came late, or from a device that no longer had the test.'
  return pieces === 1
    ? `One piece of your work ${came} It is kept, and counts once staff accepts it.`
    : `${pieces} pieces of your work ${came} They are kept, and count once staff accepts them.`
}

/** The decisions of staff on such work. */
function decidedWork({ accepted, rejected }: NonNullable<LateWork['decided_pieces']>): string {
  const parts = [
    accepted > 0 && plural(accepted, 'piece counts', 'pieces count'),
    rejected > 0 && plural(rejected, 'piece does not count', 'pieces do not count'),
  ]
  return `Staff decided about work of yours that came late, or from a device that no longer had the test: ${parts.filter(Boolean).join(', ')}.`
}

export type LateWork = Partial<Pick<DriveView, 'waiting_pieces' | 'decided_pieces'>>

/** A sentence each on the work that waits for staff, and on what they decided. */
export const lateLines = ({ waiting_pieces = 0, decided_pieces }: LateWork): string[] => [
  ...(waiting_pieces > 0 ? [waitingWork(waiting_pieces)] : []),
  ...(decided_pieces ? [decidedWork(decided_pieces)] : []),
]

/** True whatever was not saved, and whether or not it is known. */
export const savedCounts = 'What you had saved until then is kept and counts.'

/** The fate of the work of a test that ended by force; the page names below what does not count, or is still here. */
export function keptMessage(isWaiting: boolean, hasUncounted: boolean, isUnsaved: boolean): string {
  if (isUnsaved) return `${savedCounts} What is not saved yet is named below.`
  if (isWaiting) return 'What you had written until then is kept.'
  return hasUncounted ? savedCounts : 'What you had written until then is kept and counts.'
}
