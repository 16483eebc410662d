import type { Queries } from '#db/connect.ts'
import { insertAccountToken, voidAccountTokens } from '#db/queries/accounts.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../keys.ts'
import { queueMail } from '../mail/queue.ts'

const DAY_MS = 86_400_000
const HOLDS_MS = { signup: 7 * DAY_MS, invite: 7 * DAY_MS, reset: 30 * 60_000 }

export interface NewAccountLink {
  /** signup begins an organization, invite joins one, reset leads to a new password. */
  kind: keyof typeof HOLDS_MS
  email: string
  organizationId: number | null
  /** Of a reset. */
  userId?: number
  /** Of an invitation. */
  role?: 'Admin' | 'SuperAdmin'
  isParamAi?: boolean
}

/**
 * Makes a one-time link and queues the mail that carries it, in the caller's transaction. The token is derived from a
 * random reference when the mail is sent and stands nowhere in clear. A new link ends the older ones of its kind.
 * @returns the reference, under which `mailStateOf` finds the mail
 */
export async function sendAccountLink(
  ctx: Pick<Context, 'keys' | 'random'>,
  tx: Queries,
  given: NewAccountLink,
  now: number,
): Promise<string> {
  const { kind, organizationId } = given
  const email = given.email.trim().normalize('NFC').toLowerCase()
  const ref = ctx.random(16)
  await voidAccountTokens(tx, { kind, email }, now)
  await insertAccountToken(tx, {
    kind,
    token_hash: sha256(ctx.keys.accountToken(kind, ref)),
    ref,
    email,
    user_id: given.userId ?? null,
    organization_id: organizationId,
    role: given.role ?? null,
    is_param_ai_allowed: given.isParamAi ?? false,
    expires_at: now + HOLDS_MS[kind],
    created_at: now,
  })
  const mail = { to: email, organizationId, subjectRef: ref, data: {} }
  if (kind === 'reset') await queueMail(tx, { kind: 'password_reset', ...mail }, now)
  else await queueMail(tx, { kind: 'sign_up', ...mail }, now)
  return ref
}
