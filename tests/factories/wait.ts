/**
 * Polls until a value is there; ends as soon as it is.
 * @throws Error with what was waited for, after `within` milliseconds
 */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  options: { within?: number; every?: number } = {},
): Promise<T> {
  const until = performance.now() + (options.within ?? 60_000)
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (performance.now() > until) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, options.every ?? 10))
  }
}
