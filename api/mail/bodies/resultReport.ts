import { listContactParts } from '#db/queries/driveParts.ts'
import { findDrive, listResultsOf } from '#db/queries/drives.ts'
import type { MailData } from '../kinds.ts'
import { mailboxOf } from '../letters/contact.ts'
import { resultReportLetter } from '../letters/resultReport.ts'
import { pageLinks } from '../links.ts'
import { type Body, type BodySource, type Pointless, pointless } from './body.ts'
import { driveMailContact, organizationMailName } from './contact.ts'

/**
 * The results as they stand when the mail goes out, which can be days after it was asked for. It is for a contact of the
 * drive still, at the address they have by then, and about those alone who were shortlisted then and are now: nobody
 * saw who else would be in it.
 */
export async function resultReportBody(source: BodySource): Promise<Body | Pointless> {
  const { ctx, base, mail, attachReport } = source
  const organizationId = mail.organization_id ?? 0
  const drive = await findDrive(ctx.db.read, Number(mail.subject_ref), organizationId)
  if (!drive) return pointless('The drive was deleted before the email was sent.')
  const reader = await readerOf(source, drive.id)
  if ('pointless' in reader) return reader
  const asked = (mail.data as MailData['result_report']).attemptRefs
  const left = await listResultsOf(ctx.db.read, drive.id, asked)
  if (left.length === 0) return pointless('The candidates were deleted before the email was sent.')
  const rows = left.filter(({ attempt }) => attempt.is_selected)
  if (rows.length === 0)
    return pointless('The candidates were removed from the shortlist before the email was sent.')
  const attemptRefs = rows.map(({ attempt }) => attempt.ref)
  const contact = await driveMailContact(ctx, drive.id, organizationId)
  const letter = resultReportLetter(
    {
      organization: (await organizationMailName(ctx, organizationId)) ?? '',
      drive: drive.name,
      contact,
      candidates: rows.map(({ candidate, attempt, judging, total_marks }) => ({
        name: `${candidate.first_name ?? ''} ${candidate.last_name ?? ''}`.trim(),
        email: candidate.email,
        score: attempt.finished_at === null ? null : (attempt.score ?? 0),
        isRunning: attempt.started_at !== null && attempt.finished_at === null,
        totalMarks: total_marks ?? drive.total_marks,
        isBeingJudged: judging > 0,
      })),
      link: pageLinks.results(base, drive.id),
    },
    await attachReport(ctx, { organizationId, driveId: drive.id, attemptRefs }),
  )
  return { letter, replyTo: mailboxOf(contact), to: reader.email }
}

/** The contact of the drive for whom the mail is, or why it is for nobody any more. */
async function readerOf({ ctx, mail }: BodySource, driveId: number): Promise<{ email: string } | Pointless> {
  const { userId } = mail.data as MailData['result_report']
  const reader = (await listContactParts(ctx.db.read, driveId)).find(({ user_id, email }) =>
    userId === undefined ? email === mail.recipient : user_id === userId,
  )
  if (!reader)
    return pointless('Its recipient was removed from the contacts of the drive before the email was sent.')
  return reader.is_active ? reader : pointless('Its recipient was deactivated before the email was sent.')
}
