import { findAttemptByInvitation, findAttemptByToken } from '#db/queries/attempts.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { sha256 } from '../keys.ts'
import type { CandidateActor } from './actor.ts'

const tokenPattern = /^[\w-]{20,100}$/

/**
 * The one attempt a token belongs to.
 * @throws Refusal unauthorized
 */
export async function requireAttempt(
  ctx: Context,
  token: string | null,
  accepts: 'attempt' | 'either',
): Promise<CandidateActor> {
  if (token === null) throw new Refusal('unauthorized', 'This needs the link of your invitation.')
  if (tokenPattern.test(token)) {
    const hash = sha256(token)
    const byToken = await findAttemptByToken(ctx.db.read, hash)
    if (byToken) return { kind: 'candidate', found: byToken, by: 'attempt' }
    if (accepts === 'either') {
      const invited = await findAttemptByInvitation(ctx.db.read, hash)
      if (invited) return { kind: 'candidate', found: invited, by: 'invitation' }
    }
  }
  throw new Refusal('unauthorized', 'This link is no longer valid. Open your invitation again.')
}
