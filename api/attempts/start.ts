import type { Queries } from '#db/connect.ts'
import { findAttemptById, type JoinedAttempt, setStart } from '#db/queries/attempts.ts'
import { countInDrive, pinEngines } from '#db/queries/drives.ts'
import { deadlineOf, linkHolds } from '#machines/attempt/time.ts'
import { DomainError } from '../kit/errors.ts'
import type { Keys } from '../kit/keys.ts'
import { newestPaper } from './paper.ts'

/**
 * Starts an attempt inside a transaction: durable and idempotent, the earliest wins.
 * @returns the attempt as it stands after the start
 * @throws DomainError profile_incomplete, not_started (the drive has not), test_over (the drive, or the link of an assessment)
 */
export async function startAttempt(tx: Queries, found: JoinedAttempt, now: number): Promise<JoinedAttempt> {
  const { attempt, drive } = found
  if (attempt.started_at !== null) return found
  if (attempt.profile_completed_at === null)
    throw new DomainError('profile_incomplete', 'Fill in the details form first.')
  if (now < drive.start_time) throw new DomainError('not_started', 'The drive has not started yet.')
  if (now >= drive.end_time) throw new DomainError('test_over', 'The drive is over.')
  if (!linkHolds(attempt, now)) throw new DomainError('test_over', 'This link has expired.')
  return beginAttempt(tx, found, now)
}

/** Begins an attempt, whoever has checked that it may; the earliest beginning stays. */
export async function beginAttempt(
  tx: Queries,
  { attempt, drive }: JoinedAttempt,
  now: number,
): Promise<JoinedAttempt> {
  const paper = await newestPaper(tx, drive.id, now)
  const begun = await setStart(tx, attempt.id, {
    started_at: now,
    allotted_seconds: paper.allotted_seconds,
    paper_id: paper.id,
    deadline_at: deadlineOf({
      driveEndAt: drive.end_time,
      startedAt: now,
      allottedSeconds: paper.allotted_seconds,
      timeFactor: attempt.time_factor,
      minutesGranted: attempt.minutes_granted,
      pausedMs: attempt.paused_ms,
    }),
    last_contact_at: now,
  })
  if (begun) await countInDrive(tx, drive.id, { appeared: 1 })
  if (drive.engines === null) await pinEngines(tx, drive.id)
  const started = await findAttemptById(tx, attempt.id)
  if (!started) throw new DomainError('not_found', 'The test was not found.')
  return started
}

/** The server's word on when a test was started: a server that lost the start believes it. */
export const startProof = (keys: Keys, ref: string, startedAt: number): string =>
  keys.signature('start', ref, startedAt)
