import { useMemo, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { useOpened } from '../../kit/drafts/useOpened.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { OpeningPage } from '../../kit/page/OpeningPage.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { QuestionForm, questionTitle } from './QuestionForm.tsx'
import { draftOf, type QuestionStart, questionStart } from './start.ts'
import type { QuestionValues } from './values.ts'

/** A new question, or one that stands; after one was made the next one begins on an empty page. */
export default function QuestionFormPage() {
  const { questionId = null } = useParams()
  const [turn, setTurn] = useState(0)
  return <Page key={`${questionId} ${turn}`} questionId={questionId} onNext={() => setTurn(turn + 1)} />
}

function Page({ questionId, onNext }: { questionId: string | null; onNext: () => void }) {
  const title = questionTitle(questionId === null)
  usePageTitle(title)
  const { query, start } = useQuestionStart(questionId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <OpeningPage
      path={[{ name: 'Questions', to: urls.bankTab('mcq') }]}
      title={title}
      query={query}
      start={start}
      sentence="The question could not be loaded."
      heights={['120px', '150px', '320px']}
    >
      {(start) => <QuestionForm start={start} onNext={onNext} />}
    </OpeningPage>
  )
}

/** Reads the question, and the draft of the last time over it. */
function useQuestionStart(questionId: string | null) {
  const { query, opened } = useOpened<
    { question: BankQuestionView },
    BankQuestionView,
    QuestionValues,
    BankQuestionView
  >(
    (id) => queryOf('getQuestion', { params: { id } }),
    (answer) => answer.question,
    questionId,
    draftOf(questionId),
  )
  const start = useMemo((): QuestionStart | null => opened && questionStart(opened), [opened])
  return { query, start }
}
