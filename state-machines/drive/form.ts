import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { DriveSettings, QuestionType } from '#contract/forms/drive.ts'
import type { StaffDriveView } from '#contract/views/drive.ts'
import { withOwnChanges } from '../forms/ownChanges.ts'
import { copyTimes, defaultTimes } from './policy.ts'

/** A chosen problem or MCQ with what the wizard shows of it. */
export interface ChosenItem {
  id: number
  name: string
  difficulty: string
  seconds: number
  marks: number
  /** The institutes that it was asked at when it was chosen; not told of what the drive asks already. */
  instituteIds?: readonly number[]
}

/**
 * Settings as they are typed: a number that is no number yet stays as the text it is, so that nothing typed is lost and
 * the schema can say what is wrong with it.
 */
export type TypedSettings = Omit<DriveSettings, TypedNumber | 'results_retention_days'> &
  Record<TypedNumber, number | string> & { results_retention_days?: number | string | null | undefined }
export const settingsNumbers = ['leave_warnings', 'max_offline_minutes', 'webcam_retention_days'] as const
export type TypedNumber = (typeof settingsNumbers)[number]

/** The wizard's editable fields. Times are milliseconds since 1970; null if nothing is chosen yet. */
export interface DriveForm {
  name: string
  description: string
  institute_id: number | null
  question_type: QuestionType | ''
  start_time: number | null
  end_time: number | null
  contact_ids: number[]
  problems: ChosenItem[]
  questions: ChosenItem[]
  settings: TypedSettings
}

/** The specification's behaviour where it says anything, and nobody's webcam kept longer than 60 days. Results stay. */
export const plainSettings: DriveSettings = {
  leave_policy: 'end',
  leave_warnings: 3,
  late_policy: 'hold',
  max_offline_minutes: 30,
  webcam: true,
  webcam_retention_days: 60,
  release_reports: false,
  results_retention_days: null,
}

/** A drive before anything was typed. */
export const newForm = (now: number): DriveForm => ({
  name: '',
  description: '',
  institute_id: null,
  question_type: '',
  ...defaultTimes(now),
  contact_ids: [],
  problems: [],
  questions: [],
  settings: plainSettings,
})

/** A drive as it stands, for changing it. */
export const formOf = (drive: StaffDriveView): DriveForm => ({
  name: drive.name,
  description: drive.description,
  institute_id: drive.institute_id,
  question_type: drive.question_type,
  start_time: Date.parse(drive.start_time),
  end_time: Date.parse(drive.end_time),
  contact_ids: drive.drives_contacts.map((row) => row.user_id),
  problems: drive.drives_problems.map((row) => ({
    id: row.problem_id,
    name: row.title,
    difficulty: row.difficulty,
    seconds: row.time_in_minutes * 60,
    marks: row.marks,
  })),
  questions: drive.drives_questions.map((row) => ({
    id: row.question_id,
    name: row.description,
    difficulty: row.difficulty,
    seconds: row.time_in_seconds,
    marks: row.marks,
  })),
  settings: drive.settings,
})

/** The state to go on from after somebody else saved meanwhile: theirs, with one's own changes that do not contradict it. */
export const formOnTheirs = (mine: DriveForm, before: DriveForm, theirs: DriveForm): DriveForm => ({
  ...withOwnChanges(
    { before, mine, theirs },
    {
      // Items are told apart by their ids: the bank may call one otherwise by now.
      plain: (form) => ({ ...form, problems: idsOf(form.problems), questions: idsOf(form.questions) }),
    },
  ),
  settings: withOwnChanges({ before: before.settings, mine: mine.settings, theirs: theirs.settings }),
})

/**
 * A copy: another name, dates from tomorrow on, of the contacts those who are still active (section 4), and of the
 * items those that are still in the bank: a deleted one is asked where it is, and nowhere else.
 */
export const copyOf = (drive: StaffDriveView, now: number): DriveForm =>
  withoutDeleted(
    {
      ...formOf(drive),
      ...copyTimes(now),
      name: `${drive.name}${t.copySuffix}`,
      contact_ids: drive.admin_users.filter((user) => user.is_active).map((user) => user.id),
    },
    drive,
  )

/** A copy's form without what its source asks and the bank has no longer: also of a draft begun before it went. */
export function withoutDeleted(form: DriveForm, source: StaffDriveView): DriveForm {
  const problems = idSet(source.drives_problems.filter(isDeleted).map((row) => row.problem_id))
  const questions = idSet(source.drives_questions.filter(isDeleted).map((row) => row.question_id))
  return {
    ...form,
    problems: form.problems.filter((item) => !problems.has(item.id)),
    questions: form.questions.filter((item) => !questions.has(item.id)),
  }
}

/** The names of what a copy leaves out. */
export const leftOutOf = (source: StaffDriveView): string[] => [
  ...source.drives_problems.filter(isDeleted).map((row) => row.title),
  ...source.drives_questions.filter(isDeleted).map((row) => row.description),
]

const isDeleted = (row: { is_deleted: boolean }): boolean => row.is_deleted
const idSet = (ids: number[]): ReadonlySet<number> => new Set(ids)

/** Whether it asks what the stored one asks: that may stay even if its kind may not be chosen any more. */
export const asksSame = (form: DriveForm, stored: DriveForm): boolean =>
  form.question_type === stored.question_type &&
  idsOf(form.problems) === idsOf(stored.problems) &&
  idsOf(form.questions) === idsOf(stored.questions)

/** In no order: what differs in it alone asks the same. */
const idsOf = (items: readonly ChosenItem[]): string =>
  items
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join()

export interface Sums {
  seconds: number
  marks: number
  items: number
}

/** The sums of what candidates get, of the sections that are shown. */
export function sumsOf(form: DriveForm, shown: { allow_coding: boolean; allow_mcq: boolean }): Sums {
  const items = [...(shown.allow_coding ? form.problems : []), ...(shown.allow_mcq ? form.questions : [])]
  return {
    seconds: items.reduce((sum, item) => sum + item.seconds, 0),
    marks: items.reduce((sum, item) => sum + item.marks, 0),
    items: items.length,
  }
}
