import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { ignored, token } from '../primitives.ts'
import { email, password, words } from './fields.ts'

/** The specification's forms of accounts (section 5: sign-up, password, profile). */

const confirmation = z
  .string(t.confirmationRequired)
  .min(1, t.confirmationRequired)
  .min(6, t.confirmationTooShort)
  .max(1024, 'Password is too long')

const confirmed = (body: { password: string; password_confirmation: string }): boolean =>
  body.password === body.password_confirmation
const mismatch = { message: t.passwordsMustMatch, path: ['password_confirmation'] }

export const organizationName = words({
  required: t.organizationNameRequired,
  min: [5, t.organizationNameTooShort],
  max: [50, t.organizationNameTooLong],
})

const tenDigits = (message: string) =>
  z
    .string(message)
    .transform((s) => s.trim())
    .pipe(z.string().regex(/^\d{10}$/, message))

/** Asking for a sign-up link. */
export const signUpRequestForm = z.strictObject({
  email: email(),
  is_param_ai_allowed: z.boolean().optional(),
})

export const forgotPasswordForm = z.strictObject({ email: email() })

/** What a person types on the invitation's page. */
const signUpFields = {
  first_name: words({ required: t.signUpFirstNameRequired, max: [100, 'First Name is too long'] }),
  last_name: words({ required: t.signUpLastNameRequired, max: [100, 'Last Name is too long'] }),
  mobile_number: tenDigits(t.invalidMobileNumber),
  password,
  password_confirmation: confirmation,
}
/** @param joins whether the link leads into an organization that is there already */
export const signUpForm = (joins: boolean) =>
  z
    .strictObject({ ...signUpFields, show_name: joins ? ignored : organizationName })
    .refine(confirmed, mismatch)

export const signUpBody = z
  .strictObject({
    ...signUpFields,
    invitation_token: token,
    show_name: organizationName.optional(),
    is_param_ai_allowed: ignored,
  })
  .refine(confirmed, mismatch)

const resetFields = {
  password: password.transform((s) => s.trim()).pipe(password),
  password_confirmation: confirmation.transform((s) => s.trim()).pipe(confirmation),
}
export const resetPasswordForm = z.strictObject(resetFields).refine(confirmed, mismatch)
export const resetPasswordBody = z
  .strictObject({ ...resetFields, reset_password_token: token })
  .refine(confirmed, mismatch)

/** Ten digits without a leading zero. */
const profileMobile = z
  .string(t.mobileRequired)
  .transform((s) => s.trim())
  .pipe(
    z
      .string()
      .min(1, t.mobileRequired)
      .regex(/^[1-9]\d{9}$/, t.invalidMobileNumber),
  )

export const profileForm = z.strictObject({
  first_name: words({ required: t.profileFirstNameRequired, max: [100, 'First name is too long'] }),
  last_name: words({ required: t.profileLastNameRequired, max: [100, 'Last name is too long'] }),
  email: email(t.profileEmailRequired),
  mobile_number: profileMobile,
})
