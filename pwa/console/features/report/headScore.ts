import type { ReportView } from '../../views.ts'

/** What stands at the head of a report. */
export interface HeadScore {
  obtained: number
  claimed: number
  total: number
  percentage: number
}

/** None before the end of the test, as in the results: what stands below it until then is no result yet. */
export const headScoreOf = ({ time, score }: Pick<ReportView, 'time' | 'score'>): HeadScore | null =>
  time.test_finished === null
    ? null
    : {
        obtained: score.obtained_score,
        claimed: score.claimed_score,
        total: score.total_score,
        percentage: score.percentage,
      }
