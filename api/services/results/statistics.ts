import type { z } from 'zod'
import type { statisticsView } from '#contract/views/admin.ts'
import { countFunnel, countJudging, countScores, countScoresByTotal } from '#db/queries/attemptLists.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { requireDrive } from '../drives.ts'
import { totalMarksOf } from './totalMarks.ts'

const PARTS = 10

/**
 * Scores in ten equal parts of the total marks; the last part holds the full marks too. A score of another total stands
 * where the same share of it would.
 */
export function histogramOf(
  scores: readonly { score: number; n: number; total?: number }[],
  totalMarks: number,
) {
  const width = totalMarks / PARTS
  const parts = Array.from({ length: PARTS }, (_, i) => ({ from: i * width, to: (i + 1) * width, count: 0 }))
  if (totalMarks <= 0) return []
  for (const { score, n, total = totalMarks } of scores) {
    const share = total > 0 ? score / (total / PARTS) : 0
    const part = parts[Math.min(PARTS - 1, Math.max(0, Math.floor(share)))]
    if (part) part.count += n
  }
  return parts
}

/** How far a drive's candidates came, and how their scores lie. @throws DomainError not_found */
export async function statisticsOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
): Promise<z.input<typeof statisticsView>> {
  const drive = await requireDrive(ctx, actor, driveId)
  const { total, isMixed } = await totalMarksOf(ctx.db.read, drive)
  const scores = await (isMixed ? countScoresByTotal : countScores)(ctx.db.read, driveId)
  return {
    judging: await countJudging(ctx.db.read, driveId),
    funnel: await countFunnel(ctx.db.read, drive),
    histogram: histogramOf(scores, total),
  }
}
