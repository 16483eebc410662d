import type { SavedAnswers } from '#contract/sync.ts'
import { call } from '../http/call.ts'
import { mergeSaved } from './db/merge.ts'
import type { AnswerRecord, AttemptRecord, LocalDatabase } from './db/schema.ts'
import { type Memory, rereadState } from './memory.ts'
import { newestLanguages } from './savedAnswers.ts'
import type { ClientState } from './state.ts'

/**
 * Takes up what a lost device had written and the server has made the answer since, wherever this device has written
 * nothing of its own, because somebody who does not see it would write over it.
 * @param upTo the newest notice that tells of it
 * @throws where the server is out of reach, or the storage fails; nothing is changed then
 */
export async function mergeQuarantined(db: LocalDatabase, memory: Memory, upTo: number): Promise<void> {
  const { attempt_id: id, token, lease_id } = memory.state.attempt
  const { data: saved } = await call('getSavedAnswers', { token })
  const isNews = await mergeSaved(db, { attempt_id: id, lease_id }, saved, upTo, (attempt, answer, own) =>
    isFresh(memory.state, saved, attempt, answer, own),
  )
  await rereadState(memory, db)
  // Behind the answers: it is the sign for editors to show them.
  if (isNews) memory.send({ type: 'WORK_ARRIVED', languageOf: newestLanguages(saved) })
}

/**
 * It says something else than stands here, and nothing was written here under this lease, or is being written. A choice of
 * another device that stands over what this one sent, because staff accepted it, is shown: it is what counts.
 */
function isFresh(
  { choosing, typing }: ClientState,
  { choices }: SavedAnswers,
  attempt: AttemptRecord,
  answer: AnswerRecord,
  own: AnswerRecord | undefined,
): boolean {
  const overSeq = choices[answer.key.replace('mcq:', '')]?.over_seq ?? attempt.granted_head_seq
  if (own && own.seq > overSeq) return false
  if (choosing.has(answer.key) || typing.has(answer.key)) return false
  return JSON.stringify([own?.value, own?.saved]) !== JSON.stringify([answer.value, answer.saved])
}
