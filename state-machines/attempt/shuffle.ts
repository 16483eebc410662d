/** A fixed order for an attempt: the same seed gives the same order after a reload and on another device. */

/** mulberry32 over an FNV-1a hash of the seed: small, fast, and the same in every engine. */
function generator(seed: string): () => number {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Fisher–Yates with a seeded generator; leaves the list it was given alone. */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  const next = generator(seed)
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const a = result[i] as T
    result[i] = result[j] as T
    result[j] = a
  }
  return result
}
