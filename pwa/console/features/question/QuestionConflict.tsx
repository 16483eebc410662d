import { letterOf } from '#contract/forms/question.ts'
import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import type { QuestionView } from '../../views.ts'
import { type QuestionValues, valuesOf } from './values.ts'

interface Props {
  theirs: QuestionView | null
  mine: QuestionValues
  onMine: () => void
  onTheirs: () => void
}

const optionsInWords = ({ options }: QuestionValues): string =>
  options
    .map(
      ({ description, is_answer }, i) =>
        `${letterOf(i)}: ${description || '(picture)'}${is_answer ? ' (answer)' : ''}`,
    )
    .join(', ')

/** What differs, in words. */
function differences(mine: QuestionValues, theirs: QuestionValues): [string, string, string][] {
  const type = { '': '-', true: 'Multiple Choice', false: 'Single Choice' } as const
  const rows: [string, string, string][] = [
    ['Question Description', mine.description, theirs.description],
    ['Difficulty', mine.difficulty, theirs.difficulty],
    ['Tags', mine.tags.join(', '), theirs.tags.join(', ')],
    ['Type', type[mine.type], type[theirs.type]],
    ['Marks', mine.marks, theirs.marks],
    ['Time', `${mine.time} ${mine.unit}(s)`, `${theirs.time} ${theirs.unit}(s)`],
    ['Options', optionsInWords(mine), optionsInWords(theirs)],
  ]
  return rows.filter(([, one, other]) => one !== other)
}

/** Two people changed one question. */
export function QuestionConflict({ theirs, mine, onMine, onTheirs }: Props) {
  return (
    <ConflictDialog
      isOpen={theirs !== null}
      what="question"
      rows={theirs ? differences(mine, valuesOf(theirs)) : []}
      note="Saving yours writes over what stands there now."
      otherwise="What differs is in the pictures."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
