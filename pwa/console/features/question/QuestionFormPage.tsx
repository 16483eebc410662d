import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isNotFound } from '../../http/queryOf.ts'
import { Opening } from '../../shell/Opening.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { QuestionForm, titleOf } from './QuestionForm.tsx'
import { useQuestionStart } from './useQuestionStart.ts'

/** A new question, or one that stands; after one was made the next one begins on an empty page. */
export default function QuestionFormPage() {
  const { questionId = null } = useParams()
  const [turn, setTurn] = useState(0)
  return <Page key={`${questionId} ${turn}`} questionId={questionId} onNext={() => setTurn(turn + 1)} />
}

function Page({ questionId, onNext }: { questionId: string | null; onNext: () => void }) {
  const title = titleOf(questionId === null)
  usePageTitle(title)
  const { query, start } = useQuestionStart(questionId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <QuestionForm start={start} onNext={onNext} />
  return (
    <Opening
      path={[{ name: 'Questions', to: urls.bankTab('mcq') }]}
      title={title}
      query={query}
      sentence="The question could not be loaded."
      heights={['120px', '150px', '320px']}
    />
  )
}
