import { Text } from '@chakra-ui/react'
import { useNavigate, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { resetPasswordForm } from '#contract/forms/account.ts'
import { callInNobodysName, request } from '#pwa/console/kit/http/request.ts'
import { PasswordField } from '#pwa/ui/field/PasswordField.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { currentSession } from '../../kit/session/sessionStore.ts'
import { urls } from '../../urls.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { TextLink } from './TextLink.tsx'

/** Sets a new password by the link of the mail. */
export default function ResetPage() {
  usePageTitle(consoleTexts.resetPassword)
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    schema: resetPasswordForm,
    async onSubmit(given) {
      const { message } = await callInNobodysName('postPasswordReset', {
        body: { ...given, reset_password_token: token },
        // The link is used up by the answer: one that comes late is worth waiting for.
        timeoutMs: 30_000,
      })
      if (message !== consoleTexts.passwordReset) throw new Error(message)
      // A person signed in here with this account is out by now; this browser learns it by asking.
      if (currentSession()) await request('getSession').catch(() => null)
      toastDone(consoleTexts.passwordChanged)
      navigate(urls.login, { replace: true })
    },
  })
  return (
    <AccountFrame
      title={consoleTexts.resetPassword}
      about="Choose a new password. This signs you out everywhere."
    >
      <AccountForm
        action={consoleTexts.resetPassword}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        said={form.refusal}
      >
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
      </AccountForm>
      <Text mt="5" textStyle="sm" color="fg.muted">
        Link not working? <TextLink to={urls.forgotPassword}>Get a new one</TextLink>
      </Text>
    </AccountFrame>
  )
}
