import type { Queries } from '#db/connect.ts'
import { listTotals } from '#db/queries/papers.ts'

/**
 * The total marks of a drive's results. Once somebody has begun they come from what was asked, whatever became of the
 * bank since: where candidates were asked versions with different totals, it is the highest, and each row has its own.
 */
export async function totalMarksOf(
  q: Queries,
  drive: { id: number; total_marks: number },
): Promise<{ total: number; isMixed: boolean }> {
  const totals = await listTotals(q, drive.id)
  return { total: totals.at(-1) ?? drive.total_marks, isMixed: totals.length > 1 }
}
