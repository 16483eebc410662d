/**
 * Does the same for each of many, so many of them at once. After a fault no more are begun, and those under way are waited for.
 * @returns what came of each, in their order
 */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done = new Array<R>(items.length)
  const waiting = items.entries()
  let isFaulty = false
  const lane = async (): Promise<void> => {
    // One iterator for all lanes: each takes the next that nobody has taken.
    for (const [n, item] of waiting) {
      if (isFaulty) return
      try {
        done[n] = await work(item)
      } catch (error) {
        isFaulty = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  for (const one of lanes) if (one.status === 'rejected') throw one.reason
  return done
}
