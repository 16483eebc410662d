import type { DriveView } from '#contract/views/drive.ts'
import { type DriveForm, formOf } from '#machines/drive/form.ts'
import { ConflictDialog as TwoStates } from '#pwa/ui/ConflictDialog.tsx'
import { formatDate } from '../../format/dates.ts'

interface Props {
  theirs: DriveView | null
  mine: DriveForm
  onMine: () => void
  onTheirs: () => void
}

const moment = (ms: number | null): string => (ms === null ? '-' : formatDate(new Date(ms)))

/** What differs, in words. */
function differences(mine: DriveForm, theirs: DriveForm): [name: string, mine: string, theirs: string][] {
  const names = (items: readonly { name: string }[]) => items.map((item) => item.name).join(', ') || '-'
  const rows: [string, string, string][] = [
    ['Title', mine.name, theirs.name],
    ['Description', mine.description, theirs.description],
    ['Start Date', moment(mine.start_time), moment(theirs.start_time)],
    ['End Date', moment(mine.end_time), moment(theirs.end_time)],
    ['Question Type', mine.question_type, theirs.question_type],
    ['Problems', names(mine.problems), names(theirs.problems)],
    ['MCQs', names(mine.questions), names(theirs.questions)],
  ]
  return rows.filter(([, one, other]) => one !== other)
}

/** Two people changed one drive. */
export function ConflictDialog({ theirs, mine, onMine, onTheirs }: Props) {
  return (
    <TwoStates
      isOpen={theirs !== null}
      what="drive"
      rows={theirs ? differences(mine, formOf(theirs)) : []}
      note="Saving yours changes only the fields you changed."
      otherwise="What differs is in contacts or settings."
      onMine={onMine}
      onTheirs={onTheirs}
    />
  )
}
