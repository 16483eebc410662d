import { call } from '../http/call.ts'
import { mergeSaved } from './db/merge.ts'
import type { AnswerRecord, AttemptRecord, LocalDatabase } from './db/schema.ts'
import { type Memory, rereadState } from './memory.ts'
import { newestLanguages } from './savedAnswers.ts'
import type { ClientState } from './state.ts'

/**
 * What a lost device had written and the server has made the answer since is taken up here, wherever this device has
 * written nothing of its own: somebody who does not see it would write over it.
 * @param upTo the newest notice that tells of it
 * @throws where the server is out of reach, or the storage fails; nothing is changed then
 */
export async function mergeQuarantined(db: LocalDatabase, memory: Memory, upTo: number): Promise<void> {
  const { attempt_id: id, token, lease_id } = memory.state.attempt
  const { data: saved } = await call('getSavedAnswers', { token })
  const isNews = await mergeSaved(db, { attempt_id: id, lease_id }, saved, upTo, (attempt, answer, own) =>
    isFresh(memory.state, attempt, answer, own),
  )
  await rereadState(memory, db)
  // Behind the answers: it is the sign for editors to show them.
  if (isNews) memory.send({ type: 'WORK_ARRIVED', languageOf: newestLanguages(saved) })
}

/** It says something else than stands here, and nothing was written here under this lease, or is being written. */
function isFresh(
  { choosing, typing }: ClientState,
  attempt: AttemptRecord,
  answer: AnswerRecord,
  own: AnswerRecord | undefined,
): boolean {
  if (own && own.seq > attempt.granted_head_seq) return false
  if (choosing.has(answer.key) || typing.has(answer.key)) return false
  return JSON.stringify([own?.value, own?.saved]) !== JSON.stringify([answer.value, answer.saved])
}
