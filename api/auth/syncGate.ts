import { findHeadByToken } from '#db/queries/log.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { SYNC_LIMITS, type SyncLimits } from './limits.ts'
import { unknownToken } from './lookups.ts'

interface Account {
  requests: number
  bytes: number
  at: number
}

/** Attempts remembered; an older one is looked up again. */
const KNOWN_LIMIT = 20_000
const bearer = /^Bearer +([\w-]{20,100})$/i

const missing = () => new DomainError('unauthorized', 'This needs the link of your invitation.')
const unknown = () =>
  new DomainError('unauthorized', 'This link is no longer valid. Open your invitation again.')

/**
 * Who may have a sync's body read, and how much of it. Tokens seen to be right are remembered by their hash, so that
 * the hot path asks no database. That only opens the door: the writer asks for the token again in its transaction, so a
 * revoked one changes nothing, and is forgotten here by its refusal.
 */
export class SyncGate {
  readonly #ctx: Context
  readonly #limits: SyncLimits
  readonly #known = new Map<string, Account>()

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#limits = ctx.syncLimits ?? SYNC_LIMITS
  }

  /**
   * The hash of the token, where it is known and may send so many bytes now; null where it must be looked up.
   * @throws DomainError unauthorized, too_many_requests
   */
  admitKnown(authorization: string | undefined, bytes: number): string | null {
    const hash = sha256(tokenIn(authorization))
    const account = this.#known.get(hash)
    if (!account) return null
    this.#charge(account, bytes)
    return hash
  }

  /**
   * The same with a look-up, which counts for the address where it finds nothing.
   * @throws DomainError unauthorized, too_many_requests
   */
  async admit(authorization: string | undefined, bytes: number, address: () => string): Promise<string> {
    const known = this.admitKnown(authorization, bytes)
    if (known !== null) return known
    const hash = sha256(tokenIn(authorization))
    if (!(await findHeadByToken(this.#ctx.db.read, hash))) throw unknownToken(this.#ctx, address(), unknown())
    this.#remember(hash)
    return this.admitKnown(authorization, bytes) ?? hash
  }

  /** After the writer refused it. */
  forget(hash: string): void {
    this.#known.delete(hash)
  }

  #remember(hash: string): void {
    if (this.#known.has(hash)) return
    const { requests, bytes } = this.#limits
    this.#known.set(hash, { requests, bytes, at: this.#ctx.now() })
    if (this.#known.size <= KNOWN_LIMIT) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      break
    }
  }

  /** Takes a request and its bytes; what is refused takes nothing, so that waiting helps. */
  #charge(account: Account, bytes: number): void {
    const limits = this.#limits
    const now = this.#ctx.now()
    const seconds = Math.max(0, now - account.at) / 1_000
    account.at = now
    account.requests = Math.min(limits.requests, account.requests + seconds * limits.requestsPerSecond)
    account.bytes = Math.min(limits.bytes, account.bytes + seconds * limits.bytesPerSecond)
    if (account.requests >= 1 && account.bytes >= bytes) {
      account.requests -= 1
      account.bytes -= bytes
      return
    }
    const wait = Math.ceil(
      Math.max(
        (1 - account.requests) / limits.requestsPerSecond,
        (bytes - account.bytes) / limits.bytesPerSecond,
      ),
    )
    throw new DomainError(
      'too_many_requests',
      `This test sends more than the server takes. Go on in ${Math.max(1, wait)} seconds.`,
      { retryAfterSeconds: Math.max(1, wait) },
    )
  }
}

function tokenIn(authorization: string | undefined): string {
  if (!authorization) throw missing()
  const token = bearer.exec(authorization)?.[1]
  if (token === undefined) throw unknown()
  return token
}

const gates = new WeakMap<Context['db'], SyncGate>()

/** The one gate of a server, whichever way a sync comes in. */
export function syncGateOf(ctx: Context): SyncGate {
  let gate = gates.get(ctx.db)
  if (!gate) {
    gate = new SyncGate(ctx)
    gates.set(ctx.db, gate)
  }
  return gate
}
