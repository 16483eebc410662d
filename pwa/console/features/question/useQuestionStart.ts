import { useMemo } from 'react'
import { useOpened } from '../../local/useOpened.ts'
import type { QuestionView } from '../../views.ts'
import { draftOf, type QuestionStart, startOf } from './start.ts'
import type { QuestionValues } from './values.ts'

/** Reads the question, and the draft of the last time over it. */
export function useQuestionStart(questionId: string | null) {
  const { query, opened } = useOpened<{ question: QuestionView }, QuestionView, QuestionValues, QuestionView>(
    'getQuestion',
    (answer) => answer.question,
    questionId,
    draftOf(questionId),
  )
  const start = useMemo((): QuestionStart | null => opened && startOf(opened), [opened])
  return { query, start }
}
