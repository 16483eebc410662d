import { findAttemptByInvitation, findAttemptByToken } from '#db/queries/attempts.ts'
import { noteContact } from '../attempts/contact.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import type { CandidateActor } from './actor.ts'
import { checkedCandidate } from './checked.ts'
import { refuseExpiredLink } from './expiredLink.ts'
import { unknownToken } from './lookups.ts'

const tokenPattern = /^[\w-]{20,100}$/

/**
 * The one attempt a token belongs to. A look-up that finds nothing counts for the address.
 * @throws DomainError unauthorized, too_many_requests; test_over where its link expired before it was begun
 */
export async function requireAttempt(
  ctx: Context,
  token: string | null,
  accepts: 'attempt' | 'either',
  address: string,
): Promise<CandidateActor> {
  if (token === null) throw new DomainError('unauthorized', 'This needs the link of your invitation.')
  const refusal = new DomainError('unauthorized', 'This link is no longer valid. Open your invitation again.')
  if (!tokenPattern.test(token)) throw refusal
  const hash = sha256(token)
  const byToken = await findAttemptByToken(ctx.db.read, hash)
  if (byToken) {
    await refuseExpiredLink(ctx, byToken)
    await noteContact(ctx, byToken.attempt)
    return checkedCandidate({ kind: 'candidate', found: byToken, by: 'attempt' })
  }
  if (accepts === 'either') {
    const invited = await findAttemptByInvitation(ctx.db.read, hash)
    if (invited) {
      await refuseExpiredLink(ctx, invited)
      return checkedCandidate({ kind: 'candidate', found: invited, by: 'invitation' })
    }
  }
  throw unknownToken(ctx, address, refusal)
}
