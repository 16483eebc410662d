import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { id, ignored, text, upTo } from '../primitives.ts'
import { someTags } from './bank.ts'
import { driveSettings } from './drive.ts'
import { email, oneLine, wholeNumber, words } from './fields.ts'
import { emailList } from './invitation.ts'

/** Assessments as the form and the calls write them (specification, section 5). */

const count = wholeNumber({
  required: 'Count must be a whole number',
  whole: 'Count must be a whole number',
  min: [0, 'Count must be greater than or equal to 0'],
  // How many there are is known to the bank alone; beyond this no bank and no day goes.
  max: [9_999, 'Count must be less than or equal to 9999'],
})
/** How many of each difficulty; what is not given is none. */
export const countHash = z.strictObject({
  easy: count.default(0),
  medium: count.default(0),
  hard: count.default(0),
})
export type CountHash = z.output<typeof countHash>

const contacts = z
  .array(z.strictObject({ user_id: id, id: id.optional(), _destroy: z.boolean().optional() }))
  .max(200)

const fields = {
  name: oneLine({
    required: t.assessmentTitleRequired,
    min: [5, t.assessmentTitleTooShort],
    max: [200, 'Title must be at most 200 characters'],
  }),
  description: words({
    required: t.descriptionRequired,
    min: [10, 'Description must be at least 10 characters'],
    max: [2_000, 'Description must be at most 2000 characters'],
  }),
  problem_count_hash: countHash,
  mcq_count_hash: countHash,
  /** The bank is drawn from items with any of these tags; none: from all. */
  tag_list: z
    .union([text(10_000), z.array(text(1_000))])
    .transform((given) => (typeof given === 'string' ? given.split(',') : given))
    .transform((given) => [...new Set(given.map((one) => one.trim()).filter((one) => one !== ''))])
    .pipe(someTags),
  is_param: z.boolean(),
  /** As a drive's; what is not given keeps its value. */
  settings: driveSettings.partial(),
}

export const newAssessmentBody = z.strictObject({
  ...fields,
  tag_list: fields.tag_list.default([]),
  is_param: fields.is_param.default(false),
  settings: fields.settings.optional(),
  assessments_contacts_attributes: contacts.min(1, t.selectAssessmentContacts),
})
export type NewAssessmentBody = z.output<typeof newAssessmentBody>

export const changedAssessmentBody = z
  .strictObject({ ...fields, assessments_contacts_attributes: contacts })
  .partial()
  .extend({ id: ignored, version: z.number().int().min(1).optional() })
export type ChangedAssessmentBody = z.output<typeof changedAssessmentBody>

/** An assessment by its number or its uuid. */
export const assessmentRef = z.union([id, text(64).min(1)])

/** One or several addresses, separated by commas, as drives are invited to. */
export const assessmentInviteBody = z.strictObject({
  email: emailList,
  assessment_id: assessmentRef,
  organization_id: ignored,
  is_param_request: z.boolean().optional(),
  /** IANA name, of whoever invites: the mail tells in it until when the link opens. */
  time_zone: text(64).optional(),
})

export const inviteUserForm = z.strictObject({
  email: email(t.enterEmail, t.invalidEmail),
  role: z.union([z.number(), upTo(100)], t.selectRole).transform((given, check) => {
    const value = Number(given)
    if (!Number.isInteger(value) || value < 1) check.addIssue({ code: 'custom', message: t.selectRole })
    return value
  }),
})
