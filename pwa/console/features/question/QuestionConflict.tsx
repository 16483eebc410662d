import { letterOf } from '#contract/letters.ts'
import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import { conflictRows, type InWords } from '../../form/conflictRows.ts'
import { formatSpan } from '../../format/dates.ts'
import type { QuestionView } from '../../views.ts'
import { timeFault, toSeconds } from './units.ts'
import { type QuestionValues, valuesOf } from './values.ts'

interface Props {
  theirs: QuestionView | null
  mine: QuestionValues
  /** As it stood when one's own changes were begun. */
  before: QuestionValues
  onMine: () => void
  onTheirs: () => void
}

/** One time is one time, whatever unit it was typed in. */
const timeInWords = ({ time, unit }: QuestionValues): string =>
  timeFault(time, unit) === undefined ? formatSpan(toSeconds(Number(time), unit)) : time

const optionsInWords = ({ options }: QuestionValues): string =>
  options
    .map(
      ({ description, is_answer }, i) =>
        `${letterOf(i)}: ${description || '(picture)'}${is_answer ? ' (answer)' : ''}`,
    )
    .join(', ')

const types = { '': '-', true: 'Multiple Choice', false: 'Single Choice' } as const

const inWords: readonly InWords<QuestionValues>[] = [
  ['Question Description', (one) => one.description],
  ['Difficulty', (one) => one.difficulty],
  ['Tags', (one) => one.tags.join(', ')],
  ['Type', (one) => types[one.type]],
  ['Marks', (one) => one.marks],
  ['Time', timeInWords],
  ['Picture', ({ image_url, image_alt }) => (image_url ? image_alt || 'a picture' : '-')],
  ['Options', optionsInWords],
]

/** Two people changed one question. */
export function QuestionConflict({ theirs, mine, before, onMine, onTheirs }: Props) {
  return (
    <ConflictDialog
      isOpen={theirs !== null}
      what="question"
      rows={theirs ? conflictRows(inWords, mine, valuesOf(theirs), before) : []}
      note="Saving yours changes only the fields and options you changed."
      otherwise="None of the fields you changed differs from theirs, unless it is a picture."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
