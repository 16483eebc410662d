import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../http/queryOf.ts'
import { readDraft } from '../../local/drafts.ts'
import { useSession } from '../../session/sessionStore.ts'
import type { ProblemView } from '../../views.ts'
import { emptyValues, type ProblemValues, valuesOf } from './values.ts'

/** How a kept draft looks. */
export interface ProblemDraft {
  values: ProblemValues
  /** The version that was edited; another one on the server shows as a conflict at saving, not as a lost draft. */
  version: number | null
}

/** What the form is opened with. */
export interface ProblemStart {
  userId: number
  /** Name of its draft. */
  draft: string
  /** The problem as it stands; null for a new one. */
  stored: ProblemView | null
  /** The version the form's values were made on. */
  version: number | null
  values: ProblemValues
}

/** Reads the problem, and the draft of the last time over it. */
export function useProblemStart(problemId: string | null) {
  const userId = useSession()?.user.id ?? 0
  const query = useQuery({
    ...queryOf<{ problem: ProblemView }>('getProblem', { params: { id: problemId ?? '' } }),
    enabled: problemId !== null,
    // The form is measured against what is read here: what is shown must be what stands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const stored = query.data?.problem ?? null
  const draft = problemId === null ? 'problem new' : `problem edit ${problemId}`
  const [start, setStart] = useState<ProblemStart | null>(null)
  const isReady = problemId === null || (stored !== null && !query.isFetching)
  useEffect(() => {
    if (!isReady || start?.draft === draft) return
    let isCurrent = true
    void readDraft<ProblemDraft>(userId, draft).then((kept) => {
      if (!isCurrent) return
      setStart({
        userId,
        draft,
        stored,
        version: kept?.value.version ?? stored?.version ?? null,
        values: kept?.value.values ?? (stored ? valuesOf(stored) : emptyValues),
      })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, start, draft, stored, userId])
  return { query, start: start?.draft === draft ? start : null }
}
