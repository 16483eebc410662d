import { Box } from '@chakra-ui/react'
import { ProfileCard } from '../../profile/ProfileCard.tsx'
import { fullName } from '../../session/session.ts'
import { useSession } from '../../session/sessionStore.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { useShell } from '../../shell/shellContext.ts'
import { usePageTitle } from '../../shell/usePageTitle.ts'

export default function ProfilePage() {
  usePageTitle('Profile')
  const session = useSession()
  const { startTour, askLogout } = useShell()
  if (!session) return null
  return (
    <>
      <PageHead title={fullName(session.user)} />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="30rem">
        <ProfileCard user={session.user} onTour={startTour} onLogout={askLogout} />
      </Box>
    </>
  )
}
