import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft } from '../../local/drafts.ts'
import type { AssessmentForm } from './fields.ts'
import type { AssessmentDraft, AssessmentStart } from './useAssessmentStart.ts'

/**
 * Keeps the form on this device with every change; once it is what the server has, there is nothing to keep.
 * @returns when it was kept last
 */
export function useKeptForm(
  { userId, draft }: AssessmentStart,
  form: AssessmentForm,
  base: AssessmentForm,
  version: number | null,
): number | null {
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const isSame = JSON.stringify(form) === JSON.stringify(base)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    let isCurrent = true
    const value: AssessmentDraft = { form, version }
    const kept = isSame ? dropDraft(userId, draft).then(() => null) : keepDraft(userId, draft, value)
    void kept.then((at) => isCurrent && setKeptAt(at))
    return () => {
      isCurrent = false
    }
  }, [form, version, isSame, userId, draft])
  return keptAt
}
