import type { AttemptClient } from '#pwa/attempt/api.ts'

const texts = new WeakMap<AttemptClient, Map<string, string>>()

/**
 * Texts typed on this page, by draft: newer than any draft for the second until they are kept. Forgotten when the test
 * stops running here, because another device may go on with it.
 */
export function typedTexts(actor: AttemptClient): Map<string, string> {
  const known = texts.get(actor)
  if (known) return known
  const fresh = new Map<string, string>()
  texts.set(actor, fresh)
  return fresh
}
