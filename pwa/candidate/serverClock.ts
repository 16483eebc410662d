/** The server's time on this device: one anchor, carried on by the monotonic clock. */
export interface ServerClock {
  now(): number
  /** Device minus server, in milliseconds. */
  offsetMs: number
}

/** When a call was sent and when its answer came, by the monotonic clock. */
export interface Trip {
  sentAt: number
  answeredAt: number
}

/** Half of the way there and back is the answer's age when it came. */
export function serverClock(serverTime: string, { sentAt, answeredAt }: Trip): ServerClock {
  const server = Date.parse(serverTime) + (answeredAt - sentAt) / 2
  const now = (): number => server + (performance.now() - answeredAt)
  return { now, offsetMs: Date.now() - now() }
}
