import type { Queries } from '#db/connect.ts'
import { findOnceKey, insertOnceKey } from '#db/queries/onceKeys.ts'
import type { Once } from '../auth/actor.ts'
import { DomainError } from './errors.ts'

/**
 * Notes, in the transaction that changes something, that this key's request is the one that does it. A request of several
 * transactions notes it in its first.
 * @throws DomainError conflict where another request with the key did it: nothing of this one is kept
 */
export async function claimOnce(tx: Queries, userId: number, once: Once, now: number): Promise<void> {
  const known = await findOnceKey(tx, userId, once.keyHash)
  if (known && known.claim !== once.claim) throw askedBefore()
  if (known) return
  await insertOnceKey(tx, {
    user_id: userId,
    key_hash: once.keyHash,
    request_hash: once.requestHash,
    claim: once.claim,
    created_at: now,
  })
}

export const askedBefore = (): DomainError =>
  new DomainError(
    'conflict',
    'This was already requested and is done or in progress. Check its state before you try again.',
  )
