import Dexie from 'dexie'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { timerNow } from '../clock.ts'
import { sha256OfText } from '../hash.ts'
import { pendingCount } from '../pending.ts'
import { forgetPictures, picturesOf } from '../pictures.ts'
import { receiptCodeOf, receiptFileOf } from '../receipt.ts'
import { FINISHED, type FinishedRecord, finishedRecord } from './finished.ts'
import { countBlobs, countRefusedBlobs } from './media.ts'
import { opsOf } from './ops.ts'
import { countWaiting, deleteAside } from './quarantine.ts'
import type { AttemptRecord, LocalDatabase } from './schema.ts'
import { dropTyped, isEmptyBuffer, isStillTaken, readUnloadBuffer } from './unloadBuffer.ts'

/**
 * A finished test leaves the device, which may be anybody's: once the server holds all of it, answers, programs, log,
 * pictures, questions and credentials go. A small record stays, so that the end page and the link still answer.
 */

/**
 * Forgets a test if it is over and nothing of it is on this device alone.
 * @param at the server's time, as the device knows it by default; past the upload window nobody comes back to a finished test
 * @returns what stays of it, or null where it was left as it is
 */
export async function purgeIfDone(
  db: LocalDatabase,
  attemptId: string,
  at?: number,
): Promise<FinishedRecord | null> {
  const content = await db.content.get(attemptId)
  const record = await forgetRows(db, attemptId, at)
  if (!record || !content) return record
  // Another test on this device may ask the same.
  const kept = new Set((await db.content.toArray()).flatMap(picturesOf))
  await forgetPictures(picturesOf(content).filter((url) => !kept.has(url)))
  return record
}

function forgetRows(db: LocalDatabase, attemptId: string, at?: number): Promise<FinishedRecord | null> {
  return db.transaction('rw', db.tables, async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt) return null
    // The device's own clock may be days ahead.
    const now = at ?? timerNow(attempt.anchor)
    if (!isDone(attempt, now) || (await hasUnsent(db, attempt, now))) return null
    const refused = await refusedPictures(db, attemptId)
    const record = { ...recordOf(attempt), ...(refused > 0 && { refused_pictures: refused }) }
    await db.settings.put({ name: FINISHED + attemptId, value: record })
    // The person's place, and what was seen and flagged, waits for the test to be opened again.
    const names = ['languages', 'notices', 'refused-pictures']
    await db.settings.bulkDelete(names.map((name) => `${name}:${attemptId}`))
    await dropTyped(db, attemptId)
    const ofAttempt = [db.answers, db.submissions, db.runs, db.blobs]
    for (const table of ofAttempt) await table.where('attempt_id').equals(attemptId).delete()
    await db.ops
      .where('[attempt_id+seq]')
      .between([attemptId, Dexie.minKey], [attemptId, Dexie.maxKey])
      .delete()
    await deleteAside(db, attemptId)
    await db.content.delete(attemptId)
    await db.attempts.delete(attemptId)
    return record
  })
}

/** Those of this time, and those of an earlier one where the test was opened again since. */
async function refusedPictures(db: LocalDatabase, attemptId: string): Promise<number> {
  return (
    (await countRefusedBlobs(db, attemptId)) + ((await finishedRecord(db, attemptId))?.refused_pictures ?? 0)
  )
}

const isClosed = (attempt: AttemptRecord, now: number): boolean =>
  now > attempt.deadline_at + UPLOAD_WINDOW_MS

/**
 * The server has the end, and the candidate is done here: with the end page, the feedback, or the time for both. A device
 * that lost the test to another one is not told of its end.
 */
function isDone(attempt: AttemptRecord, now: number): boolean {
  if (attempt.state === 'final') return true
  if (attempt.state !== 'finished' && !attempt.lease_lost) return false
  return attempt.end_reached === true || isClosed(attempt, now)
}

async function hasUnsent(db: LocalDatabase, attempt: AttemptRecord, now: number): Promise<boolean> {
  const { attempt_id } = attempt
  if (pendingCount(attempt) > 0) return true
  // The next page of the test writes it into the log. Pages alone can see it, the worker has no such storage.
  if (isStillTaken(attempt, now) && !isEmptyBuffer(readUnloadBuffer(attempt_id))) return true
  // However late this device believes it is: the server's word that it takes no picture any more takes them away.
  if ((await countBlobs(db, attempt_id)) > 0) return true
  // Still here for the rescue file that the end page offers of it.
  if (!isClosed(attempt, now) && (await hasRefused(db, attempt_id))) return true
  return (await countWaiting(db, attempt_id)) > 0
}

/** Whether the newest value of anything was refused: the server has the op, and it does not count. */
async function hasRefused(db: LocalDatabase, attemptId: string): Promise<boolean> {
  const answers = await db.answers.where('attempt_id').equals(attemptId).toArray()
  const ops = await opsOf(db, attemptId, answers)
  return ops.some((op) => op?.reason)
}

function recordOf(attempt: AttemptRecord): FinishedRecord {
  const { view, invitation_token } = attempt
  const isElsewhere = attempt.lease_lost && attempt.state === 'running'
  const file = isElsewhere ? null : receiptFileOf(attempt)
  return {
    attempt_id: attempt.attempt_id,
    invitation_hash: invitation_token === null ? null : sha256OfText(invitation_token),
    token_hash: sha256OfText(attempt.token),
    drive_name: view.drive.name,
    organization_name: view.organization_name,
    support_name: view.support_name,
    support_email: view.support_email,
    support_phone: view.support_phone,
    finished_at: isElsewhere ? null : attempt.finished_at,
    ...(attempt.finished_at === null && attempt.ended_at !== undefined && { ended_at: attempt.ended_at }),
    ...(isElsewhere && { is_elsewhere: true }),
    deadline_at: attempt.deadline_at,
    end_reason: attempt.end_reason,
    receipt_code: isElsewhere ? null : receiptCodeOf(attempt),
    ...(file && { receipt_file: file }),
    acked_at: attempt.acked_at,
    ...(attempt.notices_read !== undefined && { notices_read: attempt.notices_read }),
  }
}
