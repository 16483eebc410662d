import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { id, ignored, isoTime, text } from '../primitives.ts'
import { instant, oneLine, words } from './fields.ts'

/**
 * A drive as its wizard and its calls write it. Anything that depends on the time of day is judged by the drive's
 * policy.
 */

export const questionType = z.enum(['problems', 'mcq', 'problems_mcq'], t.selectQuestionType)
export type QuestionType = z.infer<typeof questionType>

const description = words({
  required: t.descriptionRequired,
  min: [10, 'Description must be at least 10 characters'],
  max: [349, 'Description must be at most 349 characters'],
})
const title = oneLine({
  required: t.titleRequired,
  min: [5, t.titleTooShort],
  max: [49, t.titleTooLong],
})
/** The specification gives a changed name no largest length; the column has one. */
const changedTitle = oneLine({
  required: t.titleRequired,
  min: [5, t.titleTooShort],
  max: [500, 'Title must be at most 500 characters'],
})

/** The fields of an entry: `_destroy` takes it out, and one without `id` is found by what it names. */
const destroy = { id: id.optional(), _destroy: z.boolean().optional() }
const contacts = z.array(z.strictObject({ user_id: id, ...destroy })).max(200)
const problems = z.array(z.strictObject({ problem_id: id, ...destroy })).max(200)
const questions = z.array(z.strictObject({ question_id: id, ...destroy })).max(500)

const between = (least: number, most: number) => {
  const sentence = `A whole number from ${least} to ${most}`
  return z.number(sentence).int(sentence).min(least, sentence).max(most, sentence)
}

/** So many days after the end results are kept; null: for ever. */
export const keptDays = between(30, 3650).nullable()

/** Beyond the specification, under 'Advanced'; what is not given keeps its value. */
export const driveSettings = z.strictObject({
  leave_policy: z.enum(['end', 'warn', 'log']),
  leave_warnings: between(1, 20),
  late_policy: z.enum(['accept', 'hold', 'reject']),
  max_offline_minutes: between(0, 24 * 60),
  webcam: z.boolean(),
  webcam_retention_days: between(30, 365),
  release_reports: z.boolean(),
  /** Left out by drafts and pages of before there was such a rule. */
  results_retention_days: keptDays.optional(),
})
export type DriveSettings = z.infer<typeof driveSettings>

const shared = {
  description,
  is_assessment: ignored,
  institute_id: z.number(t.selectInstitute).int(t.selectInstitute).min(1, t.selectInstitute),
  question_type: questionType,
  start_time: instant(t.startRequired),
  end_time: instant(t.endRequired),
  settings: driveSettings.partial().optional(),
}

export const driveDetailsForm = z.strictObject({
  name: title,
  ...shared,
  contact_ids: z.array(id).min(1, t.selectContacts),
})
export const changedDriveDetailsForm = z.strictObject({
  name: changedTitle,
  ...shared,
  contact_ids: z.array(id).min(1, t.selectActiveUser),
})

export const newDriveBody = z.strictObject({
  name: title,
  ...shared,
  drives_contacts_attributes: contacts.min(1, t.selectContacts),
  drives_problems_attributes: problems.optional(),
  drives_questions_attributes: questions.optional(),
  /** The drive this one is a copy of: its rules come along. */
  copy_of: id.optional(),
})
export type NewDriveBody = z.output<typeof newDriveBody>
/** The same as it is sent. */
export type NewDriveInput = z.input<typeof newDriveBody>

/** Every part may be left out; what is not given stays. */
export const changedDriveBody = z.strictObject({
  id: ignored,
  name: changedTitle.optional(),
  description: description.optional(),
  is_assessment: ignored,
  institute_id: shared.institute_id.optional(),
  question_type: questionType.optional(),
  start_time: shared.start_time.optional(),
  end_time: shared.end_time.optional(),
  settings: shared.settings,
  drives_contacts_attributes: contacts.optional(),
  drives_problems_attributes: problems.optional(),
  drives_questions_attributes: questions.optional(),
  /** The version the change was made on; another one on the server is a conflict. Left out: the newest. */
  version: z.number().int().min(1).optional(),
})
/** The time for which results are kept, which can be changed after the end of a drive too. */
export const retentionBody = z.strictObject({
  days: keptDays,
  /** The days the change began with: others on the server are a conflict. Left out: whatever stands there. */
  was: z.number().int().nullable().optional(),
  /** The one who changes it was told which results go by it. */
  confirmed: z.boolean().default(false),
})
/** The engine that is to run a language in a drive that has begun. */
export const engineBody = z.strictObject({
  /** The language by its code: 'python'. */
  language: text(40),
  engine: z.enum(['wasm', 'jail', 'piston']),
  /** The engine the change began with: another one on the server is a conflict. */
  was: z.enum(['wasm', 'jail', 'piston']).optional(),
})
export type EngineBody = z.output<typeof engineBody>
export type RetentionBody = z.output<typeof retentionBody>

/** The hold that whoever lets erasing go on has read about; another one is a conflict. */
export const erasingGoOnBody = z.strictObject({
  why: z.enum(['restore', 'clock']),
  before: isoTime.nullable(),
})

export type ChangedDriveBody = z.output<typeof changedDriveBody>
export type ChangedDriveInput = z.input<typeof changedDriveBody>
