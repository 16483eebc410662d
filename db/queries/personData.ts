import type { Queries } from '../connect.ts'

/** The rows that are kept of one person beside the logs of their attempts. */

type Row = Record<string, unknown>

/** Each attempt with its drive, also of a drive that was deleted since. */
export const listPersonAttempts = (q: Queries, candidateId: number) =>
  q.raw.all<Row & { id: number; ref: string; drive_id: number }>(
    `SELECT a.id, a.ref, a.drive_id, d.name AS drive_name, a.invited_at, a.opened_at, a.reminded_at, a.revoked_at,
       a.profile_completed_at, a.first_name, a.last_name, a.mobile_number, a.link_expires_at, a.started_at, a.deadline_at,
       a.finished_at, a.sealed_at, a.end_reason, a.mcqs_submitted_at, a.feedback_at, a.last_contact_at, a.runs, a.time_factor, a.lifted_rules, a.minutes_granted, a.paused_at, a.paused_ms, a.unused_ms, a.is_fraud,
       a.copy_attempts, a.strikes, a.screen_exits, a.is_selected, a.score, a.score_claimed
     FROM attempts a JOIN drives d ON d.id = a.drive_id WHERE a.candidate_id = ? ORDER BY a.id`,
    candidateId,
  )

/** The newest saved and selected value of each answer. */
export const listPersonAnswers = (q: Queries, attemptId: number) =>
  q.raw.all<Row>(
    'SELECT key, saved, saved_at, selected, selected_at, verdict FROM answers WHERE attempt_id = ? ORDER BY key',
    attemptId,
  )

export const listPersonRuns = (q: Queries, attemptId: number) =>
  q.raw.all<Row>(
    `SELECT problem_id, language_id, source, stdin, status, result, created_at, done_at
     FROM executions WHERE attempt_id = ? ORDER BY id`,
    attemptId,
  )

/** Messages of staff and what else the candidate was told in the test. */
export const listPersonNotices = (q: Queries, attemptId: number) =>
  q.raw.all<Row>(
    'SELECT kind, text, minutes, created_at FROM notices WHERE attempt_id = ? ORDER BY id',
    attemptId,
  )

export const listPersonFeedback = (q: Queries, attemptId: number) =>
  q.raw.all<Row>(
    'SELECT rating, answer, created_at, deleted_at FROM feedbacks WHERE attempt_id = ?',
    attemptId,
  )

/** The stretches in which the test was not heard of. */
export const listPersonSilences = (q: Queries, attemptId: number) =>
  q.raw.all<Row>('SELECT from_at, to_at FROM contact_gaps WHERE attempt_id = ? ORDER BY from_at', attemptId)

/** The receipts that a device has shown of work that the server did not hold any more. */
export const listPersonShownReceipts = (q: Queries, ref: string) =>
  q.raw.all<Row>(
    'SELECT head_seq, head_hash, at AS held_at, shown_at FROM shown_receipts WHERE attempt_ref = ? ORDER BY shown_at',
    ref,
  )

/** Mails to the candidate about an attempt; reports to staff that name others too are not among them. */
export const listPersonMails = (q: Queries, ref: string) =>
  q.raw.all<Row>(
    `SELECT kind, recipient, status, reason, created_at, sent_at FROM mails
     WHERE subject_ref = ? AND kind IN ('invitation', 'dates_changed', 'reminder', 'reopened', 'cancelled') ORDER BY id`,
    ref,
  )
