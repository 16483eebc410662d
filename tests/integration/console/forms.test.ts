import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { sendAccountLink } from '#api/services/accountLinks.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  forgotPasswordForm,
  profileForm,
  resetPasswordForm,
  signInForm,
  signUpForms,
  signUpRequestForm,
} from '#contract/forms/account.ts'
import { organizationForm, typedOrganizationForm } from '#contract/forms/organization.ts'
import type { CallName } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import {
  type CallInput,
  call,
  type Organization,
  seedOrganization,
  seedSuperAdmin,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { tokenOf } from './support.ts'

/**
 * Section 5 of the specification, field by field: the longest, the shortest and what lies one beyond, through the
 * form's schema and through the call. The value is taken where the words are null.
 */

const app = await appForFile({ settings: { HOLDFAST_SIGNUP: 'open' } })
let org: Organization
/** Whose password is set again and again, which ends each session. */
let forgetful: Organization
let admin: Record<string, string>
let root: Record<string, string>
let count = 0

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'forms')
  forgetful = await seedOrganization(app.ctx, 'forgetful')
  admin = await signIn(app.send, org.admin.email, org.admin.password)
  const superAdmin = await seedSuperAdmin(app.ctx)
  root = await signIn(app.send, superAdmin.email, superAdmin.password)
})

const long = (n: number): string => 'x'.repeat(n)
type Row = [field: string, value: unknown, words: string | null]

const person = { first_name: 'Ana', last_name: 'Berg', mobile_number: '5550100300' }
const secret = { password: 'four plain words', password_confirmation: 'four plain words' }
const twice = (password: string) => ({ password, password_confirmation: password })
const VALID_EMAIL = 'Email must be a valid email'
const COMMON = 'This password is too common. Choose another.'

const emails: Row[] = [
  ['email', undefined, texts.emailRequired],
  ['email', '', texts.emailRequired],
  ['email', '   ', texts.emailRequired],
  ['email', 'somebody', VALID_EMAIL],
  ['email', 'some body@example.org', VALID_EMAIL],
  ['email', 'a@b', VALID_EMAIL],
  ['email', `${long(64)}@${long(60)}.${long(60)}.${long(60)}.exampl`, null],
  ['email', `${long(64)}@${long(60)}.${long(60)}.${long(60)}.example`, 'Email is too long'],
]
const names = (field: string, required: string, tooLong: string): Row[] => [
  [field, undefined, required],
  [field, '', required],
  [field, '   ', required],
  [field, 'X', null],
  [field, `  ${long(100)}  `, null],
  [field, long(101), tooLong],
]
const passwords: Row[] = [
  ['', twice('12345'), texts.passwordTooShort],
  ['', twice('a1b2c'), texts.passwordTooShort],
  ['', twice('a1b2cd'), null],
  ['', twice(long(64)), null],
  ['', twice(long(1024)), null],
  ['', twice(long(1025)), 'Password is too long'],
  ['', twice('123456'), COMMON],
  ['', twice('PassWord'), COMMON],
  ['password_confirmation', undefined, t.confirmationRequired],
  ['password_confirmation', '', t.confirmationRequired],
  ['password_confirmation', 'four ', t.confirmationTooShort],
  ['password_confirmation', 'four plain wordz', t.passwordsMustMatch],
]
const mobiles: Row[] = [
  ['mobile_number', undefined, t.invalidMobileNumber],
  ['mobile_number', '555010030', t.invalidMobileNumber],
  ['mobile_number', '0550100300', null],
  ['mobile_number', ' 5550100300 ', null],
  ['mobile_number', '55501003001', t.invalidMobileNumber],
  ['mobile_number', '555010030a', t.invalidMobileNumber],
  ['mobile_number', '٥٥٥٠١٠٠٣٠٠', t.invalidMobileNumber],
]

interface Form {
  what: string
  name: CallName
  schema: z.ZodType
  base: Record<string, unknown>
  rows: Row[]
  /** The input the call carries beside the form. */
  input(): Promise<CallInput>
}

