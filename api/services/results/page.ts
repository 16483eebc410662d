import type { z } from 'zod'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { resultPage } from '#contract/views/admin.ts'
import { type AttemptPage, countSelected } from '#db/queries/attemptLists.ts'
import { listResults } from '#db/queries/drives.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { pagesOf, requireDrive } from '../drives.ts'
import { allKeptFieldsOf } from '../retention/setting.ts'
import { timeTaken } from './timeTaken.ts'
import { totalMarksOf } from './totalMarks.ts'

/** One page of a drive's results. @throws DomainError not_found */
export async function resultsOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  query: {
    page: number
    search: string
    shortlisted?: boolean | undefined
    sort?: AttemptPage['order']
  },
): Promise<z.input<typeof resultPage>> {
  const drive = await requireDrive(ctx, actor, driveId)
  const { rows, total } = await listResults(ctx.db.read, {
    drive,
    order: query.sort ?? 'best',
    search: query.search,
    only: query.shortlisted ? 'selected' : undefined,
    offset: (query.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  })
  const marks = await totalMarksOf(ctx.db.read, drive)
  return {
    drive_name: drive.name,
    total_selected_candidates: await countSelected(ctx.db.read, driveId),
    absent_candidates_count: drive.invitation_sent - drive.appeared,
    drive_total_marks: marks.total,
    results: rows.map(({ candidate, attempt, judging, total_marks }) => ({
      candidate_id: candidate.id,
      first_name: candidate.first_name,
      last_name: candidate.last_name,
      email: candidate.email,
      score: attempt.score,
      score_claimed: attempt.score_claimed,
      total_marks: total_marks ?? marks.total,
      time_taken: timeTaken(attempt),
      is_selected: attempt.is_selected,
      token: attempt.ref,
      is_fraud: attempt.is_fraud,
      test_end_reason: attempt.end_reason,
      judging,
    })),
    total,
    page: query.page,
    pages: pagesOf(total),
    ...(await allKeptFieldsOf(ctx.db.read, drive, ctx.now())),
  }
}
