import { useState } from 'react'
import { SAVE_MESSAGE_MS } from '#contract/constants.ts'
import { nextSelection, questionKindOf } from '#contract/questionKinds.ts'
import type { QuestionView } from '#contract/views/candidate.ts'
import type { AttemptClient, Choice } from '#pwa/attempt/api.ts'
import { tellFault } from '../../ui/toasts.ts'
import { useFor } from '../hooks/saveState.ts'
import { useAttempt, useAttemptClient, useRunning } from '../hooks/useAttempt.ts'
import type { PositionControl } from '../hooks/usePosition.ts'
import { isAnswered, isUnsaved, savedIn } from '../rail/states.ts'

export interface SavedNote {
  number: number
  at: number
}

const NOTHING: Choice = { selected: [], saved: null, light: null }

/** The actions on the MCQs. The save message outlives the step to the next question. */
export function useQuestionWork(
  questions: readonly QuestionView[],
  position: PositionControl,
  allowCoding: boolean,
) {
  const actor = useAttemptClient()
  const choices = useAttempt((snapshot) => snapshot.choices)
  const submitted = useAttempt((snapshot) => snapshot.mcqsSubmitted)
  const running = useRunning()
  const [note, showNote] = useFor<SavedNote>(SAVE_MESSAGE_MS)
  /** Each by itself: one that a full disk holds up holds up no other. */
  const [savingIds, setSavingIds] = useState<ReadonlySet<number>>(new Set())
  const [confirming, setConfirming] = useState(false)
  const index = Math.max(
    0,
    questions.findIndex((question) => question.id === position.questionId),
  )
  const question = questions[index]
  const choice = (question && choices[question.id]) ?? NOTHING
  const last = index + 1 >= questions.length
  const saving = question !== undefined && savingIds.has(question.id)
  /** Questions without a saved answer; Submit wants one of each. */
  const toSave = questions.filter((one) => {
    const own = choices[one.id]
    return !isAnswered(own) || isUnsaved(one, own)
  }).length
  const allSaved = toSave === 0

  /** The choice of this moment: a key may come before the page is drawn again. */
  const newest = (): Choice => (question && actor.getSnapshot().choices[question.id]) ?? NOTHING
  const select = (selected: number[]) => {
    if (question && running && !submitted) actor.select(question.id, selected).catch(tellFault)
  }
  const choose = (optionId: number) => {
    if (question) select(nextSelection[questionKindOf(question)](newest().selected, optionId))
  }
  const clear = async () => {
    if (question && running && !submitted) await clearChoice(actor, question.id).catch(tellFault)
  }
  const save = async () => {
    const { selected } = newest()
    if (!question || selected.length === 0 || saving || submitted || !running) return
    setSavingIds((ids) => new Set([...ids, question.id]))
    try {
      await actor.saveChoice(question.id, [...selected])
      showNote({ number: index + 1, at: actor.now() })
      position.goOnFrom(question.id)
    } catch (error) {
      tellFault(error)
    }
    setSavingIds((ids) => new Set([...ids].filter((id) => id !== question.id)))
  }
  const submit = async () => {
    setConfirming(false)
    try {
      await actor.submitMcqs()
      if (allowCoding) position.showSection('problems')
    } catch (error) {
      tellFault(error)
    }
  }
  return {
    question,
    index,
    choice,
    last,
    allSaved,
    toSave,
    submitted,
    note,
    saving,
    confirming,
    readOnly: submitted || !running,
    choose,
    clear,
    save,
    submit,
    askSubmit: () => setConfirming(true),
    keep: () => setConfirming(false),
  }
}

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
