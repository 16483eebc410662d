import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { ignored, token, upTo } from '../primitives.ts'
import { email, newPassword, oneLine, password } from './fields.ts'

/** The specification's forms of accounts (section 5: sign-up, password, profile). */

const confirmation = upTo(1024, { required: t.confirmationRequired, tooLong: 'Password is too long' })
  .min(1, t.confirmationRequired)
  .min(6, t.confirmationTooShort)

interface Confirmed {
  password: string
  password_confirmation: string
}
const confirmed = (body: Confirmed): boolean => body.password === body.password_confirmation
/** Told beside the errors of other fields, and not before there is something to compare. */
const mismatch = {
  message: t.passwordsMustMatch,
  path: ['password_confirmation'],
  when: ({ value }: { value: unknown }): boolean => {
    const { password: first, password_confirmation: second } = (value ?? {}) as Partial<Confirmed>
    return typeof first === 'string' && typeof second === 'string' && second !== ''
  },
}

/** The fields the login asks for. */
export const signInForm = z.strictObject({
  email: email(),
  password,
  remember_me: z.boolean().optional(),
})

export const organizationName = oneLine({
  required: t.organizationNameRequired,
  min: [5, t.organizationNameTooShort],
  max: [50, t.organizationNameTooLong],
})

const tenDigits = (message: string) =>
  upTo(1_000, { required: message, tooLong: message })
    .transform((s) => s.trim())
    .pipe(z.string().regex(/^\d{10}$/, message))

/** Asking for a sign-up link. */
export const signUpRequestForm = z.strictObject({
  email: email(),
  is_param_ai_allowed: z.boolean().optional(),
})

export const forgotPasswordForm = z.strictObject({ email: email() })

/** The fields a person types on the invitation's page. */
const signUpFields = {
  first_name: oneLine({ required: t.signUpFirstNameRequired, max: [100, 'First Name is too long'] }),
  last_name: oneLine({ required: t.signUpLastNameRequired, max: [100, 'Last Name is too long'] }),
  mobile_number: tenDigits(t.invalidMobileNumber),
  password: newPassword,
  password_confirmation: confirmation,
}
/**
 * The page's form by what the link is for: `signup` begins an organization and asks for its name, `invite` joins one,
 * `first_account` is the installation's own and asks for the address.
 */
export const signUpForms = {
  signup: z.strictObject({ ...signUpFields, show_name: organizationName }).refine(confirmed, mismatch),
  invite: z.strictObject(signUpFields).refine(confirmed, mismatch),
  first_account: z.strictObject({ ...signUpFields, email: email() }).refine(confirmed, mismatch),
}

export const signUpBody = z
  .strictObject({
    ...signUpFields,
    invitation_token: token,
    show_name: organizationName.optional(),
    /** Only the installation's first account gives it; every other link knows its address. */
    email: email().optional(),
    is_param_ai_allowed: ignored,
  })
  .refine(confirmed, mismatch)

const resetFields = {
  password: newPassword.transform((s) => s.trim()).pipe(newPassword),
  password_confirmation: confirmation.transform((s) => s.trim()).pipe(confirmation),
}
export const resetPasswordForm = z.strictObject(resetFields).refine(confirmed, mismatch)
export const resetPasswordBody = z
  .strictObject({ ...resetFields, reset_password_token: token })
  .refine(confirmed, mismatch)

/** Ten digits without a leading zero. */
const profileMobile = upTo(1_000, { required: t.mobileRequired, tooLong: t.invalidMobileNumber })
  .transform((s) => s.trim())
  .pipe(
    z
      .string()
      .min(1, t.mobileRequired)
      .regex(/^[1-9]\d{9}$/, t.invalidMobileNumber),
  )

export const profileForm = z.strictObject({
  first_name: oneLine({ required: t.profileFirstNameRequired, max: [100, 'First name is too long'] }),
  last_name: oneLine({ required: t.profileLastNameRequired, max: [100, 'Last name is too long'] }),
  email: email(t.profileEmailRequired),
  mobile_number: profileMobile,
})

/** A change is one of either the user's profile or the state, never of both at once. */
export const userChange = profileForm
  .partial()
  .extend({
    id: ignored,
    is_active: z.boolean().optional(),
    /** Asked for with another address: a session alone does not become the account. */
    current_password: upTo(1024, { tooLong: 'Password is too long' }).optional(),
  })
  .refine(
    ({ id: _, is_active, ...fields }) => is_active === undefined || Object.keys(fields).length === 0,
    'Activate or deactivate an account separately from other changes.',
  )
