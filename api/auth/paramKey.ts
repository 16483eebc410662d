import { findUserByParamKey, setParamKeyUsed } from '#db/queries/users.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import type { StaffActor } from './actor.ts'
import { checkedStaff } from './checked.ts'
import { Buckets } from './limits.ts'
import { unknownToken } from './lookups.ts'

/** A Param key invites one address a call, or many at once: a call a second is far more than a program needs. */
const CALLS_AT_ONCE = 60
const CALLS_PER_MINUTE = 60
/** How often a key's last use is written. */
const NOTE_EVERY_MS = 60_000

const calls = new WeakMap<Context['db'], Buckets>()

/** @throws DomainError too_many_requests */
function countCall(ctx: Context, userId: number): void {
  let own = calls.get(ctx.db)
  if (!own) {
    own = new Buckets(CALLS_AT_ONCE, CALLS_PER_MINUTE, ctx.now)
    calls.set(ctx.db, own)
  }
  const wait = own.wait(String(userId))
  if (wait > 0)
    throw new DomainError(
      'too_many_requests',
      `This key is being used too often. Try again in ${wait} seconds.`,
      {
        retryAfterSeconds: wait,
      },
    )
  own.take(String(userId))
}

/**
 * Whose Param key this is. It is found by its hash, so no comparison tells how much of a guess was right; a look-up that
 * finds nothing counts for the address.
 * @throws DomainError unauthorized: no key, or of somebody who was switched off; forbidden: the organization may not use
 * Param any more; too_many_requests
 */
export async function requireParamKey(
  ctx: Context,
  token: string | null,
  address: string,
): Promise<StaffActor> {
  const refused = new DomainError('unauthorized', 'Sign in, or send a valid Param key.')
  if (token === null) throw refused
  const found = await findUserByParamKey(ctx.db.read, sha256(token))
  if (!found) throw unknownToken(ctx, address, refused)
  const { user, isAllowed } = found
  if (!user.is_active || user.role !== 'Admin' || user.organization_id === null) throw refused
  if (!isAllowed)
    throw new DomainError('forbidden', 'Your organization is not allowed to use Param assessments.')
  countCall(ctx, user.id)
  const now = ctx.now()
  if (user.param_key_used_at === null || now - user.param_key_used_at >= NOTE_EVERY_MS)
    await ctx.db.write((tx) => setParamKeyUsed(tx, user.id, now))
  return checkedStaff({
    kind: 'staff',
    sessionId: 0,
    userId: user.id,
    role: user.role,
    byParamKey: true,
    organizationId: user.organization_id,
  })
}