async function link(kind: 'signup' | 'reset') {
  const email = kind === 'reset' ? forgetful.admin.email : `form-${++count}@example.org`
  await app.ctx.db.write((tx) =>
    sendAccountLink(
      app.ctx,
      tx,
      { kind, email, organizationId: null, ...(kind === 'reset' && { userId: forgetful.admin.id }) },
      app.ctx.now(),
    ),
  )
  return tokenOf(app, kind, email)
}

const forms: Form[] = [
  {
    what: 'Login',
    name: 'signIn',
    schema: signInForm,
    base: {},
    // No account has these: what passes the form is refused by the sign-in itself.
    rows: [
      ...emails.map(([field, value, words]): Row => [field, value, words]),
      ['password', undefined, texts.passwordTooShort],
      ['password', 'five5', texts.passwordTooShort],
      ['password', '123456', null],
      ['password', long(1024), null],
      ['password', long(1025), 'Password is too long'],
    ],
    input: async () => ({}),
  },
  {
    what: 'Signup request',
    name: 'postSignup',
    schema: signUpRequestForm,
    base: {},
    rows: emails,
    input: async () => ({}),
  },
  {
    what: 'Forgot password',
    name: 'postForgotPassword',
    schema: forgotPasswordForm,
    base: {},
    rows: emails,
    input: async () => ({}),
  },
  {
    what: 'Invitation sign-up',
    name: 'acceptInvite',
    schema: signUpForms.signup,
    base: { ...person, ...secret, show_name: 'Harbour Works' },
    rows: [
      ...names('first_name', t.signUpFirstNameRequired, 'First Name is too long'),
      ...names('last_name', t.signUpLastNameRequired, 'Last Name is too long'),
      ...mobiles,
      ...passwords,
      ['show_name', undefined, t.organizationNameRequired],
      ['show_name', '', t.organizationNameRequired],
      ['show_name', 'Four', t.organizationNameTooShort],
      ['show_name', ' Five5 ', null],
      ['show_name', long(50), null],
      ['show_name', long(51), t.organizationNameTooLong],
    ],
    input: async () => ({ body: { invitation_token: await link('signup') } }),
  },
  {
    what: 'Reset password',
    name: 'postPasswordReset',
    schema: resetPasswordForm,
    base: secret,
    rows: [...passwords, ['', twice('  a1b2c  '), texts.passwordTooShort]],
    input: async () => ({ body: { reset_password_token: await link('reset') } }),
  },
  {
    what: 'Profile edit',
    name: 'putUser',
    schema: profileForm,
    base: { ...person, email: 'admin-forms@staff.example' },
    rows: [
      ...names('first_name', t.profileFirstNameRequired, 'First name is too long').slice(1),
      ...names('last_name', t.profileLastNameRequired, 'Last name is too long').slice(1),
      ['email', '', t.profileEmailRequired],
      ...emails.slice(3).filter(([, , words]) => words !== null),
      ['mobile_number', '', t.mobileRequired],
      ['mobile_number', '555010030', t.invalidMobileNumber],
      ['mobile_number', '0550100300', t.invalidMobileNumber],
      ['mobile_number', '1550100300', null],
      ['mobile_number', '55501003001', t.invalidMobileNumber],
    ],
    input: async () => ({ headers: admin, params: { id: org.admin.id } }),
  },
  {
    what: 'Organization edit',
    name: 'putOrganization',
    schema: organizationForm,
    base: {
      show_name: 'Harbour Works',
      description: 'Builds what floats.',
      contact_number: '5550100300',
      credits: 50,
      is_param_ai_allowed: false,
      allow_coding: true,
      allow_mcq: true,
    },
    rows: [
      ['show_name', '', t.nameRequired],
      ['show_name', 'Four', 'Name must be at least 5 characters'],
      ['show_name', ' Five5 ', null],
      ['show_name', long(50), null],
      ['show_name', long(51), 'Name must be at most 50 characters'],
      ['description', '  ', t.descriptionRequired],
      ['description', long(9), 'Description must be at least 10 characters'],
      ['description', long(10), null],
      ['description', long(350), null],
      ['description', long(351), 'Description must be at most 350 characters'],
      ['contact_number', '', null],
      ['contact_number', '555010030', t.invalidMobileNumber],
      ['contact_number', '0550100300', null],
      ['contact_number', '55501003001', t.invalidMobileNumber],
      ['credits', undefined, t.creditsRequired],
      ['credits', -1, t.creditsTooFew],
      ['credits', 0, null],
      ['credits', 10_000, null],
      ['credits', 10_001, t.creditsTooMany],
      ['credits', 1.5, 'Credits must be a whole number'],
      ['credits', '50', 'Credits must be a whole number'],
    ],
    input: async () => ({ headers: root, params: { organizationId: org.id } }),
  },
]

