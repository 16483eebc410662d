import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import { conflictRows, type InWords } from '../../form/conflictRows.ts'
import type { ProblemView } from '../../views.ts'
import { bodyOf, type ProblemValues, valuesOf } from './values.ts'

interface Props {
  theirs: ProblemView | null
  mine: ProblemValues
  /** As it stood when one's own changes were begun. */
  before: ProblemValues
  onMine: () => void
  onTheirs: () => void
}

const testsOf = ({ tests }: ProblemValues): string =>
  tests
    .map(
      ({ input, output, marks }) => `${input.trim().slice(0, 40)} → ${output.trim().slice(0, 40)} (${marks})`,
    )
    .join('; ')

const inWords: readonly InWords<ProblemValues>[] = [
  ['Problem Title', (one) => one.title],
  ['Difficulty', (one) => one.difficulty],
  ['Tags', (one) => one.tags.join(', ')],
  ['Time (mins)', (one) => one.time_in_minutes],
  ['Submission Count', (one) => one.submission_count],
  ['Checker', (one) => [one.checker, one.tolerance].filter(Boolean).join(', ')],
  ['Description', (one) => one.description],
  ['Picture', (one) => (bodyOf(one).image_url ? one.image_alt || 'a picture' : '-')],
  ['Test Cases', testsOf],
  ['Limits', (one) => JSON.stringify(bodyOf(one).limits ?? {})],
  ['Reference solution', (one) => one.reference.source],
]

/** Two people changed one problem. */
export function ProblemConflict({ theirs, mine, before, onMine, onTheirs }: Props) {
  return (
    <ConflictDialog
      isOpen={theirs !== null}
      what="problem"
      rows={theirs ? conflictRows(inWords, mine, valuesOf(theirs), before) : []}
      note="Saving yours changes only the fields you changed."
      otherwise="None of the fields you changed differs from theirs."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
