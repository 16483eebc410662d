import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../kit/errors.ts'

/** argon2id at 19 MiB, two passes: the floor OWASP gives. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at once: a flood of sign-ins must not take the cores from candidates. */
const CONCURRENT = 2
const QUEUE_LIMIT = 50
let running = 0
const waiting: (() => void)[] = []

/** Whichever call waits for a password: the caller is asked to come back. */
class PasswordQueueFull extends DomainError {
  constructor() {
    super('unavailable', 'Many people are signing in. Try again.', { retryAfterSeconds: 5 })
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT) {
    if (waiting.length >= QUEUE_LIMIT) throw new PasswordQueueFull()
    // A task that ends hands over its place, so that nobody who comes in between makes it three.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const normal = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), cost))

let decoy: Promise<string> | null = null

/** Whether a password fits; an unknown account costs the same time as a known one. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this', cost)
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, normal(password)))
  return fits && stored != null
}
