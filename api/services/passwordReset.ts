import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  deleteSessionsOf,
  findAccountToken,
  findUser,
  findUserByEmail,
  spendAccountToken,
} from '#db/queries/accounts.ts'
import { updateUser } from '#db/queries/users.ts'
import { countLinkRequest } from '../auth/linkLimits.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { pageLinks } from '../mail/links.ts'
import { ASK_OPERATOR, saidOfMail } from '../mail/said.ts'
import { makeAccountLink, requireLink, sendAccountLink } from './accountLinks.ts'
import { audit } from './audit.ts'
import { noKey } from './paramKey.ts'

const gone = () =>
  new DomainError('not_found', 'This link has already been used or has expired. Ask for a new one.')

/**
 * Mails the link to a new password, where an active account has the address. Any other address gets the same answer
 * after the same work: a link is made that nobody gets and that opens nothing.
 * @throws DomainError too_many_requests
 */
export async function requestReset(ctx: Context, email: string, address: string): Promise<string> {
  countLinkRequest(ctx, 'reset', email, address)
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const link = { kind: 'reset' as const, email, organizationId: user?.organization_id ?? null }
    if (user?.is_active && user.password_hash !== null)
      await sendAccountLink(ctx, tx, { ...link, userId: user.id }, now)
    else await makeAccountLink(ctx, tx, link, now)
  })
  return saidOfMail(
    ctx,
    'If this address has an account, a link to choose a new password is on its way. It is valid for 30 minutes.',
    {
      done: 'If this address has an account, a link to choose a new password was created. It is valid for 30 minutes.',
      where: ASK_OPERATOR,
    },
  )
}

/**
 * Makes the link to a new password for whoever runs the server to hand over: without a mail server there is no other way.
 * The old password and all sessions hold until it is used.
 * @param base the address where people reach this installation
 * @throws Error in words where no such account could use it
 */
export async function makeResetLink(ctx: Context, email: string, base: string): Promise<string> {
  const now = ctx.now()
  const ref = await ctx.db.write(async (tx) => {
    const user = await findUserByEmail(tx, email.trim().normalize('NFC').toLowerCase())
    if (!user) throw new Error(`${email} has no account.`)
    if (!user.is_active)
      throw new Error(`The account of ${email} is deactivated. An admin activates it first.`)
    if (user.password_hash === null)
      throw new Error(`${email} has been invited and has not chosen a password yet. An admin has that link.`)
    const by = { userId: null, organizationId: user.organization_id }
    await audit(tx, by, { action: 'user.reset_link', subject: `user ${user.id}` }, now)
    const link = { kind: 'reset' as const, email, organizationId: user.organization_id, userId: user.id }
    return makeAccountLink(ctx, tx, link, now)
  })
  return pageLinks.passwordReset(base, ctx.keys.accountToken('reset', ref))
}

/**
 * Sets a new password by a one-time link, which is used up in the same transaction, and ends all sessions,
 * streams and the Param key of the account.
 * @throws DomainError not_found, too_many_requests
 */
export async function resetPassword(
  ctx: Context,
  given: { reset_password_token: string; password: string },
  address: string,
): Promise<string> {
  const token = given.reset_password_token
  await requireLink(ctx, token, ['reset'], gone(), address)
  const password_hash = await hashPassword(given.password)
  const now = ctx.now()
  const userId = await ctx.db.write(async (tx) => {
    const link = await findAccountToken(tx, sha256(token), now)
    const user = link?.user_id == null ? undefined : await findUser(tx, link.user_id)
    if (!link || !user?.is_active) throw gone()
    await spendAccountToken(tx, link.id, now)
    // A person who had the account may have made the key, so it ends with the password.
    await updateUser(tx, user.id, { password_hash, ...noKey, updated_at: now })
    await deleteSessionsOf(tx, user.id)
    const actor = { userId: user.id, organizationId: user.organization_id }
    await audit(tx, actor, { action: 'user.reset_password', subject: `user ${user.id}` }, now)
    return user.id
  })
  ctx.hub.end({ user_id: userId })
  return consoleTexts.passwordReset
}
