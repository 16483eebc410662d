/** A server clock that stands still until a test moves it. */
export interface Clock {
  now: () => number
  /** Moves by so many milliseconds. */
  move(ms: number): void
  set(at: number): void
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function movableClock(at = Date.UTC(2026, 0, 15, 9)): Clock {
  let time = at
  return {
    now: () => time,
    move: (ms) => {
      time += ms
    },
    set: (to) => {
      time = to
    },
  }
}
