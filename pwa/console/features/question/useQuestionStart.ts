import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../http/queryOf.ts'
import { readDraft } from '../../local/drafts.ts'
import { useSession } from '../../session/sessionStore.ts'
import type { QuestionView } from '../../views.ts'
import { emptyValues, type QuestionValues, valuesOf } from './values.ts'

/** How a kept draft looks. */
export interface QuestionDraft {
  values: QuestionValues
  /** The version that was edited; another one on the server shows as a conflict at saving, not as a lost draft. */
  version: number | null
}

/** What the form is opened with. */
export interface QuestionStart {
  userId: number
  /** Name of its draft. */
  draft: string
  /** The question as it stands; null for a new one. */
  stored: QuestionView | null
  version: number | null
  values: QuestionValues
  /** When its draft was kept, in milliseconds since 1970; null without one. */
  keptAt: number | null
  /** What a form without a draft holds. */
  plain: QuestionValues
}

/** Reads the question, and the draft of the last time over it. */
export function useQuestionStart(questionId: string | null) {
  const userId = useSession()?.user.id ?? 0
  const query = useQuery({
    ...queryOf<{ question: QuestionView }>('getQuestion', { params: { id: questionId ?? '' } }),
    enabled: questionId !== null,
    // The form is measured against what is read here: what is shown must be what stands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const stored = query.data?.question ?? null
  const draft = questionId === null ? 'question new' : `question edit ${questionId}`
  const [start, setStart] = useState<QuestionStart | null>(null)
  const isReady = questionId === null || (stored !== null && !query.isFetching)
  useEffect(() => {
    if (!isReady || start?.draft === draft) return
    let isCurrent = true
    void readDraft<QuestionDraft>(userId, draft).then((kept) => {
      if (!isCurrent) return
      const plain = stored ? valuesOf(stored) : emptyValues()
      setStart({
        userId,
        draft,
        stored,
        version: kept?.value.version ?? stored?.version ?? null,
        values: kept?.value.values ?? plain,
        keptAt: kept?.keptAt ?? null,
        plain,
      })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, start, draft, stored, userId])
  return { query, start: start?.draft === draft ? start : null }
}
