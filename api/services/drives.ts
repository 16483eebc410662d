import type { z } from 'zod'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { candidatePage } from '#contract/views/admin.ts'
import type { DriveStatus, driveTile } from '#contract/views/drive.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import {
  type DriveTileRow,
  findDrive,
  findPlainDrive,
  listCandidates,
  listDrives,
} from '#db/queries/drives.ts'
import { mailStatesOf } from '#db/queries/mails.ts'
import { statusAt } from '#machines/attempt/time.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { toCandidateRow } from './candidates/candidateRow.ts'
import { allKeptFieldsOf, keptFieldsOf } from './retention/setting.ts'

/** The organization's drives as its staff reads them. */

export function toTile(row: DriveTileRow, now: number): z.input<typeof driveTile> {
  return {
    id: row.id,
    name: row.name,
    institute_name: row.institute_name,
    start_time: new Date(row.start_time).toISOString(),
    end_time: new Date(row.end_time).toISOString(),
    duration: row.allotted_seconds / 60,
    appeared: row.appeared,
    invitation_sent: row.invitation_sent,
    total_submissions: row.finished,
    question_type: row.question_type,
    drive_status: statusAt(row, now),
    can_delete: row.appeared === 0 && row.results_erased_at === null,
    ...keptFieldsOf(row),
  }
}

/** One page of drives; without a state of all. */
export async function drivesInState(
  ctx: Context,
  actor: StaffActor,
  status: DriveStatus | undefined,
  query: { offset: number; limit: number; search: string },
) {
  const now = ctx.now()
  const { rows, total } = await listDrives(ctx.db.read, {
    organizationId: actor.organizationId,
    ...(status && { status }),
    now,
    ...query,
  })
  const drives: z.input<typeof driveTile>[] = []
  for (const row of rows)
    drives.push({ ...toTile(row, now), ...(await allKeptFieldsOf(ctx.db.read, row, now)) })
  return { drives, total }
}

/** @throws DomainError not_found where the drive is not the organization's */
export async function requireDrive(ctx: Context, actor: StaffActor, id: number) {
  const drive = await findDrive(ctx.db.read, id, actor.organizationId)
  if (!drive) throw notFound('The drive')
  return drive
}

/** The number of a drive that is no assessment. @throws DomainError not_found */
export async function plainDriveId(ctx: Context, actor: StaffActor, id: number): Promise<number> {
  if (!(await findPlainDrive(ctx.db.read, id, actor.organizationId))) throw notFound('The drive')
  return id
}

/** How many pages there are of so many; an empty list has one. */
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE))

export async function candidatesOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  query: { page: number; search: string; absent_candidates?: boolean },
): Promise<z.input<typeof candidatePage>> {
  const drive = await requireDrive(ctx, actor, driveId)
  const { rows, total } = await listCandidates(ctx.db.read, {
    drive,
    search: query.search,
    only: query.absent_candidates ? 'absent' : undefined,
    offset: (query.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  })
  const mails = await mailStatesOf(
    ctx.db.read,
    'invitation',
    rows.map(({ attempt }) => attempt.ref),
  )
  const organization = await findOrganization(ctx.db.read, actor.organizationId)
  const status = statusAt(drive, ctx.now())
  return {
    candidates: rows.map((row) => toCandidateRow(row, mails.get(row.attempt.ref) ?? null)),
    total,
    page: query.page,
    pages: pagesOf(total),
    drive_name: drive.name,
    drive_status: status,
    credits: organization?.credits ?? 0,
    are_mails_sent: ctx.mailTransport.keptHere === undefined,
    ...(await allKeptFieldsOf(ctx.db.read, drive, ctx.now())),
    has_links: (status === 'completed' ? drive.appeared : drive.invitation_sent) > drive.finished,
  }
}
