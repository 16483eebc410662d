/**
 * A script that puts `Date` so many milliseconds off where it runs first: at the head of a page, of a worker, or of the
 * server's process. All else of the clock goes on by itself.
 */
export const clockOff = (ms: number): string => `{
  const now = Date.now
  const construct = (of, given, as) => Reflect.construct(of, given.length > 0 ? given : [now() + ${ms}], as)
  Date.now = () => now() + ${ms}
  globalThis.Date = new Proxy(Date, { construct })
}
`

/** The environment of a process of Node whose clock is so far off from its first line on. */
export const processClockOff = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockOff(ms))}`,
})
