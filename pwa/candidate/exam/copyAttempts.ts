import type { AttemptClient } from '#pwa/attempt/api.ts'

/** Tries of one kind within so long are one: a note is written to the disk at once, and work waits behind it. */
const MERGED_MS = 1_000

const noted = new WeakMap<object, Map<string, number>>()

/**
 * Notes that something was tried that the clipboard does not do here.
 * @param why by what it was tried: the keys, or the clipboard event that was refused
 */
export function noteCopyAttempt(actor: Pick<AttemptClient, 'now' | 'signal'>, why: string): void {
  const of = noted.get(actor) ?? new Map<string, number>()
  noted.set(actor, of)
  const now = actor.now()
  const before = of.get(why)
  if (before !== undefined && Math.abs(now - before) < MERGED_MS) return
  of.set(why, now)
  actor.signal('copy_attempt', { why }).catch(() => undefined)
}
