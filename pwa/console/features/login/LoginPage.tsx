import { Box, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { Mark } from '#pwa/ui/Mark.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { formatTime } from '../../format/dates.ts'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { LoginForm } from './LoginForm.tsx'
import { PromisePanel } from './PromisePanel.tsx'
import { isUnreached, useSignIn } from './useSignIn.ts'

export default function LoginPage() {
  const [address] = useSearchParams()
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
    <Box display="grid" gridTemplateColumns={{ base: '1fr', lg: 'minmax(400px, 600px) 1fr' }} minH="100dvh">
      <chakra.main
        id="content"
        tabIndex={-1}
        outline="none"
        display="grid"
        gridTemplateRows="auto 1fr auto"
        ps={{ base: '6', lg: 'min(116px, 12vw)' }}
        pe="6"
        py="10"
      >
        <HStack gap="2.5" textStyle="lg" fontWeight="600" letterSpacing="-0.01em">
          <Mark size={30} />
          Holdfast
        </HStack>
        <Box alignSelf="center" width="full" maxW="368px" mx={{ base: 'auto', lg: '0' }} py="8">
          <Heading as="h1" textStyle="3xl" fontWeight="600" letterSpacing="-0.015em">
            Log in
          </Heading>
          <Text color="fg.muted" mt="1.5" mb="7">
            Assessment console
          </Text>
          <LoginForm signIn={signIn} />
        </Box>
        <HStack role="status" textStyle="xs" color="fg.subtle" minH="4" gap="2">
          {isUnreached(signIn.error) && (
            <>
              <CloudOff size={14} aria-hidden />
              Server not reached at {formatTime(new Date(signIn.submittedAt))}
            </>
          )}
        </HStack>
      </chakra.main>
      <PromisePanel />
    </Box>
  )
}
