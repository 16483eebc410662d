import { Navigate, useLocation, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { isNotFound } from '../../http/queryOf.ts'
import { Opening } from '../../shell/Opening.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { ProblemForm } from './ProblemForm.tsx'
import { useProblemStart } from './useProblemStart.ts'

/** A new problem, or one that stands. */
export default function ProblemFormPage() {
  const { problemId = null } = useParams()
  const state: unknown = useLocation().state
  const isFresh = typeof state === 'object' && state !== null && 'isFresh' in state && problemId !== null
  const title = problemId === null ? consoleTexts.addNewProblem : consoleTexts.updateProblem
  usePageTitle(title)
  const { query, start } = useProblemStart(problemId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <ProblemForm key={start.draft} start={start} title={title} isFresh={isFresh} />
  return (
    <Opening
      path={[{ name: 'Questions', to: urls.problems }]}
      title={title}
      query={query}
      sentence="The problem could not be loaded."
      heights={['66px', '436px', '180px']}
    />
  )
}
