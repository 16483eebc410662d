import type { JoinedAttempt } from '#db/queries/attempts.ts'

/**
 * The seconds that the attempt's clock adds to the time that everybody has, as `deadlineOf` does. Pauses are no time to
 * work in, but what a reopening left out of a test that had ended early is time that is not there.
 */
export const extraSeconds = (
  { time_factor, minutes_granted, paused_ms }: JoinedAttempt['attempt'],
  allottedSeconds: number,
): number =>
  Math.round((time_factor - 1) * allottedSeconds) +
  minutes_granted * 60 +
  Math.min(0, Math.round(paused_ms / 1_000))
