import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { upTo } from '../primitives.ts'
import { oneLine, words } from './fields.ts'

const wholeCredits = z
  .number({
    error: ({ input }) => (input === undefined ? t.creditsRequired : 'Credits must be a whole number'),
  })
  .int('Credits must be a whole number')
  .min(0, t.creditsTooFew)
  .max(10_000, t.creditsTooMany)

const description = words({
  required: t.descriptionRequired,
  min: [10, 'Description must be at least 10 characters'],
  max: [350, 'Description must be at most 350 characters'],
})

/** The fields of an organization that a super admin changes. */
export const organizationForm = z.strictObject({
  show_name: oneLine({
    required: t.nameRequired,
    min: [5, 'Name must be at least 5 characters'],
    max: [50, 'Name must be at most 50 characters'],
  }),
  description,
  /** Nobody has to give one; what is given has ten digits. */
  contact_number: upTo(1_000, { required: t.invalidMobileNumber, tooLong: t.invalidMobileNumber })
    .transform((s) => s.trim())
    .pipe(z.string().regex(/^(\d{10})?$/, t.invalidMobileNumber)),
  credits: wholeCredits,
  is_param_ai_allowed: z.boolean(),
  allow_coding: z.boolean(),
  allow_mcq: z.boolean(),
})

/** The same as it is typed: a number is text until it is sent. */
export const typedOrganizationForm = organizationForm.extend({
  credits: z
    .string()
    .transform((s) => (s.trim() === '' ? undefined : Number(s)))
    .pipe(wholeCredits),
})

/** The same for one that has no description: nobody has to give one to change something else. */
export const typedOrganizationFormWithoutDescription = typedOrganizationForm.extend({
  description: z.preprocess(
    (given) => (typeof given === 'string' && given.trim() === '' ? undefined : given),
    description.optional(),
  ),
})

/** The same with what the editor had before it: what somebody else changed meanwhile is not written over. */
export const organizationBody = organizationForm.extend({
  /** Left out where none stands there and none is given; what stands there then stays. */
  description: description.optional(),
  version: z.number().int().min(1).optional(),
  /** Credits as they stood then; inviting spends them without a new version. */
  seen_credits: wholeCredits.optional(),
})

export const instituteForm = z.strictObject({
  name: oneLine({
    required: t.instituteNameRequired,
    max: [100, 'Institute name must be at most 100 characters'],
  }),
})

export const ruleDescription = words({
  required: t.descriptionRequired,
  max: [1_000, 'Description must be at most 1000 characters'],
})
