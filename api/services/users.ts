import type { ListedUser, UserView } from '#contract/views/account.ts'
import type { Queries } from '#db/connect.ts'
import {
  deleteSessionsOf,
  findUser,
  findUserByEmail,
  type UserRow,
  voidAccountTokens,
} from '#db/queries/accounts.ts'
import { mailStatesOf } from '#db/queries/mails.ts'
import { listActiveUsers, listInvitationRefs, listUsers, updateUser } from '#db/queries/users.ts'
import { searchKey, searchText } from '#db/searchKey.ts'
import type { StaffActor } from '../auth/actor.ts'
import { countLinkRequest } from '../auth/linkLimits.ts'
import { checkPassword } from '../auth/password.ts'
import { requireStillSignedIn } from '../auth/session.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { queueMail } from '../mail/queue.ts'
import { toMailState } from '../mail/state.ts'
import { audit } from './audit.ts'
import { changedFields } from './changes.ts'
import { noKey } from './paramKey.ts'

export const toUser = (row: UserRow): UserView => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  mobile_number: row.mobile_number,
  role: row.role,
  is_active: row.is_active,
  invitation_accepted: row.invitation_accepted,
})

/** All users of the organization, those whose invitation waits included, found by name and address. */
export async function usersOf(ctx: Context, organizationId: number, search: string) {
  const rows = await listUsers(ctx.db.read, organizationId)
  const text = searchText(search.trim())
  const found = rows.filter((row) => text === '' || searchKey(row).includes(text))
  const mailOf = await invitationMailsOf(ctx.db.read, found)
  const users: ListedUser[] = found.map((row) => ({ ...toUser(row), mail: mailOf(row.id) }))
  return { users, total_users: users.length }
}

/** The state of the mail that took each waiting person their newest link. */
async function invitationMailsOf(q: Queries, rows: readonly UserRow[]) {
  const waiting = rows.filter((row) => !row.invitation_accepted).map((row) => row.id)
  const refs = await listInvitationRefs(q, waiting)
  const states = await mailStatesOf(q, 'sign_up', [...refs.values()])
  return (userId: number) => {
    const state = states.get(refs.get(userId) ?? '')
    return state ? toMailState(state) : null
  }
}

/** The organization's active users, for pickers. */
export const activeUsers = async (ctx: Context, organizationId: number): Promise<UserView[]> =>
  (await listActiveUsers(ctx.db.read, organizationId)).map(toUser)

export interface Profile {
  first_name?: string
  last_name?: string
  email?: string
  mobile_number?: string
  /** Asked for with another address. */
  current_password?: string
}

/**
 * Changes one's own profile. A changed address signs in from then on: the old and the new one are told by mail, links to
 * a new password that went to the old one end, and so do its Param key and all other sessions.
 * @throws DomainError not_found, forbidden, conflict; invalid: another address without the password; too_many_requests
 */
export async function changeProfile(
  ctx: Context,
  actor: StaffActor,
  userId: number,
  { current_password, ...profile }: Profile,
  address: string,
): Promise<{ user: UserView; isEmailChanged: boolean }> {
  const now = ctx.now()
  // A change of address sends mails and tells whether an account exists: it is limited as links are.
  const known = await findUser(ctx.db.read, actor.userId)
  if (userId === actor.userId && profile.email !== undefined && known && profile.email !== known.email) {
    countLinkRequest(ctx, 'address', known.email, address)
    await requirePassword(known, current_password)
  }
  const changed = await ctx.db.write(async (tx) => {
    await requireStillSignedIn(tx, actor)
    const user = await requireColleague(tx, actor, userId)
    if (user.id !== actor.userId) throw new DomainError('forbidden', 'You can only change your own profile.')
    const { before, after } = changedFields(user, profile)
    if (Object.keys(after).length === 0) return { user, isEmailChanged: false }
    if (after.email !== undefined) await changeAddress(tx, actor, user, after.email, now)
    await updateUser(tx, user.id, {
      ...after,
      ...(after.email !== undefined && { email_key: after.email, ...noKey }),
      updated_at: now,
    })
    const change = { action: 'user.update', subject: `user ${user.id}`, before, after }
    await audit(tx, actor, change, now)
    return { user: { ...user, ...after }, isEmailChanged: after.email !== undefined }
  })
  if (changed.isEmailChanged) {
    // Its other sessions are gone, and so are their streams.
    ctx.hub.end({ user_id: userId })
  }
  return { user: toUser(changed.user), isEmailChanged: changed.isEmailChanged }
}

/** @throws DomainError invalid */
async function requirePassword(user: UserRow, given: string | undefined): Promise<void> {
  if (given && (await checkPassword(user.password_hash, given))) return
  const words = given ? 'This is not your password.' : 'Enter your password to change your email.'
  throw new DomainError('invalid', words, { errors: { current_password: [words] } })
}

/** @throws DomainError conflict: the address is somebody's already */
async function changeAddress(
  tx: Queries,
  actor: StaffActor,
  user: UserRow,
  to: string,
  now: number,
): Promise<void> {
  if (await findUserByEmail(tx, to)) {
    const words = 'There is already an account for this address.'
    throw new DomainError('conflict', words, { errors: { email: [words] } })
  }
  await voidAccountTokens(tx, { kind: 'reset', userId: user.id }, now)
  await deleteSessionsOf(tx, user.id, actor.sessionId)
  const mail = {
    kind: 'email_changed' as const,
    organizationId: user.organization_id,
    subjectRef: String(user.id),
    data: { from: user.email, to },
  }
  for (const address of [user.email, to]) await queueMail(tx, { ...mail, to: address }, now)
}

/**
 * Switches a colleague's account on or off; off ends all its sessions and streams, its links and its Param key. Nobody switches off themselves, so an
 * organization always keeps whoever acts.
 * @throws DomainError not_found, forbidden, unauthorized
 */
export async function setActive(
  ctx: Context,
  actor: StaffActor,
  userId: number,
  isActive: boolean,
): Promise<UserView> {
  const now = ctx.now()
  const user = await ctx.db.write(async (tx) => {
    const found = await requireColleague(tx, actor, userId)
    if (found.id === actor.userId)
      throw new DomainError('forbidden', 'You cannot activate or deactivate your own account.')
    // Two who switch off each other at the same moment: the later one is out already.
    await requireStillSignedIn(tx, actor)
    if (found.is_active === isActive) return found
    await updateUser(tx, found.id, {
      is_active: isActive,
      updated_at: now,
      ...(isActive ? { activated_at: now } : { deactivated_at: now, ...noKey }),
    })
    if (!isActive) {
      await deleteSessionsOf(tx, found.id)
      for (const kind of ['reset', 'invite'] as const)
        await voidAccountTokens(tx, { kind, userId: found.id }, now)
    }
    const action = isActive ? 'user.activate' : 'user.deactivate'
    await audit(tx, actor, { action, subject: `user ${found.id}` }, now)
    return { ...found, is_active: isActive }
  })
  if (!isActive) ctx.hub.end({ user_id: userId })
  return toUser(user)
}

/** Oneself, or somebody of the same organization; anybody else is not there. */
async function requireColleague(tx: Queries, actor: StaffActor, userId: number): Promise<UserRow> {
  const user = await findUser(tx, userId)
  const isOwn = user?.id === actor.userId
  const isSame = actor.organizationId !== 0 && user?.organization_id === actor.organizationId
  if (!user || !(isOwn || isSame)) throw notFound('The user')
  return user
}
