import type { Context } from '../context.ts'
import { NO_ADDRESS } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { Buckets } from './limits.ts'

/** A campus is one address: room for a hall of people with old links. */
const FAILED_LOOKUPS = 200
const FAILED_LOOKUPS_PER_MINUTE = 60
const failures = new WeakMap<Context['db'], Buckets>()

/**
 * The refusal of a token that belongs to nobody. An address that tried many is told to wait instead. Only failures
 * count and only failures are refused: a person who guesses must not lock out the people behind the same address.
 */
export function unknownToken(ctx: Context, address: string, refusal: DomainError): DomainError {
  if (address === NO_ADDRESS) return refusal
  let limits = failures.get(ctx.db)
  if (!limits) {
    limits = new Buckets(FAILED_LOOKUPS, FAILED_LOOKUPS_PER_MINUTE, ctx.now)
    failures.set(ctx.db, limits)
  }
  const wait = limits.wait(address)
  if (wait > 0)
    return new DomainError('too_many_requests', `Too many attempts. Wait ${wait} seconds.`, {
      retryAfterSeconds: wait,
    })
  limits.take(address)
  return refusal
}
