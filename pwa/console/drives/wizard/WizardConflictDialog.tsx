import { useQuery } from '@tanstack/react-query'
import type { UserView } from '#contract/views/account.ts'
import type { StaffDriveView } from '#contract/views/drive.ts'
import { type DriveForm, formOf } from '#machines/drive/form.ts'
import { type ComparedField, Conflict, conflictRows, partsIn } from '../../kit/form/Conflict.tsx'
import { questionTypes } from '../../kit/format/choiceLabels.ts'
import { formatDate } from '../../kit/format/dates.ts'
import { settingsFields } from '../../kit/format/formatRules.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { formatPeople } from '../tile/contactChoices.ts'

interface Props {
  theirs: StaffDriveView | null
  mine: DriveForm
  /** As it stood when one's own changes were begun; null for one that is made. */
  before: DriveForm | null
  onMine: () => void
  onTheirs: () => void
  onBack: () => void
}

const moment = (ms: number | null): string => (ms === null ? '-' : formatDate(new Date(ms)))

const names = (items: readonly { name: string }[]): string => items.map((item) => item.name).join(', ') || '-'

/** Names of what the form holds by id. */
interface Names {
  institute: ReadonlyMap<number, string>
  people: readonly Pick<UserView, 'id' | 'first_name' | 'last_name' | 'email'>[]
}

const fieldsIn = ({ institute, people }: Names): readonly ComparedField<DriveForm>[] => [
  ['Title', (one) => one.name],
  ['Description', (one) => one.description],
  ['Institute', (one) => (one.institute_id === null ? '-' : (institute.get(one.institute_id) ?? '-'))],
  ['Contacts', (one) => formatPeople(one.contact_ids, people)],
  ['Question Type', (one) => questionTypes.find(({ value }) => value === one.question_type)?.label ?? '-'],
  ['Start Date', (one) => moment(one.start_time)],
  ['End Date', (one) => moment(one.end_time)],
  ['Problems', (one) => names(one.problems)],
  ['MCQs', (one) => names(one.questions)],
  ...partsIn(settingsFields, (one: DriveForm) => one.settings),
]

/** The names that the steps asked for already, and those of people in the drive who were switched off. */
function useNames(theirs: StaffDriveView | null): Names {
  const institutes = useQuery(queryOf('getInstitutes')).data?.institutes ?? []
  const users = useQuery(queryOf('getUsersList')).data?.users ?? []
  const institute = new Map(institutes.map(({ id, name }) => [id, name]))
  if (theirs?.institute_id != null) institute.set(theirs.institute_id, theirs.institute_name)
  return { institute, people: [...users, ...(theirs?.admin_users ?? [])] }
}

/** Two people changed one drive. */
export function WizardConflictDialog({ theirs, mine, before, ...decisions }: Props) {
  const known = useNames(theirs)
  return (
    <Conflict
      theirs={theirs}
      what="drive"
      rowsOf={(drive) => conflictRows(fieldsIn(known), mine, formOf(drive), before)}
      otherwise="Your changes match what is saved now."
      {...decisions}
    />
  )
}
