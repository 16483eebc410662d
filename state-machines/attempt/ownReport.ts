/** Whether a candidate may read the report of their own attempt. */

export interface ReleaseFacts {
  /** The setting of the drive. */
  isReleased: boolean
  /** An assessment never ends: there the candidate's own end counts. */
  isAssessment: boolean
  driveEndAt: number
  deadlineAt: number | null
  finishedAt: number | null
}

/**
 * none: the organization does not release reports, or there is nothing to report · later: others still take the same
 * test · ready
 */
export function ownReportState(facts: ReleaseFacts, now: number): 'none' | 'later' | 'ready' {
  const { isReleased, isAssessment, driveEndAt, deadlineAt, finishedAt } = facts
  if (!isReleased || deadlineAt === null) return 'none'
  const ends = isAssessment ? deadlineAt : Math.max(driveEndAt, deadlineAt)
  return finishedAt !== null && now >= ends ? 'ready' : 'later'
}
