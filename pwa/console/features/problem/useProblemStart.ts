import { useMemo } from 'react'
import { useOpened } from '../../local/useOpened.ts'
import type { ProblemView } from '../../views.ts'
import { type ProblemStart, type StoredProblem, startOf } from './start.ts'
import type { ProblemValues } from './values.ts'

/** Reads the problem, and the draft of the last time over it. */
export function useProblemStart(problemId: string | null) {
  const { query, opened } = useOpened<{ problem: ProblemView }, ProblemView, ProblemValues, StoredProblem>(
    'getProblem',
    (answer) => answer.problem,
    problemId,
    problemId === null ? 'problem new' : `problem edit ${problemId}`,
  )
  const start = useMemo((): ProblemStart | null => opened && startOf(opened), [opened])
  return { query, start }
}
