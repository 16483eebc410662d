import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { changedDriveDetailsForm, driveDetailsForm } from '#contract/forms/drive.ts'
import type { DriveForm } from './form.ts'
import { type DriveTimes, driveTimeErrors } from './policy.ts'

export type DriveDetailsErrors = Partial<Record<string, string>>

/** Told while it is typed: more typing heals a text that is too short, never one that is too long. */
export const isTooLong = (error: string | undefined): boolean =>
  error !== undefined && / at most \d+ characters$/.test(error)

const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/**
 * The errors of the first step, by field, in the specification's words: the calls' own schema, then the rules of the
 * dates.
 * @param stored the dates the drive has on the server; null for a new one
 * @param active ids of the people who can be contacts; not given while they are not known
 * @param standing contacts of the drive as it stands: they may stay though they were switched off
 */
export function detailsErrors(
  form: DriveForm,
  stored: DriveTimes | null,
  now: number,
  active?: ReadonlySet<number>,
  standing: readonly number[] = [],
): DriveDetailsErrors {
  const schema = stored === null ? driveDetailsForm : changedDriveDetailsForm
  const { name, description, institute_id, question_type, start_time, end_time, contact_ids, settings } = form
  const parsed = schema.safeParse({
    name,
    description,
    institute_id: institute_id ?? 0,
    question_type,
    start_time: iso(start_time),
    end_time: iso(end_time),
    contact_ids,
    settings,
  })
  const errors: DriveDetailsErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path.map(String).join('.')] ??= issue.message
  if (active && !contact_ids.some((one) => active.has(one))) errors.contact_ids ??= t.selectActiveUser
  if (active && contact_ids.some((one) => !active.has(one) && !standing.includes(one)))
    errors.contact_ids ??= 'Remove inactive users: they can no longer be contacts.'
  if (start_time !== null && end_time !== null)
    Object.assign(errors, driveTimeErrors({ start_time, end_time }, stored, now))
  return errors
}
