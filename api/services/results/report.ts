import { consoleTexts } from '#contract/consoleTexts.ts'
import { pathId } from '#contract/primitives.ts'
import type { Queries } from '#db/connect.ts'
import { listContactParts } from '#db/queries/driveParts.ts'
import { findPlainDrive as findDrive } from '#db/queries/drives.ts'
import { listExportRows, listShortlist } from '#db/queries/results.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { sha256 } from '../../kit/keys.ts'
import type { AttachReport } from '../../mail/bodies/body.ts'
import { queueMail } from '../../mail/queue.ts'
import { audit } from '../audit.ts'
import { fileName } from '../download.ts'
import { resultCsvOf } from './csv.ts'
import { totalMarksOf } from './totalMarks.ts'

/** The report of a drive's shortlist by mail, to contacts of the drive. */

/** Active contacts of a drive; of these alone where some are named. */
async function recipientsOf(q: Queries, driveId: number, userIds: readonly number[]) {
  const contacts = (await listContactParts(q, driveId)).filter((contact) => contact.is_active)
  const chosen =
    userIds.length === 0 ? contacts : contacts.filter((contact) => userIds.includes(contact.user_id))
  if (chosen.length < new Set(userIds).size) throw notFound('One of these contacts')
  return chosen.map(({ user_id, first_name, last_name, email }) => ({
    user_id,
    name: `${first_name} ${last_name}`.trim() || email,
    email,
  }))
}

/** Who would get the report, how many candidates stand in it, and a sign of who they are. @throws DomainError not_found */
export async function previewReport(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  userIds: readonly number[],
) {
  const q = ctx.db.read
  if (!(await findDrive(q, driveId, actor.organizationId))) throw notFound('The drive')
  const refs = await listShortlist(q, driveId)
  return {
    recipients: await recipientsOf(q, driveId, userIds),
    candidates: refs.length,
    shortlist: sha256(refs.join(',')),
  }
}

const NO_IDS = 'must be whole numbers, separated by commas'

/**
 * Ids as the call takes them: a list, or text with commas. A part that is no id is refused, however a number could be
 * made of it.
 * @throws DomainError invalid
 */
export function idsOf(given: string | readonly number[]): number[] {
  if (typeof given !== 'string') return [...given]
  if (given.trim() === '') return []
  return given.split(',').map((part) => {
    const id = pathId.safeParse(part.trim())
    if (!id.success)
      throw new DomainError('invalid', `user_ids: ${NO_IDS}`, { errors: { user_ids: [NO_IDS] } })
    return id.data
  })
}

/**
 * Queues one mail a recipient with the results as they stand when it goes out, of those who are on the shortlist still.
 * @throws DomainError invalid: nobody named; not_found: the drive, or one who is no contact of it; conflict: the shortlist
 * is empty
 */
export async function sendReport(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  userIds: readonly number[],
) {
  if (userIds.length === 0 || !userIds.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new DomainError('invalid', consoleTexts.selectEmail, {
      errors: { user_ids: [consoleTexts.selectEmail] },
    })
  const sent = await ctx.db.write(async (tx) => {
    if (!(await findDrive(tx, driveId, actor.organizationId))) throw notFound('The drive')
    const recipients = await recipientsOf(tx, driveId, userIds)
    const attemptRefs = await listShortlist(tx, driveId)
    if (attemptRefs.length === 0)
      throw new DomainError('conflict', 'No one is shortlisted yet. Shortlist at least one candidate first.')
    const now = ctx.now()
    for (const { email, user_id } of recipients)
      await queueMail(
        tx,
        {
          kind: 'result_report',
          to: email,
          organizationId: actor.organizationId,
          subjectRef: String(driveId),
          data: { attemptRefs, userId: user_id },
        },
        now,
      )
    await audit(
      tx,
      actor,
      {
        action: 'result.report',
        subject: `drive ${driveId}`,
        after: { recipients: recipients.map((one) => one.user_id), candidates: attemptRefs.length },
      },
      now,
    )
    return { recipients, candidates: attemptRefs.length }
  })
  return sent
}

/** The file that goes with the mail: the same columns as the download. */
export const attachResults: AttachReport = async (ctx, { organizationId, driveId, attemptRefs }) => {
  const drive = await findDrive(ctx.db.read, driveId, organizationId)
  if (!drive) return []
  const rows = await listExportRows(ctx.db.read, driveId, attemptRefs)
  return [
    {
      filename: fileName('Report', drive.name, ctx.now()),
      contentType: 'text/csv; charset=utf-8',
      content: resultCsvOf(rows, (await totalMarksOf(ctx.db.read, drive)).total),
    },
  ]
}
