import type { Queries } from '#db/connect.ts'
import { type AttemptChange, type JoinedAttempt, listRunning, updateAttempt } from '#db/queries/attempts.ts'
import { insertEvent } from '#db/queries/events.ts'
import { deadlineOf, PAUSE_MARGIN_MS } from '#machines/attempt/time.ts'

/** An attempt's deadline is made anew, and its device told, when the facts of its time change. */

type Facts = Pick<JoinedAttempt, 'attempt'> & { drive: Pick<JoinedAttempt['drive'], 'end_time'> }

/** The deadline of a begun attempt, from its facts; null while it has not begun. */
export function currentDeadline({ attempt, drive }: Facts): number | null {
  if (attempt.started_at === null) return null
  const running = deadlineOf({
    driveEndAt: drive.end_time,
    startedAt: attempt.started_at,
    allottedSeconds: attempt.allotted_seconds,
    timeFactor: attempt.time_factor,
    minutesGranted: attempt.minutes_granted,
    pausedMs: attempt.paused_ms,
  })
  return attempt.paused_at === null ? running : running + PAUSE_MARGIN_MS
}

/** A pause ends with the test: its time counts, and the margin that kept the clock from running out goes. */
export function endOfPause(
  {
    paused_at,
    paused_ms,
    unused_ms,
    deadline_at,
  }: Pick<JoinedAttempt['attempt'], 'paused_at' | 'paused_ms' | 'unused_ms' | 'deadline_at'>,
  endedAt: number,
): AttemptChange {
  if (paused_at === null) return {}
  const lasted = Math.max(0, endedAt - paused_at)
  return {
    paused_at: null,
    paused_ms: paused_ms + lasted,
    unused_ms: unused_ms + lasted,
    deadline_at: deadline_at === null ? null : deadline_at - PAUSE_MARGIN_MS + lasted,
  }
}

async function renewDeadline(tx: Queries, facts: Facts, now: number): Promise<void> {
  const deadline = currentDeadline(facts)
  if (deadline === facts.attempt.deadline_at) return
  await updateAttempt(tx, facts.attempt.id, { deadline_at: deadline })
  await insertEvent(tx, { attempt_id: facts.attempt.id }, { type: 'attempt', what: 'deadline' }, now)
}

/** After a drive's end was moved: every running attempt goes by the new one. */
export async function renewDeadlines(
  tx: Queries,
  drive: { id: number; end_time: number },
  now: number,
): Promise<void> {
  for (const attempt of await listRunning(tx, drive.id)) await renewDeadline(tx, { attempt, drive }, now)
}
