import { consoleTexts } from '#contract/consoleTexts.ts'
import type { UserView } from '#contract/views/account.ts'
import type { Queries } from '#db/connect.ts'
import { findUser, findUserByEmail, type UserRow } from '#db/queries/accounts.ts'
import { insertUser, listInvitationRefs } from '#db/queries/users.ts'
import type { StaffActor } from '../../auth/actor.ts'
import { countLinkRequest } from '../../auth/linkLimits.ts'
import { requireStillSignedIn } from '../../auth/session.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { addressOfLink, sendAccountLink } from '../accountLinks.ts'
import { audit } from '../audit.ts'
import { toUser } from '../users.ts'

/** The roles a colleague can be invited to: those with screens of their own in an organization. */
export const ROLES = [{ id: 1, name: 'Admin' }] as const

/**
 * Stands in the place of the address while an invitation waits: it is no address, so nothing that looks for an account
 * finds it, and an invitation keeps nobody from an account elsewhere.
 */
const waitingKey = (organizationId: number, email: string): string => `invited ${organizationId} ${email}`

const refuse = (words: string): DomainError =>
  new DomainError('conflict', words, { errors: { email: [words] } })

/**
 * The one who waits with this address in the organization.
 * @throws DomainError conflict: a colleague already, switched off, or an account of somebody else
 */
async function waitingUser(tx: Queries, organizationId: number, email: string): Promise<UserRow | undefined> {
  const account = await findUserByEmail(tx, email)
  if (account?.organization_id === organizationId)
    throw refuse(
      account.is_active
        ? 'This person already has an account in your organization.'
        : 'This person already has an account in your organization. It is inactive: activate it in the list.',
    )
  // Whose it is stays untold.
  if (account) throw refuse('This address cannot be invited. Ask for another one.')
  const waiting = await findUserByEmail(tx, waitingKey(organizationId, email))
  if (waiting && !waiting.is_active)
    throw refuse('This invitation is deactivated. Activate it in the list, then send it again.')
  return waiting
}

/**
 * Invites a colleague by mail. They stand in the list at once, and have an account when they accept. If somebody waits
 * already, a new link takes the old one's place.
 * @throws DomainError invalid: the role; conflict: the address has an account; too_many_requests
 */
export async function inviteUser(
  ctx: Context,
  actor: StaffActor,
  given: { email: string; role: number },
  address: string,
): Promise<{ user: UserView; isRenewed: boolean }> {
  const role = ROLES.find((one) => one.id === given.role)
  if (!role)
    throw new DomainError('invalid', consoleTexts.selectRole, { errors: { role: [consoleTexts.selectRole] } })
  const { email } = given
  const { organizationId } = actor
  countLinkRequest(ctx, 'colleague', email, address)
  const done = await ctx.db.write(async (tx) => {
    const now = ctx.now()
    await requireStillSignedIn(tx, actor)
    const waiting = await waitingUser(tx, organizationId, email)
    const userId =
      waiting?.id ??
      (await insertUser(tx, {
        organization_id: organizationId,
        email,
        email_key: waitingKey(organizationId, email),
        role: role.name,
        created_at: now,
        updated_at: now,
      }))
    await sendAccountLink(ctx, tx, { kind: 'invite', email, organizationId, userId, role: role.name }, now)
    const action = waiting ? 'user.invite_again' : 'user.invite'
    await audit(tx, actor, { action, subject: `user ${userId}`, after: { email, role: role.name } }, now)
    const user = await findUser(tx, userId)
    if (!user) throw new Error('The user that was invited is not there')
    return { user: toUser(user), isRenewed: waiting !== undefined }
  })
  return done
}

/**
 * The link of a colleague's invitation, for handing it over by other means than mail. That it was read is audited.
 * @param base where people reach this installation
 * @throws DomainError not_found; conflict: the invitation was accepted, is switched off, or its link does not hold any more
 */
export const invitationLinkOf = (
  ctx: Context,
  actor: StaffActor,
  userId: number,
  base: string,
): Promise<{ link: string }> =>
  ctx.db.write(async (tx) => {
    const now = ctx.now()
    const user = await findUser(tx, userId)
    if (user?.organization_id !== actor.organizationId) throw notFound('The user')
    if (user.invitation_accepted) throw new DomainError('conflict', 'The invitation was already accepted.')
    const refs = await listInvitationRefs(tx, [userId])
    const link = await addressOfLink(ctx, tx, refs.get(userId), { base, now })
    await audit(tx, actor, { action: 'user.link', subject: `user ${userId}` }, now)
    return { link }
  })
