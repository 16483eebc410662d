/** The clock of an attempt. All times in server milliseconds. */

export interface DeadlineFacts {
  driveEndAt: number
  startedAt: number
  allottedSeconds: number
  /** 1 without accommodation. */
  timeFactor: number
  minutesGranted: number
  /** Pauses, and what a reopening moved the clock by: less than nothing where the test had ended early. */
  pausedMs: number
}

/** deadline = min(drive end, start + allotted) + (factor − 1) × allotted + minutes granted + pauses */
export function deadlineOf(facts: DeadlineFacts): number {
  const allotted = facts.allottedSeconds * 1_000
  return (
    Math.min(facts.driveEndAt, facts.startedAt + allotted) +
    Math.round((facts.timeFactor - 1) * allotted) +
    facts.minutesGranted * 60_000 +
    facts.pausedMs
  )
}

/**
 * While an attempt is paused its deadline stands so far ahead: neither server nor device ends it meanwhile. The resume
 * makes it exact.
 */
export const PAUSE_MARGIN_MS = 24 * 3_600_000

/** Milliseconds left on the clock: where it stands still, those it had then. */
export const millisLeft = (
  { deadlineAt, pausedAt }: { deadlineAt: number; pausedAt: number | null },
  now: number,
): number => (pausedAt === null ? deadlineAt - now : deadlineAt - PAUSE_MARGIN_MS - pausedAt)

/** Whether an invitation still opens its test: the link of an assessment ends, of a test that was begun never. */
export const linkHolds = (
  attempt: { link_expires_at: number | null; started_at: number | null },
  now: number,
): boolean => attempt.started_at !== null || attempt.link_expires_at === null || now < attempt.link_expires_at

/** Upcoming, ongoing or completed, from the drive's dates. */
export function statusAt(
  drive: { start_time: number; end_time: number },
  now: number,
): 'upcoming' | 'ongoing' | 'completed' {
  if (now < drive.start_time) return 'upcoming'
  return now < drive.end_time ? 'ongoing' : 'completed'
}
