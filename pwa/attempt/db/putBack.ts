import { appendEntries, type NewEntry } from './append.ts'
import { type AttemptPrefs, languagesNameOf, positionNameOf } from './prefs.ts'
import type { AnswerRecord, AttemptRecord, ContentRecord, LocalDatabase, SubmissionRecord } from './schema.ts'

/** The part that a page still has of a test whose storage was deleted under it. */
export interface Remainder {
  attempt: AttemptRecord
  /** Those that the server has acknowledged; the others are among the entries. */
  answers: readonly AnswerRecord[]
  submissions: readonly SubmissionRecord[]
  content: ContentRecord | null
  /** This browser's, by which the server knows whose lease it is. */
  deviceId: string
  prefs: AttemptPrefs
  /** Entries that the server had not acknowledged, in the order they were made in. */
  entries: readonly NewEntry[]
}

/** Keeps a test anew, behind the acknowledged head; another tab may have done it before. */
export function putBack(db: LocalDatabase, remainder: Remainder): Promise<void> {
  const { attempt, answers, submissions, content, deviceId, prefs, entries } = remainder
  const id = attempt.attempt_id
  return db.transaction('rw', db.tables, async () => {
    if (await db.attempts.get(id)) return
    await db.settings.bulkPut([
      { name: 'device_id', value: deviceId },
      { name: languagesNameOf(id), value: prefs.languageOf },
      { name: positionNameOf(id), value: prefs.position },
    ])
    await db.attempts.put({
      ...attempt,
      tail_seq: attempt.acked_seq,
      tail_hash: attempt.acked_hash,
      aside_waiting: 0,
      ...(entries.some(({ type }) => type === 'finish') && { finished_at: null }),
    })
    await db.answers.bulkPut(answers)
    await db.submissions.bulkPut(submissions)
    if (content) await db.content.put(content)
    if (entries.length > 0) await appendEntries(db, id, entries)
  })
}
