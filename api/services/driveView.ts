import type { z } from 'zod'
import { type DriveSettings, driveSettings } from '#contract/forms/drive.ts'
import type { staffDriveView } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { listContactParts, listProblemParts, listQuestionParts } from '#db/queries/driveParts.ts'
import { findDriveTile } from '#db/queries/drives.ts'
import { notFound } from '../kit/errors.ts'
import { toTile } from './drives.ts'

/**
 * One drive with all its parts, as its wizard shows it. Assessments have a view of their own.
 * @throws DomainError not_found where the drive is not the organization's
 */
export async function driveViewOf(
  q: Queries,
  of: { id: number; organizationId: number },
  now: number,
): Promise<z.input<typeof staffDriveView>> {
  const found = await findDriveTile(q, of.id, of.organizationId)
  if (!found || found.drive.is_assessment) throw notFound('The drive')
  const { drive, tile } = found
  const contacts = await listContactParts(q, drive.id)
  return {
    ...toTile(tile, now),
    description: drive.description,
    institute_id: drive.institute_id,
    organization_id: drive.organization_id,
    created_by_id: drive.created_by_id,
    updated_by_id: drive.updated_by_id,
    is_assessment: drive.is_assessment,
    is_param: drive.is_param,
    allow_coding: drive.allow_coding,
    allow_mcq: drive.allow_mcq,
    total_marks: drive.total_marks,
    drives_problems: await listProblemParts(q, drive.id),
    drives_questions: await listQuestionParts(q, drive.id),
    drives_contacts: contacts.map(({ id, user_id }) => ({ id, user_id })),
    admin_users: contacts.map(({ id: _, user_id, ...person }) => ({ id: user_id, ...person })),
    settings: settingsOf(drive),
    version: drive.version,
  }
}

/** The settings under 'Advanced', of a drive or an assessment: the fields of their form out of the row. */
export const settingsOf = (drive: DriveSettings): DriveSettings =>
  Object.fromEntries(driveSettings.keyof().options.map((name) => [name, drive[name]])) as DriveSettings
