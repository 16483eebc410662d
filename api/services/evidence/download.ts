import { Readable } from 'node:stream'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { listBegunIds } from '#db/queries/evidence.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { download, fileName } from '../download.ts'
import { requireDrive } from '../drives.ts'
import { type ArchiveSubject, evidenceArchive } from './archive.ts'

/** Archives of evidence for the staff of an organization, each noted in the audit log before its first byte is sent. */

const ZIP = 'application/zip'

/** @throws DomainError not_found; conflict: the test has not begun */
export async function attemptEvidence(ctx: Context, actor: StaffActor, ref: string): Promise<Response> {
  const found = await findAttemptByRef(ctx.db.read, ref, actor.organizationId)
  if (!found) throw notFound('The candidate')
  const { attempt, drive, candidate } = found
  if (attempt.started_at === null)
    throw new DomainError('conflict', 'This candidate has not started the test, so there is no evidence yet.')
  await note(ctx, actor, `attempt ${ref}`, 1)
  return sent(ctx, [attempt.first_name, attempt.last_name].filter(Boolean).join(' ') || candidate.email, {
    drive,
    attemptIds: [attempt.id],
    isWholeDrive: false,
  })
}

/** The archive of a drive or an assessment. @throws DomainError not_found; conflict: nobody has begun */
export async function driveEvidence(ctx: Context, actor: StaffActor, id: number): Promise<Response> {
  const drive = await requireDrive(ctx, actor, id)
  const attemptIds = await listBegunIds(ctx.db.read, drive.id)
  if (attemptIds.length === 0)
    throw new DomainError(
      'conflict',
      drive.results_erased_at === null
        ? 'No one has started this test, so there is no evidence yet.'
        : `The results were erased on ${new Date(drive.results_erased_at).toISOString().slice(0, 10)}, so there is no evidence any more.`,
    )
  const subject = `${drive.is_assessment ? 'assessment' : 'drive'} ${drive.id}`
  await note(ctx, actor, subject, attemptIds.length)
  return sent(ctx, drive.name, { drive, attemptIds, isWholeDrive: true })
}

const note = (ctx: Context, actor: StaffActor, subject: string, candidates: number) =>
  ctx.db.write((tx) =>
    audit(tx, actor, { action: 'evidence.download', subject, after: { candidates } }, ctx.now()),
  )

function sent(ctx: Context, name: string, subject: ArchiveSubject): Response {
  async function* bytes() {
    try {
      yield* evidenceArchive(ctx, subject)
    } catch (error) {
      // The answer has begun: all that is left is to break it off, which the reader's side notices.
      ctx.log.error({ error: formatErrorLine(error) }, 'an archive of evidence was broken off')
      throw error
    }
  }
  return download(fileName('Evidence', name, ctx.now(), 'zip'), Readable.from(bytes()), ZIP)
}
