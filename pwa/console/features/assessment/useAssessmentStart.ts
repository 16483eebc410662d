import { useMemo } from 'react'
import { useOpened } from '../../local/useOpened.ts'
import { useSession } from '../../session/sessionStore.ts'
import type { AssessmentView } from '../../views.ts'
import type { AssessmentForm } from './fields.ts'
import { type AssessmentStart, startOf } from './start.ts'

/** What the form begins with: read from the server, with the draft of the last time over it. */
export function useAssessmentStart(editId: string | null, copyId: string | null) {
  const isParamAllowed = useSession()?.user.is_param_ai_allowed === true
  const { query, opened } = useOpened<
    { assessment: AssessmentView },
    AssessmentView,
    AssessmentForm,
    AssessmentView
  >(
    'getAssessment',
    (answer) => answer.assessment,
    editId ?? copyId,
    editId ? `assessment ${editId}` : copyId ? `assessment copy ${copyId}` : 'assessment new',
  )
  const start = useMemo(
    (): AssessmentStart | null => opened && startOf(opened, { isEdit: editId !== null, isParamAllowed }),
    [opened, editId, isParamAllowed],
  )
  return { query, start }
}
