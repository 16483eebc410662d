import { Text } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import { toastError } from '#pwa/ui/toaster.ts'
import { formatTime } from '../../kit/format/dates.ts'
import { usePageTitle } from '../../kit/page/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { TextLink } from './TextLink.tsx'
import { isUnreached, useSignIn } from './useSignIn.ts'

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
