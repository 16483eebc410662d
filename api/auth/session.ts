import { deleteSession, findSession, insertSession, touchSession } from '#db/queries/accounts.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { sha256 } from '../keys.ts'
import type { StaffActor } from './actor.ts'
import { unknownToken } from './lookups.ts'

const HOUR = 3_600_000
const ABSOLUTE_MS = 24 * HOUR
const IDLE_MS = 2 * HOUR
const REMEMBERED_MS = 14 * 24 * HOUR
/** How often a session's last use is written. */
const TOUCH_EVERY_MS = 60_000

export interface SessionHeaders {
  'access-token': string
  'token-type': 'Bearer'
  client: string
  expiry: string
  uid: string
}

/** Opens a session; its token stands in the database only as a hash. */
export async function openSession(
  ctx: Context,
  user: { id: number; email: string },
  remember: boolean,
): Promise<SessionHeaders> {
  const token = ctx.random(32)
  const client = ctx.random(16)
  const now = ctx.now()
  const expires = now + (remember ? REMEMBERED_MS : ABSOLUTE_MS)
  await ctx.db.write((tx) =>
    insertSession(tx, {
      user_id: user.id,
      token_hash: sha256(token),
      client,
      expires_at: expires,
      idle_ms: remember ? REMEMBERED_MS : IDLE_MS,
      seen_at: now,
      created_at: now,
    }),
  )
  return {
    'access-token': token,
    'token-type': 'Bearer',
    client,
    expiry: String(Math.floor(expires / 1000)),
    uid: user.email,
  }
}

/**
 * The staff member of a session; all of token, client and uid must fit. A look-up that finds nothing counts for the
 * address.
 * @throws Refusal unauthorized, too_many_requests
 */
export async function requireSession(
  ctx: Context,
  given: { token: string | undefined; client: string | undefined; uid: string | undefined },
  address: string,
): Promise<StaffActor> {
  const refused = new Refusal('unauthorized', 'Sign in to go on.')
  if (!given.token || !given.client || !given.uid) throw refused
  const found = await findSession(ctx.db.read, sha256(given.token))
  if (!found) throw unknownToken(ctx, address, refused)
  const { session, user } = found
  const now = ctx.now()
  const fits = session.client === given.client && user.email_key === given.uid.trim().toLowerCase()
  if (!fits || !user.is_active) throw refused
  if (now > session.expires_at || now > session.seen_at + session.idle_ms)
    throw new Refusal('unauthorized', 'Your session has ended. Sign in again.')
  if (now - session.seen_at > TOUCH_EVERY_MS) await ctx.db.write((tx) => touchSession(tx, session.id, now))
  return {
    kind: 'staff',
    sessionId: session.id,
    userId: user.id,
    role: user.role,
    organizationId: user.organization_id ?? 0,
  }
}

export const closeSession = (ctx: Context, sessionId: number) =>
  ctx.db.write((tx) => deleteSession(tx, sessionId))
