/** The marks of a problem: the best of its judged submissions. */
export function bestMarks(submissions: readonly { marks: number }[]): number {
  return submissions.reduce((best, s) => Math.max(best, s.marks), 0)
}
