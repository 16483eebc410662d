import { Box, Button, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Mark } from '#pwa/ui/Mark.tsx'
import { fullName } from '../../session/session.ts'
import { useSession } from '../../session/sessionStore.ts'
import { LogoutDialog } from '../../shell/LogoutDialog.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'

/** All that stands here for a super admin so far: who is signed in, and the way out. */
export default function SignedInPage() {
  const session = useSession()
  const [isLeaving, setLeaving] = useState(false)
  usePageTitle('Super admin')
  if (!session) return null
  return (
    <chakra.main
      id="content"
      tabIndex={-1}
      outline="none"
      display="grid"
      placeItems="center"
      minH="100dvh"
      p="6"
    >
      <Box width="full" maxW="26rem" borderWidth="1px" borderRadius="l3" p="6" display="grid" gap="4">
        <HStack gap="2.5" fontWeight="600">
          <Mark />
          Holdfast
        </HStack>
        <Heading as="h1" textStyle="xl" fontWeight="600">
          Super admin
        </Heading>
        <Text color="fg.muted">
          You are signed in as super admin. This account has no screens yet: drives, candidates and results
          belong to the admins of each organization. To see them, log out and sign in with an admin's account.
        </Text>
        <Text color="fg.muted">
          Whom to ask: the people who run this server. They can make an admin's account.
        </Text>
        <Facts
          facts={[
            ['Name', fullName(session.user)],
            ['Email', session.user.email],
            ['Role', 'Super admin'],
          ]}
        />
        <Button variant="outline" justifySelf="start" onClick={() => setLeaving(true)}>
          <LogOut aria-hidden />
          Logout
        </Button>
      </Box>
      <LogoutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
    </chakra.main>
  )
}
