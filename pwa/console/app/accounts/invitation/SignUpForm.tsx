import { useNavigate, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { signUpForms } from '#contract/forms/account.ts'
import type { InvitationView } from '#contract/views/account.ts'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { CallError } from '#pwa/http/call.ts'
import { PasswordField } from '#pwa/ui/field/PasswordField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useForm } from '../../../kit/form/useForm.ts'
import { urls } from '../../../urls.ts'
import { AccountForm } from '../AccountForm.tsx'
import { isParamLink } from '../TextLink.tsx'

interface Props {
  invitation: InvitationView
  token: string
}

const person = {
  first_name: '',
  last_name: '',
  mobile_number: '',
  password: '',
  password_confirmation: '',
}
/** The link is used up by the answer: one that comes late is worth waiting for. */
const PATIENCE_MS = 30_000
/** The fields beside those of the person, by kind; the forms of the contract have the same ones. */
const more = { signup: { show_name: '' }, invite: {}, first_account: { email: '' } }

export function SignUpForm({ invitation, token }: Props) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { kind } = invitation
  const form = useForm<Record<string, string>, (typeof signUpForms)[typeof kind]>({
    initial: { ...person, ...more[kind] },
    schema: signUpForms[kind],
    async onSubmit(given) {
      const flag = isParamLink(address) && { is_param_ai_allowed: true }
      await callInNobodysName('acceptInvite', {
        body: { ...given, ...flag, invitation_token: token },
        timeoutMs: PATIENCE_MS,
      }).catch((error: unknown) => {
        throw signUpRefusal(error)
      })
      toastDone(consoleTexts.accountCreated)
      navigate(urls.login, {
        replace: true,
        state: { email: invitation.email ?? ('email' in given ? given.email : '') },
      })
    },
  })
  return (
    <AccountForm action={consoleTexts.signup} isBusy={form.isBusy} onSubmit={form.submit} said={form.refusal}>
      {kind === 'first_account' && (
        <TextField {...form.bind('email')} label="Email" type="email" autoComplete="email" />
      )}
      <TextField {...form.bind('first_name')} label="First Name" autoComplete="given-name" />
      <TextField {...form.bind('last_name')} label="Last Name" autoComplete="family-name" />
      <TextField
        {...form.bind('mobile_number')}
        label="Mobile Number"
        type="tel"
        inputMode="numeric"
        help="10 digits, without the country code"
        autoComplete="tel-national"
      />
      <PasswordField
        {...form.bind('password')}
        label="Password"
        help="At least 6 characters. Several words make a good one."
        autoComplete="new-password"
        isClipboardBlocked
      />
      <PasswordField
        {...form.bind('password_confirmation')}
        label="Confirm Password"
        autoComplete="new-password"
        isClipboardBlocked
      />
      {kind === 'signup' && (
        <TextField {...form.bind('show_name')} label="Organization Name" autoComplete="organization" />
      )}
      {kind === 'invite' && (
        <TextField
          name="organization"
          label="Organization Name"
          value={invitation.organization_name ?? ''}
          onChange={() => {}}
          onTouched={() => {}}
          isReadOnly
        />
      )}
    </AccountForm>
  )
}

/**
 * The sign-up form's words for a failure: a refusal is 'Invalid Credentials' with the server's reason below. A refusal
 * that names a field stands at the field, and a server that was not reached has refused nothing.
 */
export function signUpRefusal(error: unknown): unknown {
  const isPlain =
    error instanceof CallError && error.kind === 'refused' && Object.keys(error.errors).length === 0
  return isPlain ? new Error(`${consoleTexts.invalidCredentials}\n${error.message}`) : error
}
