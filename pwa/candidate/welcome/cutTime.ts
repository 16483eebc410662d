import { formatDuration } from '#contract/duration.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { deadlineOf } from '#machines/attempt/time.ts'
import type { OpenedDrive } from '../drive.ts'
import { formatTimeOfDay } from '../format.ts'
import { useEverySecond } from '../ui/useEverySecond.ts'

/**
 * The seconds that are left for a test that begins now, or with its drive, because the drive ends before the whole of its
 * time is over; null where all of it is there. Whole minutes where there are some: nobody is promised more.
 */
export function cutTime(view: DriveView, now: number): number | null {
  const driveEndAt = Date.parse(view.drive_end_time)
  // An assessment has no end of its own.
  if (view.is_assessment || view.has_begun || now >= driveEndAt) return null
  const startedAt = Math.max(now, Date.parse(view.drive_start_time))
  const endsAt = deadlineOf({
    driveEndAt,
    startedAt,
    allottedSeconds: view.allotted_seconds - view.extra_seconds,
    timeFactor: 1,
    minutesGranted: view.extra_seconds / 60,
    pausedMs: 0,
  })
  const seconds = Math.floor((endsAt - startedAt) / 1_000)
  if (seconds >= view.allotted_seconds) return null
  return seconds < 60 ? seconds : seconds - (seconds % 60)
}

/** The same, as the server's clock goes on. */
export function useCutTime({ view, clock }: OpenedDrive): number | null {
  useEverySecond(!view.has_begun)
  return cutTime(view, clock.now())
}

/** 'The drive ends at 3:45 AM: you have 11 min.' */
export const cutWords = ({ drive_end_time }: DriveView, seconds: number): string =>
  `The drive ends at ${formatTimeOfDay(new Date(drive_end_time))}: you have ${formatDuration(seconds)}.`
