import type { z } from 'zod'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { invitationView } from '#contract/views/account.ts'
import type { Queries } from '#db/connect.ts'
import {
  findAccountToken,
  findOrganization,
  findUser,
  findUserByEmail,
  spendAccountToken,
} from '#db/queries/accounts.ts'
import { countSuperAdmins, insertUser, updateUser } from '#db/queries/users.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { requireLink } from './accountLinks.ts'
import { audit } from './audit.ts'
import { beginOrganization } from './organizationStart.ts'
import { dropStarterBank, readyStarterBank, type StarterBank } from './starterBank.ts'

/** The kinds of links that lead to a sign-up; any other one is none here. */
const KINDS = ['signup', 'invite', 'first_account'] as const
const gone = () => new DomainError('not_found', 'The invitation was already accepted or has expired.')

/** The printed link is the operator's way in, and nobody's once there is a super admin. @throws DomainError not_found */
async function requireUse(q: Queries, kind: string): Promise<void> {
  if (kind === 'first_account' && (await countSuperAdmins(q)) > 0) throw gone()
}

/**
 * Tells what a link is for.
 * @throws DomainError not_found, too_many_requests
 */
export async function checkInvite(
  ctx: Context,
  token: string,
  address: string,
): Promise<z.input<typeof invitationView>> {
  const link = await requireLink(ctx, token, KINDS, gone(), address)
  await requireUse(ctx.db.read, link.kind)
  const organization =
    link.organization_id === null ? undefined : await findOrganization(ctx.db.read, link.organization_id)
  return {
    kind: link.kind,
    email: link.email,
    organization_name: organization ? (organization.show_name ?? organization.name) : null,
  }
}

export interface SignUp {
  invitation_token: string
  first_name: string
  last_name: string
  mobile_number: string
  password: string
  show_name?: string
  email?: string
}

/**
 * Makes the account of a one-time link: an invited person joins the inviter's organization, the installation's first
 * account is a super admin, anybody else begins an organization. The link is used up in the same transaction.
 * @throws DomainError not_found, conflict, invalid, too_many_requests
 */
export async function signUp(ctx: Context, given: SignUp, address: string): Promise<{ email: string }> {
  const link = await requireLink(ctx, given.invitation_token, KINDS, gone(), address)
  const email = link.email ?? given.email
  if (email === undefined) throw missing('email', texts.emailRequired)
  if (link.kind === 'signup' && !given.show_name)
    throw missing('show_name', consoleTexts.organizationNameRequired)
  const password_hash = await hashPassword(given.password)
  const bank = link.kind === 'signup' ? await readyStarterBank(ctx) : null
  try {
    await ctx.db.write((tx) => makeAccount(ctx, tx, { ...given, email, password_hash }, bank))
  } catch (error) {
    if (bank) await dropStarterBank(ctx, bank)
    throw error
  }
  return { email }
}

const missing = (field: string, words: string): DomainError =>
  new DomainError('invalid', words, { errors: { [field]: [words] } })

/** Makes an account of one who waits in the list. @throws DomainError not_found where nobody waits there any more */
async function acceptInvitation(
  tx: Queries,
  userId: number,
  person: Parameters<typeof updateUser>[2],
): Promise<number> {
  const waiting = await findUser(tx, userId)
  if (!waiting?.is_active || waiting.invitation_accepted) throw gone()
  await updateUser(tx, userId, person)
  return userId
}

async function makeAccount(
  ctx: Context,
  tx: Queries,
  given: Omit<SignUp, 'password'> & { email: string; password_hash: string },
  bank: StarterBank | null,
): Promise<void> {
  const now = ctx.now()
  const link = await findAccountToken(tx, sha256(given.invitation_token), now)
  if (!link) throw gone()
  await requireUse(tx, link.kind)
  const { email } = given
  if (await findUserByEmail(tx, email))
    throw new DomainError('conflict', 'There is already an account for this address.')
  await spendAccountToken(tx, link.id, now)
  const organizationId = bank
    ? await beginOrganization(
        ctx,
        tx,
        { name: given.show_name ?? '', isParamAi: link.is_param_ai_allowed, bank },
        now,
      )
    : link.organization_id
  const role = link.kind === 'first_account' ? 'SuperAdmin' : 'Admin'
  const person = {
    email_key: email,
    first_name: given.first_name,
    last_name: given.last_name,
    mobile_number: given.mobile_number,
    password_hash: given.password_hash,
    invitation_accepted: true,
    updated_at: now,
  }
  const userId =
    link.user_id === null
      ? await insertUser(tx, { ...person, organization_id: organizationId, email, role, created_at: now })
      : await acceptInvitation(tx, link.user_id, person)
  const actor = { userId, organizationId }
  if (bank)
    await audit(
      tx,
      actor,
      {
        action: 'organization.create',
        subject: `organization ${organizationId}`,
        after: { name: given.show_name },
      },
      now,
    )
  await audit(tx, actor, { action: 'user.sign_up', subject: `user ${userId}`, after: { email, role } }, now)
}
