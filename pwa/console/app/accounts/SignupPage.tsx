import { Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { signUpRequestForm } from '#contract/forms/account.ts'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { isParamLink, TextLink } from './TextLink.tsx'

/** Asks for a sign-up link. */
export default function SignupPage() {
  usePageTitle(consoleTexts.signUp)
  const [address] = useSearchParams()
  const [answer, setAnswer] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    schema: signUpRequestForm,
    async onSubmit({ email }) {
      setAnswer(undefined)
      const body = { email, ...(isParamLink(address) && { is_param_ai_allowed: true }) }
      setAnswer((await callInNobodysName('postSignup', { body })).message)
    },
  })
  return (
    <AccountFrame title={consoleTexts.signUp} about="We will email you a link to create your account.">
      <AccountForm
        action={consoleTexts.getSignupLink}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        said={form.refusal ?? answer}
        tone="warning"
      >
        <TextField
          {...form.bind('email')}
          label={consoleTexts.enterWorkEmail}
          type="email"
          autoComplete="email"
        />
      </AccountForm>
      <Text mt="5" textStyle="sm" color="fg.muted">
        Already have an account? <TextLink to={urls.login}>Login</TextLink>
      </Text>
    </AccountFrame>
  )
}
