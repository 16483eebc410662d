import type { AssessmentView } from '#contract/views/assessment.ts'
import type { OpenedForm } from '../../kit/drafts/useOpened.ts'
import { type AssessmentFields, assessmentCopy, assessmentForm, emptyForm } from './fields.ts'

/** The state with which the form is opened. */
export interface AssessmentStart {
  userId: number
  /** Name of its draft. */
  draft: string
  keptAt: number | null
  /** The form without the draft. */
  plain: AssessmentFields
  form: AssessmentFields
  /** The assessment that the form is measured against; null for a new one. */
  stored: AssessmentView | null
  /** Somebody has begun: what is asked is fixed. */
  hasBegun: boolean
}

/**
 * A draft stands on the assessment as it was when the draft was begun; without one the form is the assessment as it is,
 * its copy, or empty. A field that a draft of an earlier build lacks is as it stands.
 */
export function assessmentStart(
  { userId, draft, source, kept, keptAt }: OpenedForm<AssessmentView, AssessmentFields, AssessmentView>,
  { isEdit, isParamAllowed }: { isEdit: boolean; isParamAllowed: boolean },
): AssessmentStart {
  const stored = isEdit ? (kept?.stored ?? source) : null
  const plain = stored ? assessmentForm(stored) : source ? assessmentCopy(source, isParamAllowed) : emptyForm
  const hasBegun = isEdit && (source?.appeared ?? 0) > 0
  return { userId, draft, keptAt, stored, plain, form: { ...plain, ...kept?.form }, hasBegun }
}