/** The field named, or where a row changes both passwords the first of them. */
const positionOf = ([field]: Row): string => field || 'password'
const bodyOf = (form: Form, [field, value]: Row): Record<string, unknown> => ({
  ...form.base,
  ...(form.name === 'signIn' && { email: `n${++count}@example.org`, password: 'four plain words' }),
  ...(field === '' ? (value as object) : { [field]: value }),
})
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'nothing'

describe.each(forms)('$what', (form) => {
  test.each(form.rows.map((row) => [positionOf(row), shown(row[1]), row[2] ?? 'is taken', row] as const))(
    '%s %s: %s',
    async (field, _shown, _words, row) => {
      const [, , words] = row
      const body = bodyOf(form, row)
      const parsed = form.schema.safeParse(body)
      const said = parsed.error?.issues.find((issue) => issue.path[0] === field)?.message
      expect(said ?? null, 'the schema').toBe(words)
      const input = await form.input()
      const answer = await call(app.send, form.name, {
        ...input,
        body: { ...body, ...(input.body as object | undefined) },
      })
      if (words === null) {
        expect(parsed.success).toBe(true)
        expect(answer.status, answer.text).toBe(form.name === 'signIn' ? 401 : 200)
      } else {
        expect(answer.status, answer.text).toBe(422)
        expect(answer.failure.errors?.[field]?.[0], answer.text).toBe(words)
      }
    },
  )
})

test('every field of a form is refused by its own words at once', () => {
  const told = (schema: z.ZodType, body: unknown) =>
    Object.fromEntries(
      (schema.safeParse(body).error?.issues ?? []).toReversed().map((i) => [i.path[0], i.message]),
    )
  expect(told(signUpForms.signup, { ...secret, password_confirmation: 'another one' })).toEqual({
    first_name: t.signUpFirstNameRequired,
    last_name: t.signUpLastNameRequired,
    mobile_number: t.invalidMobileNumber,
    password_confirmation: t.passwordsMustMatch,
    show_name: t.organizationNameRequired,
  })
  expect(told(profileForm, { email: 'nobody' })).toEqual({
    first_name: t.profileFirstNameRequired,
    last_name: t.profileLastNameRequired,
    email: VALID_EMAIL,
    mobile_number: t.mobileRequired,
  })
})

test.each([
  ['', t.creditsRequired],
  ['  ', t.creditsRequired],
  ['-1', t.creditsTooFew],
  ['0', null],
  [' 10000 ', null],
  ['10001', t.creditsTooMany],
  ['1.5', 'Credits must be a whole number'],
  ['many', 'Credits must be a whole number'],
])('credits typed as %j: %s', (credits, words) => {
  const parsed = typedOrganizationForm.shape.credits.safeParse(credits)
  expect(parsed.error?.issues[0]?.message ?? null).toBe(words)
})

test('the form of each link has the fields of its call', () => {
  const fields = Object.keys(endpoints.acceptInvite.body.shape)
  for (const form of Object.values(signUpForms))
    expect(fields).toEqual(expect.arrayContaining(Object.keys(form.shape)))
})
