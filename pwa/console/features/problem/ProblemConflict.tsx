import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import type { ProblemView } from '../../views.ts'
import { bodyOf, type ProblemValues, valuesOf } from './values.ts'

interface Props {
  theirs: ProblemView | null
  mine: ProblemValues
  onMine: () => void
  onTheirs: () => void
}

const testsOf = ({ tests }: ProblemValues): string =>
  tests
    .map(
      ({ input, output, marks }) => `${input.trim().slice(0, 40)} → ${output.trim().slice(0, 40)} (${marks})`,
    )
    .join('; ')

/** What differs, in words. */
function differences(
  mine: ProblemValues,
  theirs: ProblemValues,
): [name: string, mine: string, theirs: string][] {
  const rows = (
    [
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
    ] satisfies [string, (one: ProblemValues) => string][]
  ).map(([name, of]): [string, string, string] => [name, of(mine), of(theirs)])
  return rows.filter(([, one, other]) => one !== other)
}

/** Two people changed one problem. */
export function ProblemConflict({ theirs, mine, onMine, onTheirs }: Props) {
  return (
    <ConflictDialog
      isOpen={theirs !== null}
      what="problem"
      rows={theirs ? differences(mine, valuesOf(theirs)) : []}
      note="Saving yours changes only the fields you changed."
      otherwise="What differs is in its templates or in default templates."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
