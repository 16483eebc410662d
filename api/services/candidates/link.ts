import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import type { candidateRow } from '#contract/views/admin.ts'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { streamLinked } from '#db/queries/candidates.ts'
import { linkHolds, statusAt } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { candidateLink } from '../../mail/links.ts'
import { LINK_IN_MENU, saidOfMail } from '../../mail/said.ts'
import { audit } from '../audit.ts'
import { csvOptions, csvText } from '../csv.ts'
import { requireDrive } from '../drives.ts'

/**
 * A candidate's link, for handing it over by other means than mail. That it was read is audited, the link is not.
 * @param base where people reach this installation
 * @throws DomainError not_found; conflict: the link is revoked, or has expired
 */
export async function linkOf(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  base: string,
): Promise<{ link: string }> {
  return ctx.db.write(async (tx) => {
    const found = await findAttemptByRef(tx, ref, actor.organizationId)
    if (!found) throw notFound('The candidate')
    if (found.attempt.revoked_at !== null)
      throw new DomainError('conflict', 'The link is revoked. Send a new one instead.')
    if (!linkHolds(found.attempt, ctx.now()))
      throw new DomainError('conflict', 'The link has expired. Send the invitation again: that renews it.')
    await audit(tx, actor, { action: 'candidate.link', subject: `attempt ${ref}` }, ctx.now())
    return { link: candidateLink(ctx, base, found.attempt) }
  })
}

/**
 * The links of all who have not ended their test, as a file: where no mail goes out somebody has to hand them over. That
 * they were read is audited, the links are not.
 * @param base where people reach this installation
 * @throws DomainError not_found; conflict: the drive is over, or nobody has a link that opens it
 */
export async function linksOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  base: string,
): Promise<{ csv: string; links: number }> {
  const drive = await requireDrive(ctx, actor, driveId)
  const now = ctx.now()
  const isOver = statusAt(drive, now) === 'completed'
  const columns = ['Name', 'Email', 'Link']
  const parts = [stringify([], { ...csvOptions, columns })]
  let links = 0
  for await (const page of streamLinked(ctx.db.read, drive.id)) {
    const rows = page.filter((row) => linkHolds(row, now) && (!isOver || row.started_at !== null))
    links += rows.length
    const lines = rows.map((row) => ({
      Name: csvText([row.first_name, row.last_name].filter(Boolean).join(' ')),
      Email: csvText(row.email),
      Link: candidateLink(ctx, base, row),
    }))
    parts.push(stringify(lines, { ...csvOptions, columns, header: false, bom: false }))
  }
  if (links === 0) throw new DomainError('conflict', 'No one here has a working link to the test.')
  await ctx.db.write((tx) =>
    audit(
      tx,
      actor,
      {
        action: 'candidate.links',
        subject: `${drive.is_assessment ? 'assessment' : 'drive'} ${drive.id}`,
        after: { candidates: links },
      },
      now,
    ),
  )
  return { csv: parts.join(''), links }
}

/** The link's new state, in words. */
export const reissuedMessage = (
  ctx: Pick<Context, 'mailTransport'>,
  { status }: Pick<z.input<typeof candidateRow>, 'status'>,
): string =>
  status === 'finished'
    ? 'The candidate has a link again. It is emailed when you reopen the test.'
    : saidOfMail(ctx, 'The old link no longer works; a new one is on its way.', {
        done: 'The old link no longer works, and a new one was created.',
        where: LINK_IN_MENU,
      })
