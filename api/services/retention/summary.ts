import type { Queries } from '#db/connect.ts'
import { countScores, countScoresByTotal } from '#db/queries/attemptLists.ts'
import { summarizeScores } from '#db/queries/retention.ts'
import { histogramOf } from '../results/statistics.ts'
import { totalMarksOf } from '../results/totalMarks.ts'

/** Fewer scores than these tell of somebody, though they name nobody. */
const LEAST = 5

/**
 * The figures of a drive’s results that name nobody, as its audit entry keeps them; a few tests leave only how many they
 * were. For the reading connection: other calls come in between.
 */
export async function summaryOfResults(q: Queries, drive: { id: number; total_marks: number }) {
  const { average, ...counts } = await summarizeScores(q, drive.id)
  if (counts.finished < LEAST || average === null) return counts
  const { total, isMixed } = await totalMarksOf(q, drive)
  const scores = await (isMixed ? countScoresByTotal : countScores)(q, drive.id)
  const parts = histogramOf(scores, total)
  return {
    ...counts,
    total_marks: total,
    average_score: Math.round(average * 10) / 10,
    distribution: Object.fromEntries(
      parts.flatMap(({ count }, n) =>
        count === 0 ? [] : [[`${(n * 100) / parts.length} to ${((n + 1) * 100) / parts.length} %`, count]],
      ),
    ),
  }
}
