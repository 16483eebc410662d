import {
  findAttemptByInvitation,
  findAttemptByToken,
  type JoinedAttempt,
  setOpened,
} from '#db/queries/attempts.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { sha256 } from '../kit/keys.ts'
import { refuseExpiredLink } from './expiredLink.ts'
import { unknownToken } from './lookups.ts'

/**
 * Opens the attempt that an invitation's link names; a test's own token opens the same.
 * @throws DomainError not_found (too_many_requests where an address tried many), test_over
 */
export async function openInvitation(ctx: Context, token: string, address: string): Promise<JoinedAttempt> {
  const hash = sha256(token)
  const found =
    (await findAttemptByInvitation(ctx.db.read, hash)) ?? (await findAttemptByToken(ctx.db.read, hash))
  if (!found) throw unknownToken(ctx, address, notFound('This invitation'))
  await refuseExpiredLink(ctx, found)
  return found
}

/** Notes that a link was opened, once, and lets nobody wait for it: a page opens also where nothing can be written. */
export function noteOpened(ctx: Context, { attempt }: JoinedAttempt): void {
  if (attempt.opened_at !== null) return
  void ctx.db
    .write((tx) => setOpened(tx, attempt.id, ctx.now()))
    .catch((error: unknown) =>
      ctx.log.warn({ error: formatErrorLine(error) }, 'the opening of a link could not be recorded'),
    )
}
