import type { Queries } from '#db/connect.ts'
import { findOrganization, findUser, type UserRow } from '#db/queries/accounts.ts'
import { updateUser } from '#db/queries/users.ts'
import type { StaffActor } from '../auth/actor.ts'
import { requireStillSignedIn } from '../auth/session.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { iso } from '../kit/iso.ts'
import { sha256 } from '../kit/keys.ts'
import { audit } from './audit.ts'

/** One's own Param key: told once, kept as a hash. */

/** By it a key is known for what it is where it turns up by mistake: in a log, in a repository. */
const PREFIX = 'param_'

/** @throws DomainError forbidden where the organization may not use Param; unauthorized */
async function requireOwner(q: Queries, actor: StaffActor): Promise<UserRow> {
  const organization = await findOrganization(q, actor.organizationId)
  if (!organization?.is_param_ai_allowed)
    throw new DomainError('forbidden', 'Your organization is not allowed to use Param assessments.')
  const user = await findUser(q, actor.userId)
  if (!user?.is_active) throw new DomainError('unauthorized', 'Sign in to continue.')
  return user
}

export async function paramKeyOf(ctx: Context, actor: StaffActor) {
  const user = await requireOwner(ctx.db.read, actor)
  return {
    has_key: user.param_key_hash !== null,
    created_at: iso(user.param_key_made_at),
    used_at: iso(user.param_key_used_at),
  }
}

/**
 * Makes a key; the one before opens nothing from then on.
 * @returns the key, which nobody can read again
 * @throws DomainError forbidden
 */
export async function makeParamKey(ctx: Context, actor: StaffActor): Promise<{ auth_token: string }> {
  const key = PREFIX + ctx.random(32)
  await ctx.db.write(async (tx) => {
    await requireStillSignedIn(tx, actor)
    const user = await requireOwner(tx, actor)
    const now = ctx.now()
    await updateUser(tx, user.id, {
      param_key_hash: sha256(key),
      param_key_made_at: now,
      param_key_used_at: null,
    })
    const after = { replaced: user.param_key_hash !== null }
    await audit(tx, actor, { action: 'param_key.create', subject: `user ${user.id}`, after }, now)
  })
  return { auth_token: key }
}

/** Ends one's key, where there is one. @throws DomainError forbidden */
export async function endParamKey(ctx: Context, actor: StaffActor): Promise<{ has_key: boolean }> {
  await ctx.db.write(async (tx) => {
    const user = await requireOwner(tx, actor)
    if (user.param_key_hash === null) return
    await updateUser(tx, user.id, noKey)
    await audit(tx, actor, { action: 'param_key.revoke', subject: `user ${user.id}` }, ctx.now())
  })
  return { has_key: false }
}

/** The fields of a user's row without a key. */
export const noKey = { param_key_hash: null, param_key_made_at: null, param_key_used_at: null } as const
