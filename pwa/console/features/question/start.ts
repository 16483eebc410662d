import type { Opened } from '../../local/useOpened.ts'
import type { QuestionView } from '../../views.ts'
import { emptyValues, type QuestionValues, valuesOf } from './values.ts'

/** What the form is opened with. */
export interface QuestionStart {
  userId: number
  /** Name of its draft. */
  draft: string
  keptAt: number | null
  /** The question the form is measured against; null for a new one. */
  stored: QuestionView | null
  values: QuestionValues
  /** What a form without a draft holds. */
  plain: QuestionValues
}

/** A draft stands on the question as it was when it was begun; without one the form is the question as it is. */
export function startOf({
  userId,
  draft,
  source,
  kept,
  keptAt,
}: Opened<QuestionView, QuestionValues, QuestionView>): QuestionStart {
  const stored = kept?.stored ?? source
  const plain = stored ? valuesOf(stored) : emptyValues()
  return { userId, draft, keptAt, stored, plain, values: kept?.form ?? plain }
}
