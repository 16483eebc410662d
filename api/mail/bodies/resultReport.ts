import { findDrive, listResultsOf } from '#db/queries/drives.ts'
import type { MailData } from '../kinds.ts'
import { mailboxOf } from '../letters/contact.ts'
import { resultReportLetter } from '../letters/resultReport.ts'
import { pageLinks } from '../links.ts'
import { type Body, type BodySource, type Pointless, pointless } from './body.ts'
import { driveContact, organizationName } from './contact.ts'

/** The results as they stand when the mail goes out; only attempts of the organization's own drive are in it. */
export async function resultReportBody({
  ctx,
  base,
  mail,
  attachReport,
}: BodySource): Promise<Body | Pointless> {
  const organizationId = mail.organization_id ?? 0
  const drive = await findDrive(ctx.db.read, Number(mail.subject_ref), organizationId)
  if (!drive) return pointless('The drive was deleted before the mail went out.')
  const { attemptRefs } = mail.data as MailData['result_report']
  const rows = await listResultsOf(ctx.db.read, drive.id, attemptRefs)
  if (rows.length === 0) return pointless('The candidates were deleted before the mail went out.')
  const contact = await driveContact(ctx, drive.id, organizationId)
  const letter = resultReportLetter(
    {
      organization: (await organizationName(ctx, organizationId)) ?? '',
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
  return { letter, replyTo: mailboxOf(contact) }
}
