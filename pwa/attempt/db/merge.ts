import type { SavedAnswers } from '#contract/sync.ts'
import { answersIn, submissionsIn } from '../savedAnswers.ts'
import type { LeaseOf } from './attempts.ts'
import type { AnswerRecord, AttemptRecord, LocalDatabase } from './schema.ts'

/**
 * Takes up what the server holds besides what was written here.
 * @param upTo the newest notice that tells of it
 * @param isFresh whether an answer of the server takes the place of this device's own
 * @returns whether anything is new; nothing is changed under another lease
 */
export function mergeSaved(
  db: LocalDatabase,
  { attempt_id: id, lease_id }: LeaseOf,
  saved: SavedAnswers,
  upTo: number,
  isFresh: (attempt: AttemptRecord, answer: AnswerRecord, own: AnswerRecord | undefined) => boolean,
): Promise<boolean> {
  return db.transaction('rw', [db.attempts, db.answers, db.submissions], async () => {
    const attempt = await db.attempts.get(id)
    if (!attempt || attempt.lease_id !== lease_id || attempt.lease_lost) return false
    await db.attempts.update(id, { adopted_notice: upTo })
    const own = new Map((await db.answers.where('attempt_id').equals(id).toArray()).map((a) => [a.key, a]))
    const fresh = answersIn(id, attempt.granted_head_seq, saved).filter((answer) =>
      isFresh(attempt, answer, own.get(answer.key)),
    )
    await db.answers.bulkPut(fresh)
    const known = await db.submissions.where('attempt_id').equals(id).primaryKeys()
    const submitted = submissionsIn(id, attempt.granted_head_seq, saved).filter(
      ({ op_id }) => !known.some(([, known_id]) => known_id === op_id),
    )
    await db.submissions.bulkPut(submitted)
    return fresh.length + submitted.length > 0
  })
}
