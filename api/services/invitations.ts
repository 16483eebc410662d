import type { Queries } from '#db/connect.ts'
import { insertAttempts } from '#db/queries/attempts.ts'
import { ensureCandidates } from '#db/queries/candidates.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../kit/keys.ts'

/** The address where staff and candidates reach this installation. */
export const publicUrl = (ctx: Pick<Context, 'config'>, port: number): string =>
  ctx.config.publicUrl ?? `${ctx.config.tls ? 'https' : 'http'}://${urlHost(ctx.config.host)}:${port}`

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** When the link of an assessment ends that is sent now. */
export const linkEnd = (ctx: Pick<Context, 'config'>, now: number): number =>
  now + ctx.config.assessmentLinkDays * 86_400_000

export interface Invitation {
  id: number
  ref: string
  email: string
}

/**
 * Invites addresses to a drive, each once, however its case is written.
 * @returns the invitations that were made; an address that was invited already is not among them
 */
export async function inviteCandidates(
  ctx: Context,
  tx: Queries,
  to: {
    organizationId: number
    driveId: number
    emails: readonly string[]
    /** The end of an assessment's link; a drive's link ends with its drive. */
    linkExpiresAt?: number | null
  },
  now: number,
): Promise<Invitation[]> {
  const addresses = new Map(
    to.emails.map((given) => given.trim().normalize('NFC')).map((email) => [email.toLowerCase(), email]),
  )
  const candidates = await ensureCandidates(
    tx,
    [...addresses].map(([email_key, email]) => ({
      organization_id: to.organizationId,
      email,
      email_key,
      created_at: now,
      updated_at: now,
    })),
  )
  const emailOf = new Map<string, string>()
  const rows = [...addresses].map(([key, email]) => {
    const ref = ctx.random(16)
    emailOf.set(ref, email)
    const candidate = candidates.get(key)
    return {
      ref,
      drive_id: to.driveId,
      candidate_id: candidate?.id ?? 0,
      search_key: candidate?.search_key ?? '',
      invitation_hash: sha256(ctx.keys.invitationToken(ref, 1)),
      token_hash: sha256(ctx.keys.attemptToken(ref, 1)),
      order_seed: ctx.random(12),
      invited_at: now,
      link_expires_at: to.linkExpiresAt ?? null,
      created_at: now,
    }
  })
  const made = await insertAttempts(tx, to.driveId, rows)
  return made.map(({ id, ref }) => ({ id, ref, email: emailOf.get(ref) ?? '' }))
}

/** The same for one address; null where it was invited already. */
export async function inviteCandidate(
  ctx: Context,
  tx: Queries,
  to: { organizationId: number; driveId: number; email: string },
  now: number,
): Promise<Invitation | null> {
  const { email, ...rest } = to
  const [made] = await inviteCandidates(ctx, tx, { ...rest, emails: [email] }, now)
  return made ?? null
}
