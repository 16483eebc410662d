import type { Queries } from '#db/connect.ts'
import {
  deleteSession,
  findSession,
  findSessionById,
  findUser,
  hasSession,
  insertSession,
  type SessionRow,
  touchSession,
  type UserRow,
} from '#db/queries/accounts.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import type { StaffActor } from './actor.ts'
import { checkedStaff } from './checked.ts'
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

/**
 * Opens a session of the account whose password was checked; its token stands in the database only as a hash. To check
 * takes its time: an account whose password, address or state changed meanwhile is another one, and its sessions ended
 * with that change.
 * @returns null where the account is no longer the one that was checked
 */
export async function openSession(
  ctx: Context,
  checked: UserRow,
  remember: boolean,
): Promise<SessionHeaders | null> {
  const token = ctx.random(32)
  const client = ctx.random(16)
  const now = ctx.now()
  const expires = now + (remember ? REMEMBERED_MS : ABSOLUTE_MS)
  const isOpen = await ctx.db.write(async (tx) => {
    const user = await findUser(tx, checked.id)
    if (!user || !isSameAccount(user, checked)) return false
    await insertSession(tx, {
      user_id: user.id,
      token_hash: sha256(token),
      client,
      expires_at: expires,
      idle_ms: remember ? REMEMBERED_MS : IDLE_MS,
      seen_at: now,
      created_at: now,
    })
    return true
  })
  if (!isOpen) return null
  return {
    'access-token': token,
    'token-type': 'Bearer',
    client,
    expiry: String(Math.floor(expires / 1000)),
    uid: checked.email,
  }
}

/** An account that was off and is on again counts as another one: whatever was under way then has ended. */
const isSameAccount = (now: UserRow, checked: UserRow): boolean =>
  now.is_active &&
  now.password_hash === checked.password_hash &&
  now.email_key === checked.email_key &&
  now.deactivated_at === checked.deactivated_at

/**
 * For what opens a door later on: whoever was let in and signed out everywhere since does nothing more.
 * @throws DomainError unauthorized
 */
export async function requireStillSignedIn(tx: Queries, actor: StaffActor): Promise<void> {
  if (!(await hasSession(tx, actor.sessionId, actor.userId)))
    throw new DomainError('unauthorized', 'Sign in to continue.')
}

/** Whether a session still holds: neither ended nor run out, of an account that is switched on. Using it is another matter. */
export async function isSessionOpen(ctx: Pick<Context, 'db' | 'now'>, sessionId: number): Promise<boolean> {
  const found = await findSessionById(ctx.db.read, sessionId)
  return found?.user.is_active === true && !hasRunOut(found.session, ctx.now())
}

const hasRunOut = (session: SessionRow, now: number): boolean =>
  now > session.expires_at || now > session.seen_at + session.idle_ms

/**
 * The staff member of a session; all of token, client and uid must fit. A look-up that finds nothing counts for the
 * address.
 * @throws DomainError unauthorized, too_many_requests
 */
export async function requireSession(
  ctx: Context,
  given: { token: string | undefined; client: string | undefined; uid: string | undefined },
  address: string,
): Promise<StaffActor> {
  const refused = new DomainError('unauthorized', 'Sign in to continue.')
  if (!given.token || !given.client || !given.uid) throw refused
  const found = await findSession(ctx.db.read, sha256(given.token))
  if (!found) throw unknownToken(ctx, address, refused)
  const { session, user } = found
  const now = ctx.now()
  const fits = session.client === given.client && user.email_key === given.uid.trim().toLowerCase()
  if (!fits || !user.is_active) throw refused
  if (hasRunOut(session, now)) throw new DomainError('unauthorized', 'Your session has ended. Sign in again.')
  if (now - session.seen_at > TOUCH_EVERY_MS) await ctx.db.write((tx) => touchSession(tx, session.id, now))
  return checkedStaff({
    kind: 'staff',
    sessionId: session.id,
    userId: user.id,
    role: user.role,
    organizationId: user.organization_id ?? 0,
  })
}

export const closeSession = (ctx: Context, sessionId: number) =>
  ctx.db.write((tx) => deleteSession(tx, sessionId))
