import type { ErrorCode } from '#contract/errors.ts'
import { findOnceKey, setOutcome } from '#db/queries/onceKeys.ts'
import type { Once, StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { askedBefore } from '../kit/once.ts'

/** The answer that a request got: a body, or the refusal after something had been done. */
type Outcome =
  | { body: object }
  | {
      refusal: { code: ErrorCode; message: string } & NonNullable<
        ConstructorParameters<typeof DomainError>[2]
      >
    }

/**
 * Does what staff asks for once, however often it comes with the same Idempotency-Key: where the answer was lost, the
 * next request is told the same. The key is noted with the audit entry, in the transaction of the change itself, so
 * that what changes nothing uses up no key.
 * @param asked.content the call with all that was sent
 * @throws DomainError idempotency_mismatch: the key came with other content; conflict: it is under way, or what came of it
 * is not known any more; and what `work` throws
 */
export async function idempotently(
  ctx: Context,
  actor: StaffActor,
  asked: { key: string; content: readonly unknown[] },
  work: (actor: StaffActor) => Promise<object>,
): Promise<object> {
  const once: Once = {
    keyHash: sha256(asked.key),
    requestHash: sha256(JSON.stringify(asked.content)),
    claim: ctx.random(16),
  }
  const before = await repeated(ctx, actor, once)
  if (before) return before
  try {
    const body = await work({ ...actor, once })
    await keep(ctx, actor, once, { body })
    return body
  } catch (error) {
    // Another request with this key may have come first: that is why this one failed.
    const other = await repeated(ctx, actor, once)
    if (other) return other
    const { code, message, errors, details } = error instanceof DomainError ? error : brokeOff()
    const refusal = { code, message, ...(errors && { errors }), ...(details && { details }) }
    // A request that broke off is told so, even if this cannot be kept either.
    await keep(ctx, actor, once, { refusal }).catch((second: unknown) => {
      if (error instanceof DomainError) throw second
    })
    throw error
  }
}

/** A request that changed nothing noted no key, and nothing is kept of it. */
const keep = (ctx: Context, { userId }: StaffActor, once: Once, outcome: Outcome) =>
  ctx.db.write((tx) =>
    setOutcome(tx, { user_id: userId, key_hash: once.keyHash, claim: once.claim }, outcome),
  )

const brokeOff = (): DomainError =>
  new DomainError(
    'conflict',
    'This stopped after part of it was done. Check what was done, then try again for the rest.',
  )

/** The answer that another request with the same key got; null if there was none. */
async function repeated(ctx: Context, actor: StaffActor, once: Once): Promise<object | null> {
  const known = await findOnceKey(ctx.db.read, actor.userId, once.keyHash)
  if (!known || known.claim === once.claim) return null
  if (known.request_hash !== once.requestHash)
    throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used with other content.')
  const outcome = known.outcome as Outcome | null
  if (outcome === null) throw askedBefore()
  if ('body' in outcome) return outcome.body
  const { code, message, ...more } = outcome.refusal
  throw new DomainError(code, message, more)
}
