import type { DriveView } from '#contract/views/drive.ts'
import { type DriveForm, formOf } from '#machines/drive/form.ts'
import { ConflictDialog as TwoStates } from '#pwa/ui/ConflictDialog.tsx'
import { rulesInWords } from '../../drive/settingsWords.ts'
import { conflictRows, type InWords } from '../../form/conflictRows.ts'
import { formatDate } from '../../format/dates.ts'

interface Props {
  theirs: DriveView | null
  mine: DriveForm
  /** As it stood when one's own changes were begun; null for one that is made. */
  before: DriveForm | null
  onMine: () => void
  onTheirs: () => void
}

const moment = (ms: number | null): string => (ms === null ? '-' : formatDate(new Date(ms)))

const names = (items: readonly { name: string }[]): string => items.map((item) => item.name).join(', ') || '-'

const inWords: readonly InWords<DriveForm>[] = [
  ['Title', (one) => one.name],
  ['Description', (one) => one.description],
  ['Start Date', (one) => moment(one.start_time)],
  ['End Date', (one) => moment(one.end_time)],
  ['Question Type', (one) => one.question_type],
  ['Problems', (one) => names(one.problems)],
  ['MCQs', (one) => names(one.questions)],
  ['Advanced', (one) => rulesInWords(one.settings)],
]

/** Two people changed one drive. */
export function ConflictDialog({ theirs, mine, before, onMine, onTheirs }: Props) {
  return (
    <TwoStates
      isOpen={theirs !== null}
      what="drive"
      rows={theirs ? conflictRows(inWords, mine, formOf(theirs), before) : []}
      note="Saving yours changes only the fields you changed."
      otherwise="Of the fields you changed only contacts or settings can differ from theirs."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
