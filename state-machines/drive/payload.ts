import type { ChangedDriveInput, DriveSettings, NewDriveInput } from '#contract/forms/drive.ts'
import type { DriveForm } from './form.ts'
import type { Sections } from './policy.ts'

/** The wizard's form as the calls take it (specification, section 3: `…_attributes` with `_destroy`). */

const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())
const idsOf = (items: readonly { id: number }[]): number[] => items.map((item) => item.id)

/** The entries that are put in, and those that are taken out of what stood there. */
function entries<K extends string>(name: K, before: readonly number[], now: readonly number[]) {
  const entry = (id: number) => ({ [name]: id }) as Record<K, number>
  return [
    ...now.filter((id) => !before.includes(id)).map(entry),
    ...before.filter((id) => !now.includes(id)).map((id) => ({ ...entry(id), _destroy: true as const })),
  ]
}

const detailsOf = (form: DriveForm) => ({
  name: form.name,
  description: form.description,
  institute_id: form.institute_id ?? 0,
  question_type: form.question_type as Exclude<DriveForm['question_type'], ''>,
  start_time: iso(form.start_time),
  end_time: iso(form.end_time),
  // Judged with the rest of the details: by now its numbers are numbers.
  settings: form.settings as DriveSettings,
})

/**
 * The form as it is asked: a kind that is not shown has none of what was chosen before, but what the drive asks as it
 * stands.
 * @param base the drive as it was read; null for a new one
 */
export const shownForm = (form: DriveForm, base: DriveForm | null, shown: Sections): DriveForm => ({
  ...form,
  problems: shown.allow_coding ? form.problems : (base?.problems ?? []),
  questions: shown.allow_mcq ? form.questions : (base?.questions ?? []),
})

/** @param copyOf the drive whose rules come along */
export const newPayload = (form: DriveForm, copyOf: number | null): NewDriveInput => ({
  ...detailsOf(form),
  drives_contacts_attributes: entries('user_id', [], form.contact_ids),
  drives_problems_attributes: entries('problem_id', [], idsOf(form.problems)),
  drives_questions_attributes: entries('question_id', [], idsOf(form.questions)),
  ...(copyOf !== null && { copy_of: copyOf }),
})

const differing = <V extends object>(now: V, before: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>

/**
 * Only what differs from the drive as it was read, so that two people who change different fields do not undo each
 * other.
 * @param version the version that was read
 */
export function changedPayload(form: DriveForm, base: DriveForm, version: number): ChangedDriveInput {
  const { settings: settingsBefore, ...before } = detailsOf(base)
  const { settings, ...details } = detailsOf(form)
  const changed = differing(details, before)
  const changedSettings = differing(settings, settingsBefore)
  const contacts = entries('user_id', base.contact_ids, form.contact_ids)
  const problems = entries('problem_id', idsOf(base.problems), idsOf(form.problems))
  const questions = entries('question_id', idsOf(base.questions), idsOf(form.questions))
  return {
    ...changed,
    ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
    ...(contacts.length > 0 && { drives_contacts_attributes: contacts }),
    ...(problems.length > 0 && { drives_problems_attributes: problems }),
    ...(questions.length > 0 && { drives_questions_attributes: questions }),
    version,
  }
}
