import { useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { useOpened } from '../../kit/drafts/useOpened.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { OpeningPage } from '../../kit/page/OpeningPage.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { ProblemForm } from './ProblemForm.tsx'
import { type ProblemStart, problemStart, type StoredProblem } from './start.ts'
import type { ProblemValues } from './values.ts'

/** A new problem, or one that stands. */
export default function ProblemFormPage() {
  const { problemId = null } = useParams()
  const state: unknown = useLocation().state
  const isFresh = typeof state === 'object' && state !== null && 'isFresh' in state && problemId !== null
  const title = problemId === null ? consoleTexts.addNewProblem : consoleTexts.updateProblem
  usePageTitle(title)
  const { query, start } = useProblemStart(problemId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <OpeningPage
      path={[{ name: 'Questions', to: urls.problems }]}
      title={title}
      query={query}
      start={start}
      sentence="The problem could not be loaded."
      heights={['66px', '436px', '180px']}
    >
      {(start) => <ProblemForm key={start.draft} start={start} title={title} isFresh={isFresh} />}
    </OpeningPage>
  )
}

/** Reads the problem, and the draft of the last time over it. */
function useProblemStart(problemId: string | null) {
  const { query, opened } = useOpened<
    { problem: BankProblemView },
    BankProblemView,
    ProblemValues,
    StoredProblem
  >(
    (id) => queryOf('getProblem', { params: { id } }),
    (answer) => answer.problem,
    problemId,
    problemId === null ? 'problem new' : `problem edit ${problemId}`,
  )
  const start = useMemo((): ProblemStart | null => opened && problemStart(opened), [opened])
  return { query, start }
}
