import type { Queries } from '#db/connect.ts'
import { listOutcomes } from '#db/queries/retention.ts'
import { nextTurn } from '#db/turn.ts'
import { histogramOf } from '../results/statistics.ts'

/** Fewer scores than these tell of somebody, though they name nobody. */
const LEAST = 5

/** So many are read within some milliseconds. */
const READ_AT_ONCE = 500

/**
 * The figures that name nobody of the tests that go, as their audit entry keeps them; a few tests leave only how many they
 * were. Figures of any other test, whose result is kept, would tell the difference. For the reading connection: other calls
 * come in between.
 */
export async function summaryOfResults(q: Queries, attemptIds: readonly number[]) {
  const outcomes: Awaited<ReturnType<typeof listOutcomes>> = []
  for (let at = 0; at < attemptIds.length; at += READ_AT_ONCE) {
    outcomes.push(...(await listOutcomes(q, attemptIds.slice(at, at + READ_AT_ONCE))))
    await nextTurn()
  }
  const finished = outcomes.filter(({ isFinished }) => isFinished === 1)
  const counts = {
    invited: outcomes.length,
    started: outcomes.filter(({ isStarted }) => isStarted === 1).length,
    finished: finished.length,
  }
  if (finished.length < LEAST) return counts
  const scores = finished.map(({ score, total }) => ({ score, total: total ?? 0, n: 1 }))
  const total_marks = scores.reduce((most, { total }) => Math.max(most, total), 0)
  const parts = histogramOf(scores, total_marks)
  const sum = scores.reduce((all, { score }) => all + score, 0)
  return {
    ...counts,
    total_marks,
    average_score: Math.round((sum / finished.length) * 10) / 10,
    distribution: Object.fromEntries(
      parts.flatMap(({ count }, n) =>
        count === 0 ? [] : [[`${(n * 100) / parts.length} to ${((n + 1) * 100) / parts.length} %`, count]],
      ),
    ),
  }
}
