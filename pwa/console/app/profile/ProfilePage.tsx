import { Box } from '@chakra-ui/react'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { useShell } from '../../kit/page/shellContext.ts'
import { fullName } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/sessionStore.ts'
import { ProfileCard } from './ProfileCard.tsx'

export default function ProfilePage() {
  usePageTitle('Profile')
  const session = useSession()
  const { startTour, askLogout } = useShell()
  if (!session) return null
  return (
    <>
      <PageHeader title={fullName(session.user)} />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="30rem">
        <ProfileCard user={session.user} onTour={startTour} onLogout={askLogout} />
      </Box>
    </>
  )
}
