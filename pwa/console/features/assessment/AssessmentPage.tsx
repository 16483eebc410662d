import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isNotFound } from '../../http/queryOf.ts'
import { Opening } from '../../shell/Opening.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { AssessmentForm } from './AssessmentForm.tsx'
import { useAssessmentStart } from './useAssessmentStart.ts'

/** A new assessment, its copy from another one, and changing one. */
export default function AssessmentPage() {
  const { assessmentId = null } = useParams()
  const [address] = useSearchParams()
  const title = assessmentId === null ? 'Create Assessment' : 'Update Assessment'
  usePageTitle(title)
  const { query, start } = useAssessmentStart(
    assessmentId,
    assessmentId === null ? address.get('copy') : null,
  )
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <AssessmentForm key={start.draft} start={start} title={title} />
  return (
    <Opening
      path={[{ name: 'Assessments', to: urls.assessments }]}
      title={title}
      query={query}
      sentence="The assessment could not be loaded."
      heights={['320px']}
    />
  )
}
