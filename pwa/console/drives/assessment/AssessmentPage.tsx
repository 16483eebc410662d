import { useMemo } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import type { AssessmentView } from '#contract/views/assessment.ts'
import { useOpened } from '../../kit/drafts/useOpened.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { OpeningPage } from '../../kit/page/OpeningPage.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { useSession } from '../../kit/session/sessionStore.ts'
import { urls } from '../../urls.ts'
import { AssessmentForm } from './AssessmentForm.tsx'
import type { AssessmentFields as Fields } from './fields.ts'
import { type AssessmentStart, assessmentStart } from './start.ts'

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
  return (
    <OpeningPage
      path={[{ name: 'Assessments', to: urls.assessments }]}
      title={title}
      query={query}
      start={start}
      sentence="The assessment could not be loaded."
      heights={['320px']}
    >
      {(start) => <AssessmentForm key={start.draft} start={start} title={title} />}
    </OpeningPage>
  )
}

/** The form's initial state: read from the server, with the draft of the last time over it. */
function useAssessmentStart(editId: string | null, copyId: string | null) {
  const isParamAllowed = useSession()?.user.is_param_ai_allowed === true
  const { query, opened } = useOpened<{ assessment: AssessmentView }, AssessmentView, Fields, AssessmentView>(
    (id) => queryOf('getAssessment', { params: { id } }),
    (answer) => answer.assessment,
    editId ?? copyId,
    editId ? `assessment ${editId}` : copyId ? `assessment copy ${copyId}` : 'assessment new',
  )
  const start = useMemo(
    (): AssessmentStart | null =>
      opened && assessmentStart(opened, { isEdit: editId !== null, isParamAllowed }),
    [opened, editId, isParamAllowed],
  )
  return { query, start }
}
