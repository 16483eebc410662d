import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../http/queryOf.ts'
import { readDraft } from '../../local/drafts.ts'
import { useSession } from '../../session/sessionStore.ts'
import type { AssessmentView } from '../../views.ts'
import { type AssessmentForm, copyOf, emptyForm, formOf } from './fields.ts'

/** How a kept draft looks. */
export interface AssessmentDraft {
  form: AssessmentForm
  /** What was edited; saving against an older version shows as a conflict, not as a lost draft. */
  version: number | null
}

/** What the form is opened with. */
export interface AssessmentStart {
  userId: number
  /** Name of its draft. */
  draft: string
  /** The form without the draft. */
  plain: AssessmentForm
  form: AssessmentForm
  /** The assessment that is changed; null for a new one. */
  stored: AssessmentView | null
}

/** What the form begins with: read from the server, with the draft of the last time over it. */
export function useAssessmentStart(editId: string | null, copyId: string | null) {
  const userId = useSession()?.user.id ?? 0
  const sourceId = editId ?? copyId
  const query = useQuery({
    ...queryOf<{ assessment: AssessmentView }>('getAssessment', { params: { id: sourceId ?? '' } }),
    enabled: sourceId !== null,
    // The form is measured against what is read here: what is shown must be what stands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const source = query.data?.assessment ?? null
  const draft = editId ? `assessment ${editId}` : copyId ? `assessment copy ${copyId}` : 'assessment new'
  const [start, setStart] = useState<AssessmentStart | null>(null)
  const isReady = sourceId === null || (source !== null && !query.isFetching)
  useEffect(() => {
    if (!isReady || start?.draft === draft) return
    let isCurrent = true
    void readDraft<AssessmentDraft>(userId, draft).then((kept) => {
      if (!isCurrent) return
      const plain = !source ? emptyForm : editId ? formOf(source) : copyOf(source)
      const stored = editId ? source : null
      const version = kept?.value.version
      setStart({
        userId,
        draft,
        plain,
        form: kept?.value.form ?? plain,
        stored: stored && version ? { ...stored, version } : stored,
      })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, start, draft, source, editId, userId])
  return { query, start: start?.draft === draft ? start : null }
}
