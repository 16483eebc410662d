import type { Queries } from '#db/connect.ts'
import { ensureCandidate, insertAttempt } from '#db/queries/authoring.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../keys.ts'

/** Where staff and candidates reach this installation. */
export const publicUrl = (ctx: Pick<Context, 'config'>, port: number): string =>
  ctx.config.publicUrl ?? `http://${urlHost(ctx.config.host)}:${port}`

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The link a candidate gets; derived, so that it can be made again and stands nowhere in clear. */
export const candidateLink = (
  ctx: Context,
  base: string,
  attempt: { ref: string; generation: number },
): string => `${base}/candidate/overview/${ctx.keys.invitationToken(attempt.ref, attempt.generation)}`

/**
 * Invites an address to a drive.
 * @returns the attempt, or null where the address was invited already
 */
export async function inviteCandidate(
  ctx: Context,
  tx: Queries,
  to: { organizationId: number; driveId: number; email: string },
  now: number,
): Promise<{ id: number; ref: string } | null> {
  const email = to.email.trim().normalize('NFC')
  const candidateId = await ensureCandidate(tx, {
    organization_id: to.organizationId,
    email,
    email_key: email.toLowerCase(),
    created_at: now,
    updated_at: now,
  })
  const ref = ctx.random(16)
  const id = await insertAttempt(tx, {
    ref,
    drive_id: to.driveId,
    candidate_id: candidateId,
    invitation_hash: sha256(ctx.keys.invitationToken(ref, 1)),
    token_hash: sha256(ctx.keys.attemptToken(ref, 1)),
    order_seed: ctx.random(12),
    invited_at: now,
    created_at: now,
  })
  return id === null ? null : { id, ref }
}
