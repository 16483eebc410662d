/** Scores: best submission a problem plus full marks for an exactly right selection. */

/** Exactly the right options, no more and no fewer. */
export function isExactlyRight(selected: readonly number[], right: ReadonlySet<number>): boolean {
  return right.size > 0 && selected.length === right.size && selected.every((id) => right.has(id))
}

/** The marks of a problem: the best of its judged submissions. */
export function bestMarks(submissions: readonly { marks: number }[]): number {
  return submissions.reduce((best, s) => Math.max(best, s.marks), 0)
}
