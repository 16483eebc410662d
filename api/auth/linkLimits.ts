import type { Context } from '../context.ts'
import { NO_ADDRESS } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { Buckets } from './limits.ts'

/**
 * How often a link may be asked for by mail: by account and address together, by address, and by account alone, the
 * last so wide that it bounds what arrives in somebody's mailbox and keeps nobody else out soon. An address without an
 * account is counted the same way.
 */
class LinkLimits {
  readonly #byPair: Buckets
  readonly #byAddress: Buckets
  readonly #byAccount: Buckets

  constructor(now: () => number) {
    this.#byPair = new Buckets(4, 1 / 3, now)
    this.#byAddress = new Buckets(30, 10, now)
    this.#byAccount = new Buckets(12, 1 / 3, now)
  }

  /** @throws DomainError too_many_requests */
  take(email: string, address: string): void {
    const asked: [Buckets, string][] = [
      [this.#byPair, `${address} ${email}`],
      [this.#byAccount, email],
    ]
    if (address !== NO_ADDRESS) asked.push([this.#byAddress, address])
    const wait = Math.max(...asked.map(([buckets, key]) => buckets.wait(key)))
    if (wait > 0)
      throw new DomainError(
        'too_many_requests',
        `Too many requests for a link. Wait ${wait} seconds; the latest link you received still works.`,
        { retryAfterSeconds: wait },
      )
    for (const [buckets, key] of asked) buckets.take(key)
  }
}

type LinkKind = 'signup' | 'reset' | 'candidate' | 'address' | 'colleague'

const limits = new WeakMap<Context['db'], Record<LinkKind, LinkLimits>>()

/**
 * Counts that somebody asked for a link.
 * @throws DomainError too_many_requests
 */
export function countLinkRequest(ctx: Context, kind: LinkKind, email: string, address: string): void {
  let own = limits.get(ctx.db)
  if (!own) {
    own = {
      signup: new LinkLimits(ctx.now),
      reset: new LinkLimits(ctx.now),
      candidate: new LinkLimits(ctx.now),
      address: new LinkLimits(ctx.now),
      colleague: new LinkLimits(ctx.now),
    }
    limits.set(ctx.db, own)
  }
  own[kind].take(email, address)
}
