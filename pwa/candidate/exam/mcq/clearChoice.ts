import type { AttemptClient } from '#pwa/attempt/api.ts'
import { savedIn } from '../rail/states.ts'

/** Takes a choice back, and the answer that is saved, or is being saved. */
export async function clearChoice(
  actor: Pick<AttemptClient, 'select' | 'saveChoice' | 'getSnapshot'>,
  questionId: number,
): Promise<void> {
  const clearing = actor.select(questionId, [])
  const saved = savedIn(actor.getSnapshot().choices[questionId])
  const saving = saved !== null && saved.length > 0 && actor.saveChoice(questionId, [])
  await Promise.all([clearing, saving])
}
