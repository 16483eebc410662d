import { randomBytes } from 'node:crypto'
import type { Keys } from '../kit/keys.ts'

/** The pass by which an installation's own doctor is known: made with its keys, for one question within a minute. */

const HOLDS_MS = 60_000
const LABEL = 'doctor'

export function makePass(keys: Keys, now: number): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${now}.${nonce}.${keys.signature(LABEL, now, nonce)}`
}

/** Passes that were shown, each as long as it would hold. */
export class Passes {
  readonly #keys: Keys
  readonly #now: () => number
  readonly #used = new Map<string, number>()

  constructor(keys: Keys, now: () => number) {
    this.#keys = keys
    this.#now = now
  }

  /** Whether it is one of ours, holds now, and was not shown before. */
  take(pass: string): boolean {
    const [, made = '', nonce = '', mac = ''] = /^(\d{1,15})\.([\w-]{16})\.([\w-]{43})$/.exec(pass) ?? []
    const now = this.#now()
    if (!this.#keys.checkSignature(mac, LABEL, made, nonce)) return false
    if (Math.abs(now - Number(made)) > HOLDS_MS || this.#used.has(nonce)) return false
    for (const [used, until] of this.#used) if (until < now) this.#used.delete(used)
    this.#used.set(nonce, Number(made) + HOLDS_MS)
    return true
  }
}
