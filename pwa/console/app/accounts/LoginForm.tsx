import { Box, HStack } from '@chakra-ui/react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { signInForm } from '#contract/forms/account.ts'
import { texts } from '#contract/texts.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { urls } from '../../urls.ts'
import { AccountForm } from './AccountForm.tsx'
import { TextLink } from './TextLink.tsx'
import type { useSignIn } from './useSignIn.ts'

interface Props {
  signIn: ReturnType<typeof useSignIn>
  /** Of an account that was just made. */
  email: string
}

export function LoginForm({ signIn, email }: Props) {
  const [isShown, setShown] = useState(false)
  const form = useForm({
    initial: { email, password: '', remember_me: false },
    schema: signInForm,
    onSubmit: (given) => signIn.mutateAsync(given),
  })
  return (
    <AccountForm action="Login" isBusy={form.isBusy} onSubmit={form.submit} said={form.refusal}>
      <TextField {...form.bind('email')} label="Email" type="email" autoComplete="username" />
      <Box position="relative">
        <TextField
          {...form.bind('password')}
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
        />
        {/* After the field in the order of keys, above its right end on the screen. */}
        <Box position="absolute" top="0" insetEnd="0" textStyle="sm">
          <TextLink to={urls.forgotPassword}>{consoleTexts.forgotPassword}</TextLink>
        </Box>
      </Box>
      <HStack gap="6" minH="6">
        <Tick label={texts.showPassword} isTicked={isShown} onTick={setShown} />
        <Tick
          label={texts.rememberMe}
          isTicked={form.values.remember_me}
          onTick={(to) => form.set('remember_me', to)}
        />
      </HStack>
    </AccountForm>
  )
}
