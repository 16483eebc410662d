import type { SavedAnswers } from '#contract/sync.ts'
import { call } from '../http/call.ts'
import type { AnswerRecord, AttemptRecord, LocalDatabase } from '../local/database.ts'
import { answersIn, newestLanguages, submissionsIn } from '../local/savedAnswers.ts'
import { type Memory, refresh } from './memory.ts'

/**
 * What a lost device had written and the server has made the answer since is taken up here, wherever this device has
 * written nothing of its own: somebody who does not see it would write over it.
 * @param upTo the newest notice that tells of it
 * @throws where the server is out of reach, or the storage fails; nothing is changed then
 */
export async function takeAdopted(db: LocalDatabase, memory: Memory, upTo: number): Promise<void> {
  const { attempt_id: id, token, lease_id } = memory.attempt
  const { data: saved } = await call<SavedAnswers>('getSavedAnswers', { token })
  const isNews = await db.transaction('rw', [db.attempts, db.answers, db.submissions], async () => {
    const attempt = await db.attempts.get(id)
    if (!attempt || attempt.lease_id !== lease_id || attempt.lease_lost) return false
    await db.attempts.update(id, { adopted_notice: upTo })
    const own = new Map((await db.answers.where('attempt_id').equals(id).toArray()).map((a) => [a.key, a]))
    const fresh = answersIn(id, attempt.granted_head_seq, saved).filter((answer) =>
      isFresh(memory, attempt, answer, own.get(answer.key)),
    )
    await db.answers.bulkPut(fresh)
    const known = new Set(await db.submissions.where('attempt_id').equals(id).primaryKeys().then(opIds))
    const submitted = submissionsIn(id, saved).filter(({ op_id }) => !known.has(op_id))
    await db.submissions.bulkPut(submitted)
    return fresh.length + submitted.length > 0
  })
  await refresh(memory, db)
  if (!isNews) return
  memory.languageOf = { ...newestLanguages(saved), ...memory.languageOf }
  // Behind the answers: it is the sign for editors to show them.
  memory.arrivals++
}

const opIds = (keys: readonly (readonly [string, string])[]): string[] => keys.map(([, opId]) => opId)

/** It says something else than stands here, and nothing was written here under this lease, or is being written. */
function isFresh(
  memory: Memory,
  attempt: AttemptRecord,
  answer: AnswerRecord,
  own: AnswerRecord | undefined,
): boolean {
  if (own && own.seq > attempt.granted_head_seq) return false
  const [, ...ids] = answer.key.split(':')
  if (memory.choosing.has(answer.key) || memory.isTyping(ids.join(':'))) return false
  return JSON.stringify([own?.value, own?.saved]) !== JSON.stringify([answer.value, answer.saved])
}
