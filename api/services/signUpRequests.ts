import type { z } from 'zod'
import type { signUpRequest } from '#contract/views/account.ts'
import { findUserByEmail } from '#db/queries/accounts.ts'
import { mailStateOf, mailStatesOf } from '#db/queries/mails.ts'
import { findSignUpRequest, listSignUpRequests, putSignUpRequest } from '#db/queries/signUpRequests.ts'
import type { StaffActor } from '../auth/actor.ts'
import { countLinkRequest } from '../auth/linkLimits.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { queueMail } from '../mail/queue.ts'
import { ASK_OPERATOR, saidOfMail } from '../mail/said.ts'
import { toMailState } from '../mail/state.ts'
import { addressOfLink, sendAccountLink } from './accountLinks.ts'
import { audit } from './audit.ts'

interface Asked {
  email: string
  is_param_ai_allowed?: boolean
}

/**
 * Takes a request for a sign-up link. If sign-up is open, the link is mailed at once, else a super admin sends it. An
 * address that has an account already gets the same answer after the same work, and by mail the way to sign in.
 * @throws DomainError too_many_requests
 */
export async function requestSignUp(ctx: Context, asked: Asked, address: string): Promise<string> {
  const { email } = asked
  countLinkRequest(ctx, 'signup', email, address)
  const isOpen = ctx.config.signup === 'open'
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const is_param_ai_allowed = asked.is_param_ai_allowed ?? false
    let link_ref: string | null = null
    if (user && isOpen) {
      const mail = { to: email, organizationId: user.organization_id, subjectRef: String(user.id), data: {} }
      if (user.is_active) await queueMail(tx, { kind: 'account_exists', ...mail }, now)
    } else if (isOpen) {
      // A wish is granted by a super admin, never by asking.
      const link = { kind: 'signup' as const, email, organizationId: null, isParamAi: false }
      link_ref = await sendAccountLink(ctx, tx, link, now)
    }
    // A request for an address with an account is shown in no list: it is written so that every answer takes as long.
    await putSignUpRequest(tx, { email, is_param_ai_allowed, link_ref, created_at: now })
  })
  return isOpen
    ? ctx.mailTransport.keptHere === undefined
      ? 'An email is on its way to this address. Its link is valid for 7 days.'
      : `Your link is ready, but this server cannot send email yet. ${ASK_OPERATOR}`
    : saidOfMail(ctx, 'Your request was received. Once it is approved, you will get a link by email.', {
        done: 'Your request was received.',
        where: 'Once it is approved, ask your administrator for your link.',
      })
}

/** One page of who asked, with where the mail stands that answered. */
export async function listRequests(ctx: Context, page: { offset: number; limit: number }) {
  const { rows, total } = await listSignUpRequests(ctx.db.read, page)
  const refs = rows.flatMap((row) => row.link_ref ?? [])
  const mails = await mailStatesOf(ctx.db.read, 'sign_up', refs)
  const requests = rows.map((row): z.input<typeof signUpRequest> => {
    const mail = row.link_ref === null ? undefined : mails.get(row.link_ref)
    return {
      id: row.id,
      email: row.email,
      is_param_ai_allowed: row.is_param_ai_allowed,
      requested_at: new Date(row.created_at).toISOString(),
      mail: mail ? toMailState(mail) : null,
    }
  })
  return { requests, total }
}

/**
 * Mails a sign-up link in the super admin's name, asked for or not.
 * @throws DomainError conflict where the address has an account
 */
export async function sendSignUpLink(ctx: Context, actor: StaffActor, asked: Asked) {
  const { email } = asked
  const isParamAi = asked.is_param_ai_allowed ?? false
  const now = ctx.now()
  const ref = await ctx.db.write(async (tx) => {
    if (await findUserByEmail(tx, email)) {
      const words = 'There is already an account for this address.'
      throw new DomainError('conflict', words, { errors: { email: [words] } })
    }
    const link = { kind: 'signup' as const, email, organizationId: null, isParamAi }
    const link_ref = await sendAccountLink(ctx, tx, link, now)
    await putSignUpRequest(tx, { email, is_param_ai_allowed: isParamAi, link_ref, created_at: now })
    const after = { email, is_param_ai_allowed: isParamAi }
    await audit(tx, actor, { action: 'sign_up.send_link', subject: `address ${email}`, after }, now)
    return link_ref
  })
  const mail = await mailStateOf(ctx.db.read, 'sign_up', ref)
  if (!mail) throw new Error('The mail that was queued is not there')
  return toMailState(mail)
}

/**
 * The link that was made for a request, for handing it over by other means than mail. That it was read is audited.
 * @param base where people reach this installation
 * @throws DomainError not_found; conflict: no link was made, or it does not hold any more
 */
export const signUpLinkOf = (
  ctx: Context,
  actor: StaffActor,
  id: number,
  base: string,
): Promise<{ link: string }> =>
  ctx.db.write(async (tx) => {
    const now = ctx.now()
    const request = await findSignUpRequest(tx, id)
    if (!request) throw notFound('The request')
    const link = await addressOfLink(ctx, tx, request.link_ref, { base, now })
    await audit(tx, actor, { action: 'sign_up.link', subject: `address ${request.email}` }, now)
    return { link }
  })
