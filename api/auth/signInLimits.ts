import type { Context } from '../context.ts'
import { Buckets } from './limits.ts'

/** Pairs of account and address that have signed in, kept in memory. */
const KNOWN_KEPT = 10_000

/**
 * Failed sign-ins, by account and address together, by address, and by account alone. A limit that anybody can use up
 * from anywhere must not keep an account's owner out: so the tight limit is the pair's, the account's own is wide, and
 * it does not hold where this account has signed in before. An account that does not exist is counted the same way. An
 * IPv6 network has many addresses, so the addresses that a provider gives to one customer are counted together, below
 * the account's own limit: no one customer can keep an account closed.
 */
export class SignInLimits {
  readonly #byPair: Buckets
  readonly #byAddress: Buckets
  readonly #byCustomer: Buckets
  readonly #byAccount: Buckets
  readonly #known = new Set<string>()

  constructor(now: () => number) {
    this.#byPair = new Buckets(10, 2, now)
    this.#byAddress = new Buckets(40, 10, now)
    this.#byCustomer = new Buckets(100, 20, now)
    this.#byAccount = new Buckets(300, 60, now)
  }

  /** Seconds to wait before the next try; 0: now. */
  wait(email: string, address: string): number {
    const pair = pairOf(email, address)
    return Math.max(
      this.#byPair.wait(pair),
      this.#byAddress.wait(address),
      this.#byCustomer.wait(customerOf(address)),
      this.#known.has(pair) ? 0 : this.#byAccount.wait(email),
    )
  }

  /** Counts a try before its password is checked: many at once would else all pass before the first has failed. */
  tried(email: string, address: string): void {
    this.#byPair.take(pairOf(email, address))
    this.#byAddress.take(address)
    this.#byCustomer.take(customerOf(address))
    this.#byAccount.take(email)
  }

  /** A try that was right is no failure. */
  succeeded(email: string, address: string): void {
    const pair = pairOf(email, address)
    this.#byPair.giveBack(pair)
    this.#byAddress.giveBack(address)
    this.#byCustomer.giveBack(customerOf(address))
    this.#byAccount.giveBack(email)
    this.#known.delete(pair)
    this.#known.add(pair)
    if (this.#known.size <= KNOWN_KEPT) return
    for (const oldest of this.#known) {
      this.#known.delete(oldest)
      break
    }
  }
}

/** The first 48 bits of a network as `addressOf` names it; any other address as it is. */
const customerOf = (address: string): string =>
  address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address

/** No address has a blank, so no two pairs are spelled alike. */
const pairOf = (email: string, address: string): string => `${address} ${email}`

const limits = new WeakMap<Context['db'], SignInLimits>()

/** The limits of one installation. */
export function signInLimitsOf(ctx: Context): SignInLimits {
  let own = limits.get(ctx.db)
  if (!own) {
    own = new SignInLimits(ctx.now)
    limits.set(ctx.db, own)
  }
  return own
}
