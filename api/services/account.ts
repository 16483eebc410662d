import type { z } from 'zod'
import type { sessionView } from '#contract/views/account.ts'
import { findOrganization, findUser, findUserByEmail, type UserRow } from '#db/queries/accounts.ts'
import { setFirstLogin } from '#db/queries/users.ts'
import type { StaffActor } from '../auth/actor.ts'
import { checkPassword } from '../auth/password.ts'
import { openSession, type SessionHeaders } from '../auth/session.ts'
import { signInLimitsOf } from '../auth/signInLimits.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { hasMails } from './mailbox.ts'

/**
 * Signs staff in. An unknown address, a wrong password and a deactivated account answer the same, in the same time;
 * failures are limited, and nobody is locked out by what others try elsewhere.
 */
export async function signIn(
  ctx: Context,
  given: { email: string; password: string; remember_me?: boolean },
  address: string,
): Promise<{ headers: SessionHeaders; view: z.input<typeof sessionView> }> {
  const limits = signInLimitsOf(ctx)
  const wait = limits.wait(given.email, address)
  if (wait > 0)
    throw new DomainError('too_many_requests', `Too many attempts. Wait ${wait} seconds.`, {
      retryAfterSeconds: wait,
    })
  limits.tried(given.email, address)
  const user = await findUserByEmail(ctx.db.read, given.email)
  // The reset page trims what it sets, so blanks around a password open it as well.
  const trimmed = given.password.trim()
  const fits =
    (await checkPassword(user?.password_hash, given.password)) ||
    (trimmed !== given.password && (await checkPassword(user?.password_hash, trimmed)))
  const refused = new DomainError('unauthorized', 'Wrong email or password.')
  if (!user || !fits || !user.is_active) throw refused
  const headers = await openSession(ctx, user, given.remember_me ?? false)
  if (!headers) throw refused
  limits.succeeded(given.email, address)
  const isFirst = user.first_login_at === null
  if (isFirst) await ctx.db.write((tx) => setFirstLogin(tx, user.id, ctx.now()))
  return { headers, view: await toSession(ctx, user, isFirst) }
}

/** Who is signed in, with the organization's flags as they stand now. */
export async function sessionOf(ctx: Context, actor: StaffActor): Promise<z.input<typeof sessionView>> {
  const user = await findUser(ctx.db.read, actor.userId)
  if (!user) throw new DomainError('unauthorized', 'Sign in to continue.')
  return toSession(ctx, user, false)
}

async function toSession(
  ctx: Context,
  user: UserRow,
  isFirst: boolean,
): Promise<z.input<typeof sessionView>> {
  const organization =
    user.organization_id === null ? undefined : await findOrganization(ctx.db.read, user.organization_id)
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    mobile_number: user.mobile_number,
    role: user.role,
    organization_id: user.organization_id,
    organization_name: organization ? (organization.show_name ?? organization.name) : null,
    allow_coding: organization?.allow_coding ?? false,
    allow_mcq: organization?.allow_mcq ?? false,
    is_param_ai_allowed: organization?.is_param_ai_allowed ?? false,
    credits: organization?.credits ?? null,
    is_first_time_login: isFirst,
    has_mails: user.role === 'Admin' && hasMails(ctx),
  }
}
