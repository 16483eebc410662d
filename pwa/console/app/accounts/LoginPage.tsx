import { Box, HStack, Text } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { signInForm } from '#contract/forms/account.ts'
import { texts } from '#contract/texts.ts'
import { useForm } from '#pwa/console/kit/form/useForm.ts'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { sessionFrom } from '#pwa/console/kit/session/session.ts'
import { startSession } from '#pwa/console/kit/session/sessionStore.ts'
import { CallError } from '#pwa/http/call.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { toastError, toaster } from '#pwa/ui/toaster.ts'
import { formatTime } from '../../kit/format/dates.ts'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { TextLink } from './TextLink.tsx'

interface Given {
  email: string
  password: string
  remember_me?: boolean
}

/** Signs in; where it leads then is the guard's business. */
function useSignIn() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (given: Given) => {
      const { data, headers } = await callInNobodysName('signIn', { body: given })
      const session = sessionFrom(headers, data)
      if (!session) throw new Error('The server did not start a session. Try again.')
      startSession(session)
      // That nobody was signed in is over.
      toaster.dismiss()
    },
  })
}

const isUnreached = (error: Error | null): boolean => error instanceof CallError && error.kind !== 'refused'

export default function LoginPage() {
  const [address] = useSearchParams()
  const { state } = useLocation()
  const isUnauthorized = address.get('unauthorized') === 'true'
  const signIn = useSignIn()
  usePageTitle('Login')

  useEffect(() => {
    if (!isUnauthorized) return
    // The toasts' region is mounted with the page; it hears what comes after.
    const timer = setTimeout(() => toastError(texts.unauthorizedUser))
    return () => clearTimeout(timer)
  }, [isUnauthorized])

  return (
    <AccountFrame
      title="Log in"
      about="Assessment console"
      status={
        isUnreached(signIn.error) && (
          <>
            <CloudOff size={14} aria-hidden />
            Server not reached at {formatTime(new Date(signIn.submittedAt))}
          </>
        )
      }
    >
      <LoginForm signIn={signIn} email={emailOf(state)} />
      <Text mt="5" textStyle="sm" color="fg.muted">
        No account yet? <TextLink to={urls.signup}>{consoleTexts.signUp}</TextLink>
      </Text>
    </AccountFrame>
  )
}

/** The address that the sign-up hands over. */
const emailOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''

interface Props {
  signIn: ReturnType<typeof useSignIn>
  /** The email of an account that was just made. */
  email: string
}

function LoginForm({ signIn, email }: Props) {
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
