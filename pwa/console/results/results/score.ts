import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ResultRow } from '#contract/views/admin.ts'

export interface Score {
  proven: number
  /** What only the device claims beyond it. */
  claimed: number
  judging: number
}

/** By the server's word for the time of a test that has begun and has no end yet, also of one that was reopened. */
export const isRunning = (row: ResultRow): boolean => row.time_taken === consoleTexts.inProgress

/** None while a test runs: what a reopened one had before is no result, or it would stand above who is further. */
export function scoreOf(row: ResultRow): Score | null {
  if (row.score === null || isRunning(row)) return null
  return {
    proven: row.score,
    claimed: Math.max(0, (row.score_claimed ?? row.score) - row.score),
    judging: row.judging,
  }
}
