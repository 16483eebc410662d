import type { TestActor } from '#pwa/actors/testApi.ts'
import { savedIn } from '../rail/states.ts'

/** Takes a choice back, and the answer that is saved, or is being saved. */
export async function clearChoice(
  actor: Pick<TestActor, 'select' | 'saveChoice' | 'getSnapshot'>,
  questionId: number,
): Promise<void> {
  const clearing = actor.select(questionId, [])
  const saved = savedIn(actor.getSnapshot().choices[questionId])
  const saving = saved !== null && saved.length > 0 && actor.saveChoice(questionId, [])
  await Promise.all([clearing, saving])
}
