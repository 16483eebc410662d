import type { BankProblemView } from '#contract/views/bank.ts'
import type { OpenedForm } from '../../kit/drafts/useOpened.ts'
import { emptyProblem, emptyTest, type ProblemValues, problemValues } from './values.ts'

/** The problem that a form is measured against, and the version its values were made on. */
export interface StoredProblem {
  problem: BankProblemView
  version: number
}

/** The state with which the form is opened. */
export interface ProblemStart {
  userId: number
  /** Name of its draft. */
  draft: string
  keptAt: number | null
  /** null for a new one. */
  stored: StoredProblem | null
  values: ProblemValues
}

/** A draft that was kept before a field came has none of it. */
const whole = (form: ProblemValues): ProblemValues => ({
  ...emptyProblem,
  ...form,
  tests: form.tests.map((test) => ({ ...emptyTest, ...test })),
})

/** A draft stands on the problem as it was when it was begun; without one the form is the problem as it is. */
export function problemStart({
  userId,
  draft,
  source,
  kept,
  keptAt,
}: OpenedForm<BankProblemView, ProblemValues, StoredProblem>): ProblemStart {
  const stored = kept?.stored ?? (source && { problem: source, version: source.version })
  return {
    userId,
    draft,
    keptAt,
    stored,
    values: kept ? whole(kept.form) : stored ? problemValues(stored.problem) : emptyProblem,
  }
}
