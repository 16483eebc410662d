/** The server's time on this device: one anchor, carried on by the monotonic clock. */
export interface ServerClock {
  now(): number
  /** Device minus server, in milliseconds. */
  offsetMs: number
}

/** @param answeredAfterMs how long the call took; half of it is the answer's age */
export function serverClock(serverTime: string, answeredAfterMs: number): ServerClock {
  const server = Date.parse(serverTime) + answeredAfterMs / 2
  const mono = performance.now()
  return {
    now: () => server + (performance.now() - mono),
    offsetMs: Date.now() - server,
  }
}
