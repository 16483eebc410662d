import type { z } from 'zod'
import { kindOnTheWireOf } from '#contract/questionKinds.ts'
import type { driveContact, driveDetailsView } from '#contract/views/drive.ts'
import { countSelected } from '#db/queries/attemptLists.ts'
import { listContactParts, listProblemParts, listQuestionParts } from '#db/queries/driveParts.ts'
import { findDriveTile } from '#db/queries/drives.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { listEngines } from './driveEngines.ts'
import { plainDriveId, toTile } from './drives.ts'
import { allKeptFieldsOf } from './retention/setting.ts'

/**
 * A drive's items, of the sections it shows, and how many candidates came and were chosen.
 * @throws DomainError not_found
 */
export async function driveDetailsOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
): Promise<z.input<typeof driveDetailsView>> {
  const q = ctx.db.read
  const found = await findDriveTile(q, driveId, actor.organizationId)
  if (!found) throw notFound('The drive')
  const { tile, drive } = found
  return {
    drive: { ...toTile(tile, ctx.now()), ...(await allKeptFieldsOf(q, tile, ctx.now())) },
    engines: await listEngines(q, drive.engines),
    problems: (drive.allow_coding ? await listProblemParts(q, driveId) : []).map(
      ({ problem_id, title, description, time_in_minutes, difficulty, is_deleted }) => ({
        id: problem_id,
        title,
        description,
        time_in_minutes,
        difficulty,
        is_deleted,
      }),
    ),
    questions: (drive.allow_mcq ? await listQuestionParts(q, driveId) : []).map(
      ({ question_id, description, time_in_seconds, difficulty, is_deleted, ...row }) => ({
        id: question_id,
        description,
        ...kindOnTheWireOf(row),
        time_in_seconds,
        difficulty,
        is_deleted,
      }),
    ),
    total_candidates: tile.invitation_sent,
    absent_candidates: tile.invitation_sent - tile.appeared,
    selected_candidates: await countSelected(q, driveId),
  }
}

/** @throws DomainError not_found */
export async function driveContactsOf(ctx: Context, actor: StaffActor, driveId: number) {
  await plainDriveId(ctx, actor, driveId)
  const rows = await listContactParts(ctx.db.read, driveId)
  return {
    drive_contacts: rows.map(({ mobile_number: _, ...contact }): z.input<typeof driveContact> => contact),
  }
}
