import { Text } from '@chakra-ui/react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { forgotPasswordForm } from '#contract/forms/account.ts'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { TextLink } from './TextLink.tsx'

/** Asks for a link to a new password. */
export default function ForgotPage() {
  usePageTitle(consoleTexts.forgotPassword)
  const [answer, setAnswer] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    schema: forgotPasswordForm,
    async onSubmit(body) {
      setAnswer(undefined)
      setAnswer((await callInNobodysName('postForgotPassword', { body })).message)
    },
  })
  return (
    <AccountFrame
      title={consoleTexts.forgotPassword}
      about="We will email you a link to choose a new password."
    >
      <AccountForm
        action={consoleTexts.sendRequest}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        said={form.refusal ?? answer}
        tone={form.refusal ? 'error' : 'warning'}
      >
        <TextField {...form.bind('email')} label="Email" type="email" autoComplete="email" />
      </AccountForm>
      <Text mt="5" textStyle="sm" color="fg.muted">
        Remember it? <TextLink to={urls.login}>Login</TextLink>
      </Text>
    </AccountFrame>
  )
}
